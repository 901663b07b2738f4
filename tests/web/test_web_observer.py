"""What pages know of a store: what `status` and `report` say, read once for everybody and only when it has changed."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stores import EVIL, add_race, add_trials, race_file

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.fold import steps
from ponnuki.lab.races.history import history_of
from ponnuki.lab.runs.status import summaries
from ponnuki.lab.studies.files import finished
from ponnuki.lab.studies.plan import read_plan
from ponnuki.lab.studies.table import told
from ponnuki.web import charts, observer
from ponnuki.web.folds import Folds
from ponnuki.web.observer import Observer
from ponnuki.web.pace import is_running, pace, progress
from ponnuki.web.race_page import most_interesting, table_rows
from ponnuki.web.replay import played_ahead
from ponnuki.web.runs_page import table_row

CHANCES = {"worse": 0.4, "better": 0.7, EVIL: 0.5}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite"
    add_race(path, race_file(tmp_path, CHANCES), "coins", 200)
    return path


def test_the_page_and_the_commands_have_the_same_numbers(store: Path) -> None:
    watched = Observer(store)
    seen = asyncio.run(watched.overview())
    with Store(store) as opened:
        [expected] = summaries(opened, opened.runs(), None)
        history = history_of(opened, opened.runs()[0])
    assert {key: seen.rows[0][key] for key in expected} == expected
    view = asyncio.run(watched.race(expected["id"]))
    verdict = history.verdicts[0]
    assert view.history.verdicts[0] == verdict
    rows = table_rows(view.history.races[0], verdict, view.walk)
    for row, name in zip(rows, CHANCES, strict=True):
        one = verdict.bounds[name]
        assert (row["candidate"], row["trials"], row["mean"]) == (name, one.trials, f"{one.mean:.4f}")
        assert row["decision"].startswith(one.decision or "open")
    assert most_interesting(view.history.races[0], verdict) == 1
    assert table_row(seen.rows[0], None)["status"] == "accepted"


def test_a_store_is_read_once_for_everybody_and_again_when_it_has_changed(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folds: list[float] = []
    real: Callable[..., Any] = observer.steps
    monkeypatch.setattr(observer, "steps", lambda *words: folds.append(time.monotonic()) or real(*words))
    monkeypatch.setattr(observer, "REST", 0.0)
    watched = Observer(store)

    async def look() -> list[int]:
        [row] = (await watched.overview()).rows
        views = await asyncio.gather(*(watched.race(row["id"]) for _ in range(10)))
        assert len({id(view) for view in views}) == 1
        return [views[0].history.stored, row["trials"]]

    async def looks() -> None:
        before = await look()
        assert await look() == before
        assert len(folds) == 1
        with Store(store, write=True) as opened:
            series = opened.series(opened.runs()[0])[0][0]
            add_trials(opened, series, list(CHANCES.values()), 200, 10, np.random.default_rng(1))
        assert (await look())[0] == before[0] + 30
        assert len(folds) == 2

    asyncio.run(looks())


def test_a_store_that_is_not_there_or_not_ours_is_a_line(tmp_path: Path) -> None:
    assert "there is no store" in asyncio.run(Observer(tmp_path / "none.sqlite").overview()).fault
    (tmp_path / "text.sqlite").write_text("no store at all, and long enough to be none" * 100)
    assert "not a store of ponnuki" in asyncio.run(Observer(tmp_path / "text.sqlite").overview()).fault
    with pytest.raises(BadInput):
        asyncio.run(Observer(tmp_path / "none.sqlite").race("x"))


def test_many_runs_are_named_at_once_and_read_one_after_the_other(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_race(store, store.parent / "coins.toml", "later", 20)
    monkeypatch.setattr(observer, "READING", -1.0)
    watched = Observer(store)

    async def looks() -> None:
        first = await watched.overview()
        assert [(row["run"], row["status"]) for row in first.rows] == [("coins", "reading …"), ("later", "reading …")]
        assert first.partial
        assert [table_row(row, None)["trials"] for row in first.rows] == ["600", "60"]
        monkeypatch.setattr(observer, "READING", 60.0)
        last = await watched.overview()
        assert [row["status"] for row in last.rows] == ["accepted", "interrupted"]
        assert await watched.overview() is last

    asyncio.run(looks())


def test_the_extent_of_a_run_counts_what_it_has(store: Path) -> None:
    with Store(store, write=True) as opened:
        empty = opened.add_run("empty", "race", {})
        full = opened.run_named("coins")
        assert full is not None
        opened.begin_session(full, None)
        assert opened.extents() == {empty.id: (0, 0, 0), full.id: (1, 600, 2)}


def test_what_is_kept_has_a_limit(store: Path) -> None:
    watched = Observer(store)

    async def ask() -> None:
        for number in range(3 * observer.MOST_KEPT):
            with pytest.raises(BadInput):
                await watched.race(f"no run {number}")

    asyncio.run(ask())
    assert len(watched._kept) <= observer.MOST_KEPT


def test_a_run_is_running_when_somebody_works_on_it_and_it_is_not_over() -> None:
    row = {"at_work": True, "status": "running", "trials": 20, "wanted": 100, "kind": "race", "games": 1, "left": None}
    assert is_running(row)
    assert not is_running(row | {"at_work": False})
    assert not is_running(row | {"status": "accepted"})
    assert progress(row) == "20 of 100"
    assert pace(row, 0.5) == ["0.5 trials/s", "at most 3 min left"]
    assert pace(row | {"games": 2, "left": 75}, 0.5) == ["1 games/s", "about 2 min left if the means stay"]
    assert pace(row | {"games": 2, "left": 500}, 0.5) == ["1 games/s", "at most 3 min left"]
    assert pace(row | {"kind": "match", "games": 2}, 0.5) == ["1 games/s", "3 min left"]
    assert pace(row | {"at_work": False}, 0.5) == pace(row | {"status": "accepted"}, 0.5) == pace(row, None) == []


def test_charts_are_thinned_and_keep_both_ends() -> None:
    thin = charts.thinned(range(100_000))
    assert (len(thin), thin[0], thin[-1]) == (charts.MOST_POINTS, 0, 99_999)
    assert charts.thinned([1, 2, 3]) == [1, 2, 3]


def test_the_charts_of_a_race_show_the_bounds_and_the_thresholds(store: Path) -> None:
    with Store(store) as opened:
        history = history_of(opened, opened.runs()[0])
    race, verdict = history.races[0], history.verdicts[0]
    one = verdict.bounds["better"]
    chart = charts.intervals(race, verdict)
    offsets, bars, means = chart["series"]
    assert offsets["data"][1] == pytest.approx(one.lower, abs=1e-6)
    assert offsets["data"][1] + bars["data"][1]["value"] == pytest.approx(one.upper, abs=2e-6)
    assert means["data"][1]["value"] == pytest.approx([one.mean, 1], abs=1e-6)
    assert [line["xAxis"] for line in means["markLine"]["data"]] == [0.5, 0.55]
    course = charts.course(race, list(steps(race)), 1)
    assert course["series"][2]["data"][-1] == pytest.approx([one.trials, one.mean], abs=1e-6)
    assert chart["tooltip"]["renderMode"] == course["tooltip"]["renderMode"] == "richText"


def test_what_was_read_of_a_race_is_not_read_again_and_says_the_same(store: Path) -> None:
    folds = Folds()
    with Store(store, write=True) as opened:
        run, asked = opened.runs()[0], list[int]()
        real = opened.rewards_from
        opened.rewards_from = lambda *key: asked.append(key[2]) or real(*key)  # type: ignore[method-assign]
        series = opened.series(run)[0][0]
        assert folds.history(opened, run).verdicts == history_of(opened, run).verdicts
        opened.write(series, [TrialRow((2, 205), 1, None)])  # five before it are still being played
        add_trials(opened, series, list(CHANCES.values())[:2], 200, 10, np.random.default_rng(2))
        assert folds.history(opened, run).verdicts == history_of(opened, run).verdicts
        assert Folds().history(opened, run).stored == history_of(opened, run).stored == 621
        opened.write(series, [TrialRow((2, 200 + place), 1, 1.0) for place in range(5)])
        assert folds.history(opened, run).verdicts == history_of(opened, run).verdicts
        assert asked == [199, 199, 199, 0, 209, 209, 199]
        assert Folds().history(opened, run).verdicts == history_of(opened, run).verdicts
    put_back = store.with_name("old.sqlite")
    put_back.write_bytes(store.read_bytes())
    with Store(put_back, write=True) as opened:
        opened._db.execute("DELETE FROM trial WHERE trial >= 150")
        assert folds.history(opened, run).stored == history_of(opened, run).stored == 450


def test_rewards_are_read_exactly_whatever_they_are(store: Path) -> None:
    with Store(store, write=True) as opened:
        run = opened.runs()[0]
        series = opened.series(run)[0][0]
        pairs = [0.0, 0.25, 0.5, 0.75, 1.0, None]
        opened.write(series, [TrialRow((0, 200 + place), 1, reward) for place, reward in enumerate(pairs)])
        opened.write(series, [TrialRow((1, 200), 1, 1 / 3)])
        assert (opened.quarters(series, 0) or "")[200:] == "01234n"
        assert opened.quarters(series, 1) is None
        ours, exact = Folds().history(opened, run), history_of(opened, run)
    for one, other in zip(ours.races[0].columns, exact.races[0].columns, strict=True):
        np.testing.assert_array_equal(one.rewards, other.rewards)
        np.testing.assert_array_equal(one.trials, other.trials)


def test_what_is_kept_of_races_has_a_limit(store: Path) -> None:
    add_race(store, store.parent / "coins.toml", "later", 20)
    folds = Folds(most=100)
    with Store(store) as opened:
        for run in opened.runs():
            folds.history(opened, run)
    assert folds._trials() == 60


def test_a_study_that_goes_on_shows_the_rates_of_its_table(tmp_path: Path) -> None:
    plan = read_plan("scaling-havannah", "quick")
    path = tmp_path / "store.sqlite"
    with Store(path, write=True) as opened:
        run = opened.add_run(plan.run_name, "study", json.loads(json.dumps(plan.settings())))
        opened.begin_session(run, plan.trials)
        series = opened.open_series(run, 0, {"candidates": [", ".join(plan.rows[0].labels)]})
        source = plan.rows[0].schedule
        rows = [TrialRow((0, trial), source.seed_of((0, trial)), reward) for trial, reward in enumerate((1.0, 0.5))]
        opened.write(series, rows)
        name = opened.runs()[0].id
        [expected] = [told(one.plan, one.results[0]) for one in finished(opened)]
    [row] = asyncio.run(Observer(path).study(name))
    assert (row.labels, row.done) == (", ".join(plan.rows[0].labels), 2)
    assert (row.ours, row.published, row.verdict) == expected
    assert row.ours.startswith("75.0")


def test_what_was_played_ahead_of_turn_is_named() -> None:
    assert played_ahead(0) == ""
    assert played_ahead(1) == "1 trial more was played ahead of turn; the race does not count it."
    assert played_ahead(41) == "41 trials more were played ahead of turn; the race does not count them."
