"""A call that plays one test on a farm and counts the same games twice: as they arrive, and in canonical order.

The games are simulated, their length is not: a worker sleeps as long as a game takes, and a lost game takes longer. So
won games arrive first, and whoever counts arrivals counts more of them than there are.
"""

import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ponnuki.farm.executor import ExecutorFarm
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.lab.runs.supply import ListSupply
from ponnuki.match.seeds import split
from ponnuki.match.trial import TrialResult
from ponnuki.race import Race
from ponnuki.race.thresholds import SINGLE_GAME_VARIANCE

GAMES_A_SECOND = 2000
"""Games are as long as makes this many end in a second, however many are under way."""
SPREAD = 0.2
"""Relative spread of the lengths of games with the same result."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game that is asleep until it ends."""

    reward: float
    seconds: float
    reproducible: bool = True

    def run(self) -> TrialResult:
        time.sleep(self.seconds)
        return TrialResult(self.reward)


@dataclass(frozen=True, slots=True)
class _Games(TrialSource):
    """Games whose results and lengths their seeds decide."""

    seeds: Sequence[int]
    mean: float
    seconds: float
    slower: float

    def seed_of(self, key: Key) -> int:
        return self.seeds[key[1]]

    def trial(self, key: Key) -> _Game:
        rng = Random(self.seed_of(key))
        reward = float(rng.random() < self.mean)
        length = self.seconds * (1.0 if reward else self.slower) * rng.uniform(1 - SPREAD, 1 + SPREAD)
        return _Game(reward, length)

    def label(self, key: Key) -> str:
        return f"game {key[1]}"

    def samples(self) -> Sequence[_Game]:
        return []


@dataclass(slots=True)
class _Arrivals:
    """A list of games that remembers in which order their results were told."""

    supply: ListSupply
    told: list[tuple[int, float]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.supply.is_over

    def next_key(self, ahead: int) -> Key | None:
        return self.supply.next_key(ahead)

    def tell(self, rows: Sequence[TrialRow]) -> None:
        self.supply.tell(rows)
        self.told += [(row.key[1], row.reward) for row in rows if row.reward is not None]


def test(words: Mapping[str, Any], seed: int) -> TrialResult:
    """Whether a candidate that is exactly at the accept threshold is accepted, by each way to count."""
    workers, games = int(words["workers"]), int(words["games"])
    accept_above, drop_below = float(words["accept_above"]), float(words["drop_below"])
    source = _Games(split(seed, games), accept_above, workers / GAMES_A_SECOND, float(words["slower"]))
    arrivals = _Arrivals(ListSupply(((0, number) for number in range(games)), ()))
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "arrivals.sqlite", write=True) as store,
        ThreadPoolExecutor(workers) as executor,
    ):
        run = store.add_run("arrivals", "study", {})
        store.begin_session(run, games)
        series = store.open_series(run, 0, {"candidates": ["at the threshold"]})
        with Driver(store, ExecutorFarm(executor)) as driver:
            driver.play(series, source, arrivals)
    as_arrived = [reward for _, reward in arrivals.told]
    canonical = [reward for _, reward in sorted(arrivals.told)]
    shares = [int(_accepts(one, accept_above, drop_below)) for one in (as_arrived, canonical)]
    return TrialResult(float(shares[0]), {"arrival": shares[0], "canonical": shares[1]})


def _accepts(rewards: Sequence[float], accept_above: float, drop_below: float) -> bool:
    race = Race(["it"], accept_above=accept_above, drop_below=drop_below, prior_variance=SINGLE_GAME_VARIANCE)
    race.tell("it", 0, list(rewards))
    return bool(race.verdict.accepted)
