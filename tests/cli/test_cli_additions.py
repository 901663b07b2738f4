"""Options that all commands share, `status --watch`, `--dry-run`, `--notify` and `ponnuki warm`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from here import add_race, new_store, run_here

RACE = 'evaluate = "echo 0.5"\nbudget = 4\n[[candidate]]\nname = "a"\n'
TOURNAMENT = 'size = 5\ngames = 2\n[[player]]\nname = "one"\nsims = 2\n[[player]]\nname = "two"\nsims = 3\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.toml").write_text(RACE)
    (tmp_path / "cup.toml").write_text(TOURNAMENT)
    return tmp_path


@pytest.mark.parametrize("words", [("-h",), ("race", "-h"), ("bench", "search", "-h")])
def test_help_is_also_called_h(words: tuple[str, ...], capsys, monkeypatch) -> None:
    short = run_here(capsys, monkeypatch, *words)
    long = run_here(capsys, monkeypatch, *words[:-1], "--help")
    assert short == long
    assert "Usage:" in short.out


def test_an_option_that_takes_no_value_names_no_type_in_the_help(capsys, monkeypatch) -> None:
    lines = run_here(capsys, monkeypatch, "race", "-h").out.splitlines()
    flags = {word: line for line in lines for word in ("--json", "--verbose", "--store") if f" {word} " in line}
    assert "<path>" in flags["--store"] or "PATH" in flags["--store"]
    assert not any(word in flags[flag] for flag in ("--json", "--verbose") for word in ("<", "BOOL", "INT"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("race", "race.toml"), {"run": "race", "candidates": ["a"], "most_trials": 4}),
        (("match", "sims=2", "sims=3", "--size", "5", "--games", "4"), {"games": 4, "size": 5, "reproducible": True}),
        (("tournament", "cup.toml"), {"run": "cup", "games": 2}),
        (("learn", "program=bare,sims=10"), {"candidates": 10, "kind": "both"}),
        (("study", "arrival"), {"study": "Counting results as they arrive"}),
        (("study", "semeai", "--sims", "60", "--runs", "1"), {"study": "Capturing races"}),
    ],
)
def test_a_dry_run_says_what_would_be_played_and_writes_nothing(words, told, folder, capsys, monkeypatch) -> None:
    before = sorted(folder.iterdir())
    said = run_here(capsys, monkeypatch, *words, "--dry-run", "--json")
    assert said.code == 0
    assert told.items() <= json.loads(said.out).items()
    plain = run_here(capsys, monkeypatch, *words, "--dry-run")
    assert "nothing was played" in plain.out
    assert sorted(folder.iterdir()) == before


def test_a_candidate_that_was_never_tried_has_no_mean(folder, capsys, monkeypatch) -> None:
    (folder / "race.toml").write_text(RACE + '[[candidate]]\nname = "b"\n')
    out = run_here(capsys, monkeypatch, "race", "race.toml", "--workers", "1").out
    [tried, untried] = [line.replace("│", "").split() for line in out.splitlines() if line.startswith("│")]
    assert tried == ["a", "4", "0.5000", "0.0000", "1.0000", "open"]
    assert untried == ["b", "0", "–", "0.0000", "1.0000", "open"]


def test_a_dry_run_counts_what_the_store_has(folder, capsys, monkeypatch) -> None:
    with new_store(folder) as store:
        add_race(store, "race", trials=7)
    said = run_here(capsys, monkeypatch, "race", "race.toml", "--dry-run", "--json")
    assert json.loads(said.out)["trials_written"] == 7


@pytest.mark.parametrize(
    ("words", "code", "status"), [(("race.toml", "--dry-run"), 0, "done\n"), (("none.toml",), 2, None)]
)
def test_whoever_wants_to_know_is_told_of_the_end_but_not_of_bad_input(
    words, code, status, folder, capsys, monkeypatch
) -> None:
    said = run_here(capsys, monkeypatch, "race", *words, "--notify", "echo {status} > note")
    assert said.code == code
    note = folder / "note"
    assert (note.read_text() if note.exists() else None) == status


def test_a_notification_that_fails_is_a_warning(capsys, monkeypatch) -> None:
    said = run_here(capsys, monkeypatch, "race", "race.toml", "--dry-run", "--notify", "exit 3")
    assert said.code == 0
    assert "warning: --notify: 'exit 3' ended with code 3" in said.err


def test_watching_a_store_that_nobody_writes_shows_it_once_and_says_why(folder, capsys, monkeypatch) -> None:
    with new_store(folder) as store:
        add_race(store, "race")
    once = run_here(capsys, monkeypatch, "status")
    watched = run_here(capsys, monkeypatch, "status", "--watch")
    assert (watched.code, watched.err) == (0, "")
    assert watched.out == f"{once.out}nobody writes ponnuki.sqlite: there is nothing to watch\n"


def test_progress_is_hidden_by_q(capsys, monkeypatch) -> None:
    words = ("warm", "--size", "5", "--program", "light")
    assert "1 of 1: go 5 light" in run_here(capsys, monkeypatch, *words).err
    assert "1 of 1" not in run_here(capsys, monkeypatch, "-q", *words).err


def test_each_trial_is_told_by_vv(folder) -> None:
    words = [sys.executable, "-m", "ponnuki", "-vv", "race", "race.toml", "--workers", "1"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert "0 trials in the journal, 1 workers" in done.stderr
    assert "trial 3 of candidate 'a' ended: 0.5" in done.stderr


def test_kernels_are_compiled_ahead_and_found_the_second_time(capsys, monkeypatch) -> None:
    first, second = (
        json.loads(run_here(capsys, monkeypatch, "warm", "--size", "5", "--program", "light", "--json").out)
        for _ in range(2)
    )
    assert [(job["game"], job["size"], job["program"]) for job in first["jobs"]] == [("go", 5, "light")]
    assert second["jobs"][0]["kernels"] == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--size", "99"), "size"),
        (("--game", "chess960"), "unknown game"),
        (("--program", "lihgt"), "did you mean 'light'"),
    ],
)
def test_what_cannot_be_compiled_is_one_line(words, line, capsys, monkeypatch) -> None:
    said = run_here(capsys, monkeypatch, "warm", *words)
    assert said.code == 2
    assert line in said.err
