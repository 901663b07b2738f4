"""Commands of tests, in this process where nothing is started, and stores for them."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import pytest

from ponnuki.cli import main
from ponnuki.lab.journal.store import Run, Store, TrialRow
from ponnuki.lab.races.file import RaceFile
from ponnuki.match.conditions import Conditions

PLAYERS = ("mogo[rave]", "x [/bold]", "c")


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def run_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> Ended:
    """Run a command in this process."""
    monkeypatch.setattr(sys, "argv", ["ponnuki", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    return Ended(int(ended.value.code or 0), said.out, said.err)


def add_race(store: Store, name: str, trials: int = 40, reward: float = 0.5, raced: int = 1) -> Run:
    """A race of two candidates, of which the first, or both, have some trials."""
    file = RaceFile.make({"evaluate": "m:f", "candidate": [{"name": one} for one in PLAYERS[1::-1]]}, "race.toml")
    run = store.add_run(name, "race", file.identity())
    store.begin_session(run, None)
    series = store.open_series(run, 0, file.race_settings())
    store.write(series, [TrialRow((one, number), number, reward) for one in range(raced) for number in range(trials)])
    return run


def add_match(store: Store, name: str, pairings: list[tuple[int, int]], pairs: int, wanted: int) -> Run:
    """A match or a tournament in which some pairs of each pairing were played, each won once and drawn once."""
    players = [{"name": one, "digest": ""} for one in PLAYERS]
    settings = {"players": players, "pairings": pairings, "conditions": asdict(Conditions())}
    run = store.add_run(name, "match" if len(pairings) == 1 else "tournament", settings)
    store.begin_session(run, wanted * len(pairings))
    series = store.open_series(run, 0, {"candidates": [f"{first}" for first, _ in pairings]})
    store.write(
        series, [TrialRow((which, number), number, 0.75) for which in range(len(pairings)) for number in range(pairs)]
    )
    return run


def new_store(folder: Path) -> Store:
    """A store to be filled, where commands look for it."""
    return Store(folder / "ponnuki.sqlite", write=True)
