"""The same option means the same in every command."""

import json
import os
import subprocess
import sys
import tracemalloc
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from here import add_match, add_race, new_store, run_here
from typer.main import get_command

from ponnuki.cli.commands import app

EVERYWHERE = ("store", "workers", "dask", "json", "notify", "dry_run", "preset", "accept_above", "game", "openings")
PLAYING = ("confirm", "demo", "learn", "match", "race", "tournament")
OTHERWISE = {("warm", "game"), ("export", "as_json"), ("study race-power", "accept_above")}
"""A list of games; a file instead of an object on stdout; a study of the thresholds themselves, as numbers."""


def commands(group: Any = None, before: str = "") -> dict[str, Any]:
    """All commands by their words."""
    found = {}
    for name, command in (group or get_command(app)).commands.items():
        found |= commands(command, f"{name} ") if hasattr(command, "commands") else {before + name: command}
    return found


def test_an_option_that_commands_share_is_explained_in_the_same_words() -> None:
    words = defaultdict(lambda: defaultdict(list))
    for name, command in commands().items():
        for option in command.params:
            if option.name in (*EVERYWHERE, "as_json") and (name, option.name) not in OTHERWISE:
                words[option.name][option.help].append(name)
    assert {option: dict(users) for option, users in words.items() if len(users) > 1} == {}
    assert len(words["as_json"]) == 1


def test_options_that_count_say_what_they_count() -> None:
    for name, command in commands().items():
        for option in command.params:
            if option.name == "pairs":
                assert "pair" in option.help.lower(), name
            if option.name == "games" and option.param_type_name == "option" and name != "warm":
                assert "game" in option.help.lower() or "even number" in option.help, name


@pytest.mark.parametrize("name", PLAYING)
def test_every_command_that_plays_can_say_first_what_it_would_play(name: str) -> None:
    assert {"dry_run", "notify"} <= {option.name for option in commands()[name].params}


def test_every_study_can_too() -> None:
    studies = {name: {option.name for option in one.params} for name, one in commands().items() if "study" in name}
    assert len(studies) > 1
    assert all({"dry_run", "notify"} <= options for options in studies.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.toml").write_text('evaluate = "echo 0.5"\nbudget = 4\n[[candidate]]\nname = "a"\n')
    return tmp_path


def test_an_export_goes_into_its_file_in_either_form(folder: Path, capsys, monkeypatch) -> None:
    with new_store(folder) as store:
        add_race(store, "race", trials=3)
    for words, file in (((), "trials.csv"), (("--json",), "trials.json")):
        printed = run_here(capsys, monkeypatch, "export", "race", *words)
        written = run_here(capsys, monkeypatch, "export", "race", *words, "--out", file)
        assert (written.code, written.out) == (0, "")
        assert (folder / file).read_text() == printed.out
        again = run_here(capsys, monkeypatch, "export", "race", *words, "--out", file)
        assert (again.code, again.err) == (2, f"error: {file} is there already: add --force to overwrite it\n")
    assert len(json.loads((folder / "trials.json").read_text())["trials"]) == 3


def test_an_export_of_a_long_run_is_not_held_in_memory(folder: Path, capsys, monkeypatch) -> None:
    of_csv, of_json = 60_000, 25_000
    with new_store(folder) as store:
        add_match(store, "csv", [(0, 1)], of_csv, of_csv)
        add_match(store, "json", [(0, 1)], of_json, of_json)
        add_match(store, "short", [(0, 1)], 1, 1)
    run_here(capsys, monkeypatch, "export", "short")  # modules are loaded
    for words in (("csv",), ("json", "--json")):
        tracemalloc.start()
        done = run_here(capsys, monkeypatch, "export", *words, "--out", words[0])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (done.code, done.err) == (0, "")
        assert peak < (folder / words[0]).stat().st_size
    assert len(json.loads((folder / "json").read_text())["trials"]) == of_json


def test_an_export_that_fails_leaves_no_half_of_a_file(folder: Path, capsys, monkeypatch) -> None:
    with new_store(folder) as store:
        run = add_match(store, "broken", [(0, 1)], 2000, 2000)
        [(series, _)] = store.series(run)
        with store.transaction():
            store._db.execute("INSERT INTO detail VALUES (?, 0, 1500, 'no JSON')", (series,))
    done = run_here(capsys, monkeypatch, "export", "broken", "--out", "trials.csv")
    assert done.code == 1
    assert done.err.startswith("error: the store ponnuki.sqlite is damaged")
    assert not (folder / "trials.csv").exists()


@pytest.mark.parametrize("words", [(), ("learn",), ("bench",), ("bench", "playouts")])
def test_the_help_names_no_type_behind_a_flag(words: tuple[str, ...], capsys, monkeypatch) -> None:
    said = run_here(capsys, monkeypatch, *words, "-h").out
    assert "--help" in said
    assert "bool" not in said.lower()


def test_a_dry_run_of_a_campaign_says_whose_version_it_means(folder: Path, capsys, monkeypatch) -> None:
    words = ("learn", "program=bare,sims=10", "--dry-run")
    assert "\nversion of our programs: " in run_here(capsys, monkeypatch, *words).out
    assert json.loads(run_here(capsys, monkeypatch, *words, "--json").out)["programs"] > 0


def test_a_race_counts_games_where_games_are_asked_for(folder: Path, capsys, monkeypatch) -> None:
    words = ("race", "program=light,sims=2", "program=light,sims=3", "--size", "5", "--dry-run", "--json")
    assert json.loads(run_here(capsys, monkeypatch, *words, "--games", "8").out)["most_trials"] == 4
    assert "exclude each other" in run_here(capsys, monkeypatch, *words, "--games", "8", "--budget", "4").err
    assert "are none" in run_here(capsys, monkeypatch, "race", "race.toml", "--games", "8").err


def test_thresholds_of_a_race_without_a_file_are_those_of_the_options(folder: Path, capsys, monkeypatch) -> None:
    words = ("race", "program=light,sims=2", "program=light,sims=3", "--size", "5", "--dry-run", "--json")
    told = json.loads(run_here(capsys, monkeypatch, *words, "--accept-above", "0.52", "--drop-below", "20elo").out)
    assert (told["accept_above"], told["drop_below"]) == (0.52, "20elo")
    said = run_here(capsys, monkeypatch, "race", "race.toml", "--accept-above", "0.52")
    assert said.err.startswith("error: --accept-above is for a race without a file")


def test_the_demo_says_what_it_would_play(folder: Path, capsys, monkeypatch) -> None:
    before = sorted(folder.iterdir())
    said = run_here(capsys, monkeypatch, "demo", "--dry-run")
    assert said.code == 0
    assert "nothing was played" in said.out
    assert sorted(folder.iterdir()) == before


def test_quiet_and_verbose_may_stand_behind_the_command(folder: Path) -> None:
    words = [sys.executable, "-m", "ponnuki", "race", "race.toml", "--workers", "1", "-vv"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert "trial 3 of candidate 'a' ended: 0.5" in done.stderr


def test_a_shell_completes_commands_and_options(folder: Path) -> None:
    asked = os.environ | {"_PONNUKI_COMPLETE": "complete_bash", "COMP_WORDS": "ponnuki race --dry", "COMP_CWORD": "2"}
    done = subprocess.run(["ponnuki"], executable=Path(sys.executable).parent / "ponnuki", env=asked,
                          capture_output=True, text=True, timeout=120)  # fmt: skip
    assert "--dry-run" in done.stdout
