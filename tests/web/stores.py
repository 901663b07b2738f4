"""Stores for tests of pages: races without games, written straight into a journal."""

from pathlib import Path

import numpy as np

from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.file import RaceFile

EVIL = '<img src=x onerror="window.hacked=1">'
RACE = """
risk = 0.05
accept_above = 0.5
drop_below = 0.55
evaluate = "coins:flip"
"""
COINS = """
import random, time

def flip(candidate, seed):
    time.sleep(candidate.get("wait", 0.0))
    return float(random.Random(seed).random() < candidate["p"])
"""


def race_file(folder: Path, chances: dict[str, float], wait: float = 0.0, name: str = "coins") -> Path:
    """A race of coins, which is quick or slow."""
    (folder / "coins.py").write_text(COINS)
    parts = [f"[[candidate]]\nname = '{who}'\np = {p}\nwait = {wait}\n" for who, p in chances.items()]
    path = folder / f"{name}.toml"
    path.write_text(RACE + "".join(parts))
    return path


def add_race(store: Path, file: Path, name: str, trials: int, seed: int = 0) -> str:
    """A run with so many trials of each candidate, thrown with its chance; its id."""
    race, random = RaceFile.read(file), np.random.default_rng(seed)
    with Store(store, write=True) as opened:
        run = opened.add_run(name, "race", race.identity())
        opened.begin_session(run, None)
        series = opened.open_series(run, 0, race.race_settings())
        add_trials(opened, series, [float(one["p"]) for one in race.candidate], 0, trials, random)
    return run.id


def add_trials(
    store: Store, series: int, chances: list[float], first: int, count: int, random: np.random.Generator
) -> None:
    for candidate, p in enumerate(chances):
        wins = random.random(count) < p
        store.write(series, [TrialRow((candidate, first + t), t, float(won)) for t, won in enumerate(wins)])
