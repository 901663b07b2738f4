"""Stores of before: they open, tell what they told, and go on to the bytes that they would have had.

`before/store.sql` was made by an earlier version: `*-half` are runs that were ended by a budget and `*-whole.csv` what
they come to with a larger one, `killed` and `match-killed` died with trials begun that may be played once. A run whose
settings this version no longer has is told too, but does not go on.
"""

import itertools
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands_here import here

from ponnuki.cli import main
from ponnuki.lab.journal.store import Store
from ponnuki.lab.pages.reports import write_report
from ponnuki.lab.runs.export import csv_lines
from ponnuki.lab.runs.status import summary

BEFORE = Path(__file__).parents[1] / "before"
STANDINGS = {
    "race-half": ("undecided", 24),
    "removed-half": ("undecided", 24),
    "timed": ("undecided", 20),
    "match-half": ("done", 3),
    "campaign-half": ("iteration 3", 30),
    "match-killed": ("interrupted", 6),
    "killed": ("interrupted", 46),
}
LARGER = {
    "race": ("race", "old.toml", "--budget", "40", "--name", "race-half"),
    "match": [
        "match",
        "program=bare,sims=8",
        "program=light,sims=8",
        "--size",
        "5",
        "--komi",
        "0.5",
        "--openings",
        "random:2",
        "--games",
        "12",
        "--name",
        "match-half",
        "--out",
        "m",
    ],
    "campaign": [
        "learn",
        "program=bare,sims=8,size=5,komi=0.5",
        "--candidates",
        "2",
        "--accept-above",
        "0.5",
        "--drop-below",
        "0.75",
        "--risk",
        "0.5",
        "--games",
        "160",
        "--iterations",
        "3",
        "--seed",
        "2",
        "--name",
        "campaign-half",
        "--out",
        "c",
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the store and the files of its runs."""
    for file in BEFORE.iterdir():
        shutil.copy(file, tmp_path)
    return made(tmp_path, (BEFORE / "store.sql").read_text())


def made(folder: Path, text: str) -> Path:
    database = sqlite3.connect(folder / "ponnuki.sqlite")
    database.executescript(text)
    database.close()
    return folder


def standings(store: Store) -> dict[str, tuple[str, int]]:
    rows = [summary(store, run) for run in store.runs()]
    return {row["run"]: (row["status"], row["trials"]) for row in rows}


def test_runs_stand_where_they_stood_also_when_the_store_has_been_opened_for_writing(folder: Path) -> None:
    path = folder / "ponnuki.sqlite"
    for write in (False, True, False, True):
        with Store(path, write=write) as store:
            assert standings(store) == STANDINGS
            assert [session.budget for session in store.sessions(store.find_run("match-killed"))] == [30]


def test_what_was_exported_is_exported_again(folder: Path) -> None:
    with Store(folder / "ponnuki.sqlite") as store:
        for name in ("race-half", "match-half", "campaign-half", "timed"):
            assert "".join(csv_lines(store, store.find_run(name))) == (BEFORE / f"{name}.csv").read_text()


def test_every_run_has_a_page(folder: Path) -> None:
    with Store(folder / "ponnuki.sqlite") as store:
        for run in store.runs():
            write_report(store, run, folder / "page.html")
            assert f"<h1>{run.name}</h1>" in (folder / "page.html").read_text()


def test_a_race_that_was_killed_goes_on_and_counts_as_lost_what_had_begun(folder: Path) -> None:
    with Store(folder / "ponnuki.sqlite") as store:
        [(series, _)] = store.series(store.find_run("killed"))
        before, begun = list(store.rewards(series)), set(store.unfinished(series))
    assert len(begun) == 5
    done = here("race", "killed.toml", "--workers", "4", folder=folder)
    assert done.returncode == 0, done.stderr
    with Store(folder / "ponnuki.sqlite") as store:
        after = list(store.rewards(series))
        assert set(before) <= set(after)
        assert {(candidate, trial) for candidate, trial, _, reward in after if reward is None} == begun
        assert standings(store)["killed"] == ("undecided", 400)


@pytest.mark.slow
@pytest.mark.parametrize("kind", LARGER)
def test_a_run_that_goes_on_comes_to_the_bytes_of_one_that_never_stopped(folder: Path, kind: str) -> None:
    done = here(*LARGER[kind], "--workers", "1", folder=folder)
    assert done.returncode == 0, done.stderr
    assert here("export", f"{kind}-half", folder=folder).stdout == (BEFORE / f"{kind}-whole.csv").read_text()


# ---- settings that are no more ------------------------------------------------------------------------------------


@pytest.fixture(params=itertools.product(["baseline", "drawn"], ["prior_growth", "no_such_rule"]), ids="-".join)
def removed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The same, where a race names settings that were removed or that nobody knows, and so does a campaign: in its
    baseline, or among what it drew."""
    place, setting = request.param
    store, file = ((BEFORE / name).read_text() for name in ("store.sql", "removed.toml"))
    if setting == "no_such_rule":
        for old in ("score_bonus", "prior_growth"):
            store, file = (text.replace(old, setting) for text in (store, file))
    (tmp_path / "removed.toml").write_text(file)
    made(tmp_path, store)
    database = sqlite3.connect(tmp_path / "ponnuki.sqlite")
    [(run, settings)] = database.execute("SELECT id, settings FROM run WHERE name = 'campaign-half'")
    if place == "baseline":
        changed = json.loads(settings)
        changed["baseline"]["search"] = {setting: 1.0}
        database.execute("UPDATE run SET settings = ? WHERE id = ?", (json.dumps(changed), run))
    for race, settings in database.execute("SELECT id, settings FROM race WHERE run = ?", (run,)).fetchall():
        changed = json.loads(settings)
        if place == "drawn":
            count = len(changed["drawn"]["changes"])
            changed["drawn"]["changes"] = [{"setting": f"search.{setting}", "value": i} for i in range(count)]
        database.execute("UPDATE race SET settings = ? WHERE id = ?", (json.dumps(changed), race))
    database.commit()
    database.close()
    return tmp_path


@pytest.fixture
def run(removed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """A command in this process: what it prints, or the one line with which it refuses."""

    def command(*words: str, code: int = 0) -> str:
        monkeypatch.chdir(removed)
        monkeypatch.setattr(sys, "argv", ["ponnuki", *words])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        assert end.value.code == code, said.err
        return said.out if not code else said.err

    return command


@pytest.mark.parametrize("name", ["removed-half", "campaign-half"])
def test_a_run_with_a_setting_that_is_no_more_is_told(run: Callable[..., str], removed: Path, name: str) -> None:
    assert f'"run": "{name}"' in run("status", name, "--json")
    assert run("export", name).startswith("race,candidate,trial,seed,reward\n0,")
    run("report", name, "--out", "page")
    assert f"<h1>{name}</h1>" in (removed / "page" / "report.html").read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("race", "removed.toml", "--budget", "40", "--name", "removed-half"),
        ("confirm", "campaign-half", "--games", "2"),
        (*LARGER["campaign"], "--force"),
    ],
)
def test_a_run_with_a_setting_that_is_no_more_does_not_go_on(run: Callable[..., str], words: tuple[str, ...]) -> None:
    said = run(*words, code=2)
    assert len(said.splitlines()) == 1
    reasons = ("unknown setting 'no_such_rule'", "was removed (", "was started with another baseline")
    assert any(reason in said for reason in reasons)
