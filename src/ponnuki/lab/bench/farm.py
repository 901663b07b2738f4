"""`ponnuki bench farm`: what the machinery around games costs.

Five numbers: the share of all CPU time that is spent inside games (9x9, 100 simulations a move, through farm, journal
and race); the share of the CPU time granted by the machine that the workers use; how many trials that are over at once
go through the whole chain in a second, if they are reproducible and if not; and how long a journal of a million trials
takes to resume.
"""

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki.farm.base import Done, Taken
from ponnuki.farm.local import LocalFarm, granted_cores
from ponnuki.lab.bench.measure import Comparison
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.fold import stored_race
from ponnuki.lab.races.supply import RaceSupply
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.match.conditions import Conditions
from ponnuki.match.pair import PairTrial
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import Trial, TrialResult
from ponnuki.players.spec import PlayerSpec

PAIRS, SIMULATIONS = 100, 100
INSTANT_TRIALS, RECORDED_TRIALS = 20_000, 2_000
RESUMED_TRIALS, RESUMED_CANDIDATES = 1_000_000, 10
HARDEST_MEAN = 0.5025
"""Between the thresholds, so that most of the trials are counted before anything is decided."""
CLOSE_RACE = {"accept_above": 0.501, "drop_below": 0.504, "risk": 0.05}


@dataclass(frozen=True)
class Timed:
    """A pair of games that says how much CPU time it took."""

    pair: PairTrial
    reproducible: bool = True

    def prepare(self) -> None:
        """Compile."""
        self.pair.prepare()

    def run(self) -> TrialResult:
        """Play and take the time."""
        start = time.thread_time()
        result = self.pair.run()
        return TrialResult(result.reward, {**result.details, "cpu": time.thread_time() - start})


@dataclass(frozen=True)
class Instant:
    """A trial that is over at once: a fair coin."""

    seed: int
    reproducible: bool = True

    def run(self) -> TrialResult:
        """Look at one bit."""
        return TrialResult(float(self.seed >> 63))


@dataclass(frozen=True)
class BenchSource(TrialSource):
    """Trials of as many equal candidates as are asked for."""

    make: Callable[[int], Trial]
    names: Sequence[str] = ("candidate",)

    def seed_of(self, key: Key) -> int:
        """Fresh games, not those of any run."""
        return trial_seed("bench", 0, 0, *key)

    def trial(self, key: Key) -> Trial:
        """A trial."""
        return self.make(self.seed_of(key))

    def label(self, key: Key) -> str:
        """By its number."""
        return f"trial {key[1]}"

    def samples(self) -> list[Trial]:
        """One is enough."""
        return [self.make(0)]


def run(workers: int | None = None, pairs: int = PAIRS, on_part: Callable[[str], None] = lambda _: None) -> Comparison:
    """All measurements; the headline is the share of CPU time inside games."""
    count = workers or granted_cores()
    details: dict[str, Any] = {"workers": count}
    on_part("games")
    details |= measure_games(count, pairs)
    on_part("trials that are over at once")
    details["instant_trials_per_second"] = measure_instant(count)
    details["recorded_trials_per_second"] = measure_instant(count, RECORDED_TRIALS, reproducible=False)
    on_part("a journal of a million trials")
    details |= measure_resume()
    share = details["cpu_in_games"] / details["cpu_in_all"]
    return Comparison(share, 1.0, share, "CPU in games / CPU in all processes", "no farm", 1, details)


def measure_games(workers: int, pairs: int) -> dict[str, float]:
    """CPU inside games, in all processes, and the share used of what was granted."""
    spec = PlayerSpec.make({"sims": SIMULATIONS})
    source = BenchSource(lambda seed: Timed(PairTrial(spec, spec, Conditions(), seed)))
    with LocalFarm(workers, prepare=source.samples()) as farm, _store() as store:
        _warm(farm, source)
        before, start = _cpu(farm.process_ids), time.monotonic()
        race = _drive(store, source, farm, pairs)
        wall, cpu = time.monotonic() - start, _cpu(farm.process_ids)
        used = sum(cpu[pid][0] - before[pid][0] for pid in farm.process_ids)
        waited = sum(cpu[pid][1] - before[pid][1] for pid in farm.process_ids)
        inside = sum(found["cpu"] for _, _, found in store.details(race))
        inside += _cpu_of_the_rest(farm)
        cpu = _cpu(farm.process_ids)
    return {
        "pairs": pairs,
        "cpu_in_games": inside,
        "cpu_in_all": sum(cpu[pid][0] - before[pid][0] for pid in cpu),
        "granted_share_used": used / max(wall * workers - waited, 1e-9),
        "pairs_per_second": pairs / wall,
    }


def _cpu_of_the_rest(farm: LocalFarm) -> float:
    """CPU time of the games that were still being played when the race was over: it counts as time inside games."""
    seconds = 0.0
    while farm.in_flight:
        seconds += sum(outcome.result.details["cpu"] for outcome in farm.wait(1.0) if isinstance(outcome, Done))
    return seconds


def measure_instant(workers: int, trials: int = INSTANT_TRIALS, reproducible: bool = True) -> float:
    """Trials a second through farm, journal and race; those that are not reproducible are written before they begin."""
    source = BenchSource(lambda seed: Instant(seed, reproducible), ("a", "b", "c"))
    with LocalFarm(workers) as farm, _store() as store:
        _warm(farm, source)
        start = time.monotonic()
        _drive(store, source, farm, trials)
        return trials / (time.monotonic() - start)


def measure_resume(trials: int = RESUMED_TRIALS, candidates: int = RESUMED_CANDIDATES) -> dict[str, float]:
    """Seconds from opening a store to a race that goes on."""
    names = [f"candidate {i}" for i in range(candidates)]
    rewards = np.random.default_rng(0).random(trials) < HARDEST_MEAN
    settings = {"candidates": names, "selection": "round-robin", **CLOSE_RACE}
    with _store() as store:
        run = store.add_run("bench", "race", {})
        store.begin_session(run, None)
        race = store.open_series(run, 0, settings)
        keys = (divmod(i, trials // candidates) for i in range(trials))
        rows = [TrialRow(key, i, float(x)) for i, (key, x) in enumerate(zip(keys, rewards, strict=True))]
        store.write(race, rows)
        start = time.monotonic()
        with Store(store.path) as reader:
            resumed = stored_race(reader, reader.find_run("bench"), 0, None).resumed()
            asked = resumed.ask()
            verdict = resumed.verdict
        seconds = time.monotonic() - start
    assert asked is not None or verdict.status != "running"
    return {"resume_seconds": seconds, "resumed_trials": trials, "resumed_trials_counted": verdict.trials}


def _drive(store: Store, source: BenchSource, farm: LocalFarm, budget: int) -> int:
    """Play a race on a farm that is left running; the number of its series."""
    run = store.add_run("bench", "race", {})
    store.begin_session(run, budget)
    store.open_series(run, 0, {"candidates": list(source.names), **CLOSE_RACE})
    stored = stored_race(store, run, 0, budget)
    Driver(store, farm).play(stored.id, source, RaceSupply(store, stored, stored.resumed()))
    return stored.id


def _warm(farm: LocalFarm, source: BenchSource) -> None:
    """Let every worker load what it needs before the clock runs."""
    for number in range(4 * farm.workers):
        farm.submit((0, number), source.make(number))
    while farm.in_flight:
        farm.answer([outcome.key for outcome in farm.wait(1.0) if isinstance(outcome, Taken)])


@contextlib.contextmanager
def _store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "bench.sqlite", write=True) as store:
        yield store


def _cpu(workers: Sequence[int]) -> dict[int, tuple[float, float]]:
    """CPU seconds of workers and coordinator, and seconds that workers waited for a processor (Linux)."""
    usage: dict[int, tuple[float, float]] = {os.getpid(): (time.process_time(), 0.0)}
    for pid in workers:
        tasks = list(Path(f"/proc/{pid}/task").glob("*/schedstat"))
        ran = sum(int(task.read_text().split()[0]) for task in tasks) / 1e9
        waited = int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
        usage[pid] = ran, waited
    return usage
