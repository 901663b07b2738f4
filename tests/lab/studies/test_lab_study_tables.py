"""Studies that are tables of matches: what they play, that they go on, and how they compare with what was published."""

import csv
import io
import json

import pytest
from matplotlib.image import imread

from ponnuki.errors import BadInput
from ponnuki.farm.local import LocalFarm
from ponnuki.lab.journal.store import Store
from ponnuki.lab.runs.export import csv_lines
from ponnuki.lab.runs.status import summary as status_of
from ponnuki.lab.studies.catalog import study_names
from ponnuki.lab.studies.figure import draw
from ponnuki.lab.studies.plan import SCALES, Estimate, make_plan, read_plan
from ponnuki.lab.studies.play import Result, play
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
    assert plan.rows
    assert plan.across in plan.columns
    assert len({row.labels for row in plan.rows}) == len(plan.rows)
    for row in plan.rows:
        float(row.labels[plan.columns.index(plan.across)])
        assert row.seconds > 0


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
        assert (seen[-1].done_pairs, seen[-1].all_pairs) == (6, 6)
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
    assert "ours agrees with 1 of them. Errors" in summary(RESULTS)
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
    assert lines[5] == "| light | 8 | 0 |  |  |  |"
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
