"""`ponnuki status`: every run in 80 columns, its score, and whether anybody is working on it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from here import add_match, add_race, new_store, run_here

MATCH = [(0, 1)]
CUP = [(0, 1), (0, 2), (1, 2)]


@pytest.fixture
def status(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str):
        done = run_here(capsys, monkeypatch, "status", *words)
        assert (done.code, done.err) == (0, "")
        return done.out

    return run


def states(text: str) -> dict[str, str]:
    return {run["run"]: run["status"] for run in json.loads(text)["runs"]}


def test_scores_dates_and_names_are_whole_in_80_columns(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        runs = [
            add_match(store, "sims=1000-against-a-program-with-a-long-name-2a6ae1", MATCH, 8, 8),
            add_match(store, "cup", CUP, 8, 8),
            add_race(store, "race"),
        ]
    text = status()
    assert all(len(line) <= 80 for line in text.splitlines())
    for run in runs:
        assert run.created[:16].replace("T", " ") in text
        assert run.id in text
    assert text.count("A 0.750 [0.") == 4
    assert "mogo[rave] : x [/bold]" in text
    assert "best: x [/bold]" in text
    assert "0.500 [0." in text
    joined = "".join(line.split(" ")[0] for line in text.splitlines())
    assert "sims=1000-against-a-program-with-a-long-name-2a6ae1" in joined


def test_a_race_that_has_dropped_everything_says_so(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        add_race(store, "race", trials=300, reward=0.0, raced=2)
    assert states(status("--json")) == {"race": "none"}
    assert "dropped 2" in status()


def test_brackets_in_the_name_of_a_run_are_shown_as_they_are(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        for name in ("x[/b]", "[red]y", "[link=https://example.org]z"):
            add_race(store, name)
    text = status()
    assert "x[/b]" in text
    assert "[red]y" in text


def test_a_match_that_nobody_works_on_is_interrupted(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        add_match(store, "done", MATCH, 8, 8)
        add_match(store, "half", MATCH, 4, 8)
        add_race(store, "race", trials=4)
        store.add_run("empty", "race", {})
    assert states(status("--json")) == {
        "done": "done",
        "half": "interrupted",
        "race": "interrupted",
        "empty": "not begun",
    }
    assert "interrupted" in status("half")


def test_the_run_that_is_being_written_is_running_and_others_are_not(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        add_match(store, "before", MATCH, 4, 8)
        add_match(store, "now", MATCH, 4, 8)
        assert states(status("--json")) == {"before": "interrupted", "now": "running"}
        text = status()
    assert "being written by process" in text


def test_a_watched_store_is_shown_again_until_nobody_writes_it(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "ponnuki", "status", "--watch"]
    with new_store(tmp_path) as store:
        add_match(store, "match", MATCH, 4, 8)
        watching = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert watching.stdout is not None
        while "being written by process" not in watching.stdout.readline():
            assert watching.poll() is None
    rest, said = watching.communicate(timeout=60)
    assert (watching.returncode, said) == (0, "")
    assert "interrupted" in rest
    assert rest.endswith("nobody writes ponnuki.sqlite: there is nothing to watch\n")


def test_the_score_of_a_match_has_its_interval(status, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        add_match(store, "match", MATCH, 8, 8)
    [run] = json.loads(status("--json"))["runs"]
    [score] = run["scores"]
    assert (score["a"], score["b"], score["rate"]) == ("mogo[rave]", "x [/bold]", 0.75)
    assert 0.5 < score["interval"][0] < 0.75 < score["interval"][1] < 1.0
