"""Studies that are tables of matches: what they play, that they go on, and how they compare with what was published."""

import csv
import io
import json
from importlib import import_module
from statistics import fmean

import pytest
from matplotlib.image import imread

from ponnuki.errors import BadInput
from ponnuki.farm.local import LocalFarm
from ponnuki.lab.journal.store import Run, Store, TrialRow
from ponnuki.lab.learn.state import KIND as CAMPAIGN_KIND
from ponnuki.lab.runs.export import csv_lines
from ponnuki.lab.runs.opening import opened_run
from ponnuki.lab.runs.status import summary as status_of
from ponnuki.lab.studies import arrivals
from ponnuki.lab.studies.calls import Calls
from ponnuki.lab.studies.catalog import study_names
from ponnuki.lab.studies.figure import draw
from ponnuki.lab.studies.files import finished, write_files
from ponnuki.lab.studies.plan import SCALES, make_plan, read_plan
from ponnuki.lab.studies.play import KIND, StudyOutcome, play, play_study
from ponnuki.lab.studies.progress import StudyProgress
from ponnuki.lab.studies.results import Estimate, Result
from ponnuki.lab.studies.simulated import iterations, race, theory
from ponnuki.lab.studies.table import as_json, csv_text, markdown, page, summary

TABLE = {
    "title": "Twice",
    "source": "nobody",
    "question": "Does it help?",
    "columns": ["program", "N"],
    "across": "N",
    "rows": [
        {
            "given": {"program": ["bare", "light"]},
            "a": "program={program},sims={twice}",
            "b": "program={program},sims={N}",
            "conditions": {"game": "go", "size": 5, "komi": 0.5},
            "openings": "random:2",
            "moves": 30,
            "microseconds": 10,
            "games": {"quick": 4, "paper": 400},
            "each": [
                {"N": 4, "twice": 8, "published": [0.6, 0.01]},
                {"N": 8, "twice": 16, "games": {"quick": 2}},
                {"N": 16, "twice": 32, "games": {"paper": 40}},
            ],
        }
    ],
}


def test_a_table_is_all_combinations_of_its_labels_that_a_scale_has():
    plan = make_plan("twice", TABLE, "quick")
    assert [row.labels for row in plan.rows] == [("bare", "4"), ("bare", "8"), ("light", "4"), ("light", "8")]
    assert [2 * row.schedule.trials for row in plan.rows] == [4, 2, 4, 2]
    assert plan.rows[0].published == Estimate(0.6, 0.01)
    assert [spec.sims for _, spec in plan.rows[1].schedule.players] == [16, 8]
    assert plan.rows[0].seconds == pytest.approx(4 * 12 * 15 * 10e-6)
    assert [row.labels[1] for row in make_plan("twice", TABLE, "paper").rows] == ["4", "16", "4", "16"]


@pytest.mark.parametrize("name", study_names())
@pytest.mark.parametrize("scale", SCALES)
def test_every_study_of_the_package_can_be_planned(name, scale):
    plan = read_plan(name, scale)
    assert plan.rows or plan.campaigns
    assert plan.across in plan.columns
    assert plan.seconds > 0
    assert len({row.labels for row in plan.rows}) == len(plan.rows)
    for row in plan.rows:
        assert row.seconds > 0
        if isinstance(row.schedule, Calls):
            module, _, function = row.schedule.target.partition(":")
            assert callable(getattr(import_module(f"ponnuki.lab.studies.{module}"), function))


@pytest.mark.parametrize("name", study_names())
def test_the_plan_of_every_study_as_published_is_stored_and_found_again(name, tmp_path):
    with Store(tmp_path / "s.sqlite", write=True) as store:
        for _ in range(2):
            plan = read_plan(name, "paper")
            for kind, run_name, settings in [
                (KIND, plan.run_name, plan.settings()),
                *((CAMPAIGN_KIND, one.run_name, one.settings.identity()) for one in plan.campaigns),
            ]:
                with opened_run(store, run_name, kind, settings) as run:
                    assert run.name == run_name
        assert len(list(store.runs())) == 1 + len(plan.campaigns)


def test_a_study_or_scale_that_is_not_there_is_bad_input():
    with pytest.raises(BadInput, match="scaling-go"):
        read_plan("scaling-no", "quick")
    with pytest.raises(BadInput, match="quick"):
        read_plan("scaling-go", "quickly")


def test_a_study_is_played_once_and_told_again(tmp_path):
    plan = make_plan("twice", TABLE, "quick")
    with Store(tmp_path / "s.sqlite", write=True) as store:
        seen = []
        first = play(store, plan, lambda: LocalFarm(1), seen.append)
        assert [one.games for one in first] == [4, 2, 4, 2]
        assert (seen[-1].done_trials, seen[-1].all_trials) == (6, 6)
        again = play(store, plan, lambda: pytest.fail("nothing is left to play"))
        assert again == first
        run = store.find_run("twice-quick")
        assert (status_of(store, run)["status"], status_of(store, run)["trials"]) == ("done", 6)
        lines = list(csv.DictReader(io.StringIO("".join(csv_lines(store, run)))))
        assert [(line["labels"], line["pair"]) for line in lines[:3]] == [
            ("bare, 4", "0"),
            ("bare, 4", "1"),
            ("bare, 8", "0"),
        ]
        other = make_plan("twice", TABLE, "quick", seed=1)
        with pytest.raises(BadInput, match="was started with another rows"):
            play(store, other, lambda: LocalFarm(1))


RESULTS = [
    Result(("bare", "4"), 400, 0.62, 0.02, Estimate(0.6, 0.01)),
    Result(("bare", "8"), 400, 0.7, 0.02, Estimate(0.6, 0.01)),
    Result(("light", "4"), 400, 0.5, 0.02, Estimate(0.6, 0.01)),
    Result(("light", "8"), 0, None, None, None),
]


def test_a_published_number_agrees_within_two_errors_of_the_difference():
    assert [one.verdict for one in RESULTS] == ["agrees", "higher", "lower", ""]
    assert "ours agrees with 1 of them." in summary(RESULTS)
    assert summary(RESULTS[3:]) == ""


def test_games_that_cannot_tell_the_published_effect_from_none_decide_nothing():
    few = Result(("bare", "4"), 20, 0.55, 0.1, Estimate(0.6, 0.01))
    assert few.verdict == "not decided"
    assert "For 1, too few games were played to tell." in summary([few])
    assert Result(("bare", "4"), 20, 0.55, 0.1, Estimate(0.501, 0.011)).verdict == "agrees"


def test_tables_say_the_same_in_every_form():
    plan = make_plan("twice", TABLE, "quick")
    lines = markdown(plan, RESULTS).splitlines()
    assert lines[2] == "| bare | 4 | 400 | 62.0 ± 2.0 % | 60.0 ± 1.0 % | agrees |"
    assert lines[5] == "| light | 8 | 0 | not played |  |  |"
    rows = list(csv.DictReader(io.StringIO(csv_text(plan, RESULTS))))
    assert (rows[1]["rate"], rows[1]["published"], rows[1]["verdict"]) == ("0.7", "0.6", "higher")
    told = json.loads(json.dumps(as_json(plan, RESULTS)))
    assert told["rows"][2] == {
        "program": "light", "N": "4", "games": 400, "rate": 0.5, "error": 0.02, "published": [0.6, 0.01],
        "verdict": "lower",
    }  # fmt: skip
    text = page(plan, RESULTS, "ponnuki study twice")
    assert lines[2] in text
    assert text.startswith("# Twice\n\nDoes it help?")


def test_a_figure_has_a_panel_for_each_value_of_the_first_label(tmp_path):
    plan = make_plan("twice", TABLE, "quick")
    draw(plan, RESULTS, tmp_path / "two.png")
    draw(plan, RESULTS[:2], tmp_path / "one.png")
    assert imread(tmp_path / "two.png").shape[1] > 1.5 * imread(tmp_path / "one.png").shape[1]


CALLS = {
    "title": "Called",
    "source": "",
    "question": "How many?",
    "columns": ["rule", "candidates"],
    "across": "candidates",
    "unit": "races",
    "grid": True,
    "measure": {"name": "games", "title": "mean games", "percent": False, "log": True},
    "more": [{"name": "wrong", "title": "wrong decisions"}],
    "rows": [
        {
            "given": {"rule": "floor", "accept_above": 0.52, "drop_below": 0.6},
            "trial": "simulated:floor",
            "calls": {"quick": 1},
            "seconds": 0.1,
            "reference": True,
            "each": [{"candidates": 1, "effect": 0.65}],
        },
        {
            "given": {"rule": "betting", "accept_above": 0.52, "drop_below": 0.6, "races": 10},
            "trial": "simulated:race",
            "calls": {"quick": 3},
            "seconds": 0.1,
            "each": [
                {"candidates": 1, "effect": 0.65},
                {"candidates": 2, "effect": 0.65, "size": 2, "selection": "nat-index"},
                {"candidates": 3, "effect": 0.65, "size": 2, "selection": "oracle", "bonferroni": True},
            ],
        },
    ],
}


def test_a_row_may_be_calls_of_a_function_and_is_resumed_like_games(tmp_path):
    plan = make_plan("called", CALLS, "quick")
    with Store(tmp_path / "s.sqlite", write=True) as store:
        first = play(store, plan, lambda: LocalFarm(1))
        assert [one.games for one in first] == [1, 30, 30, 30]
        floor, alone, two, oracle = first
        assert floor.reference
        assert floor.rate < alone.rate < two.rate
        assert oracle.rate < two.rate
        assert all(0 <= one.more[0].value <= 0.2 for one in first[1:])
        assert play(store, plan, lambda: pytest.fail("nothing is left to play")) == first
        assert [one.results for one in finished(store)] == []  # `called` is no file of the package
    text = markdown(plan, first)
    assert "### betting: mean games (30 races each, or more)" in text
    draw(plan, first, tmp_path / "calls.png")
    assert imread(tmp_path / "calls.png").shape[0] > 200


def test_the_same_seed_gives_the_same_races_to_every_rule():
    words = {"effect": 0.65, "size": 3, "accept_above": 0.52, "drop_below": 0.6, "races": 5}
    once, again = race(words, 7), race(words, 7)
    assert once == again
    assert race(words, 8) != once
    assert race(words | {"selection": "oracle"}, 7).details["games"] != once.details["games"]


def test_iterations_until_something_good_is_found_are_about_what_theory_says():
    words = {"size": 4, "share": 0.3, "effect": 0.65, "rest": 0.45, "accept_above": 0.52, "drop_below": 0.6}
    expected = theory(words, 0).details["iterations"]
    found = [iterations(words, seed).details["iterations"] for seed in range(200)]
    assert expected == pytest.approx(1 / (1 - 0.7**4))
    assert fmean(found) == pytest.approx(expected, rel=0.25)


def test_results_that_count_as_they_arrive_accept_what_canonical_order_does_not():
    words = {"workers": 64, "games": 400, "slower": 3.0, "accept_above": 0.505, "drop_below": 0.53}
    told = [arrivals.test(words, seed).details for seed in range(3)]
    assert sum(one["arrival"] for one in told) > sum(one["canonical"] for one in told)


CAMPAIGN = {
    "title": "Learned",
    "source": "nobody",
    "question": "Does it learn?",
    "known": [{"campaign": "published", "tested": "P1", "against": "base", "published": [0.51, 0.01]}],
    "campaigns": [
        {
            "label": "2 at a time",
            "settings": {"kind": "settings", "candidates": 2, "accept_above": 0.505, "drop_below": 0.53},
            "baseline": {"quick": "size=5,program=light,sims=4"},
            "iterations": {"quick": 1},
            "games": {"quick": 8},
            "versus": {"quick": "size=5,program=light,sims=2"},
            "versus_name": "half",
            "versus_games": {"quick": 2},
            "moves": 30,
            "microseconds": 10,
        }
    ],
}


def test_a_study_may_be_a_campaign_that_meets_another_player_before_and_after(tmp_path):
    plan = make_plan("learned", CAMPAIGN, "quick")
    assert make_plan("learned", CAMPAIGN, "paper").campaigns == ()
    with Store(tmp_path / "s.sqlite", write=True) as store:
        told: list[StudyProgress | str] = []
        played = play_study(store, plan, lambda: LocalFarm(1), told.append)
        games = [one.done_trials for one in told if isinstance(one, StudyProgress)]
        assert games == sorted(games)
        assert (games[0], games[-1]) == (0, 8)
        assert told[-1] == "2 at a time: first baseline against half: 2 of 2 games"
        assert played.results[0].labels == ("2 at a time", "first baseline", "half")
        assert played.results[0].games == 2
        assert played.results[-1].published == Estimate(0.51, 0.01)
        assert played.notes[0].startswith("2 at a time: ")
        assert "Of the 2 candidates of the iteration that was broken off, 0 were dropped" in played.notes[0]
        again = play_study(store, plan, lambda: pytest.fail("nothing is left to play"), lambda _: None)
        assert again == played
    files = write_files(plan, played, tmp_path)
    assert all(file.exists() for file in files)
    assert "published" in files[1].read_text()


def test_a_campaign_that_accepts_nothing_has_a_page_without_table_and_figure(tmp_path):
    plan = make_plan("learned", CAMPAIGN, "quick")
    files = write_files(
        plan, StudyOutcome([], ["2 at a time: nothing accepted."], Run("1", "learned", "study", {}, "")), tmp_path
    )
    assert [file.name for file in files] == ["learned.csv", "learned.md"]
    assert sorted(tmp_path.iterdir()) == sorted(files)
    text = files[1].read_text()
    assert "nothing accepted" in text
    assert not any(word in text for word in ("png", "|", "Errors"))


def test_shapes_do_not_break_the_table():
    known = Result(("here", "good shape ?|+ (+5)", "base"), 8, 0.5, 0.1, None)
    assert r"good shape ?\|+ (+5)" in markdown(make_plan("learned", CAMPAIGN, "quick"), [known])


def test_what_a_store_has_of_the_studies_of_the_package_is_found_and_can_be_drawn(tmp_path):
    plan = read_plan("iterations", "quick")
    with Store(tmp_path / "s.sqlite", write=True) as store:
        run = store.add_run(plan.run_name, "study", json.loads(json.dumps(plan.settings())))
        store.begin_session(run, plan.trials)
        source = plan.rows[0].schedule
        told = source.trial((0, 0)).run()
        series = store.open_series(run, 0, {"candidates": ["theory"]})
        store.write(series, [TrialRow((0, 0), source.seed_of((0, 0)), told.reward, json.dumps(told.details))])
        [found] = finished(store)
    assert (found.plan.name, found.results[0].rate, found.results[1].rate) == ("iterations", 2.0, None)
    assert "not played" in write_files(found.plan, StudyOutcome(found.results, [], run), tmp_path)[1].read_text()
