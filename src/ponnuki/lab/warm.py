"""Kernels compiled ahead of time: for each game, size and program everything that a match with it will need."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

from numba.core import event

from ponnuki.players.kit import DEFAULT_GAME, find_kit
from ponnuki.players.spec import PlayerSpec

COMPILING = "numba:compile"
"""What numba calls the event of a compilation; code that is found in the cache is none."""

Watcher = Callable[[str, int], None]
"""Told the name of the kernel that is being compiled, and how many there were."""


@dataclass(frozen=True, slots=True)
class Job:
    """One program of one game on one board."""

    game: str
    size: int
    program: str

    def __str__(self) -> str:
        return f"{self.game} {self.size} {self.program}"


@dataclass(frozen=True, slots=True)
class Warmed:
    """A job that is done: how many kernels had to be compiled, and how long it took."""

    job: Job
    kernels: int
    seconds: float


def jobs(games: Sequence[str] | None, sizes: Sequence[int] | None, programs: Sequence[str] | None) -> list[Job]:
    """Every combination of what was named; all of them are checked before the first is compiled."""
    found = []
    for game in games or [DEFAULT_GAME]:
        kit = find_kit(game)
        for size, program in product(sizes or [kit.default_size], programs or ["default"]):
            job = Job(game, size, program)
            _spec(job)
            found.append(job)
    return found


def warm_up(job: Job, watch: Watcher = lambda name, count: None) -> Warmed:
    """Compile what is not in the cache yet."""
    since = time.monotonic()
    with _compilations(watch) as names:
        kit = find_kit(job.game)
        kit.warm(_spec(job))
        kit.warm_judge(job.size)
    return Warmed(job, len(names), time.monotonic() - since)


def _spec(job: Job) -> PlayerSpec:
    return PlayerSpec.make({"game": job.game, "size": job.size, "program": job.program, "sims": 1}, "warm")


class _Listener(event.Listener):  # type: ignore[misc]
    """Notes the names of kernels as they are compiled, those within others included."""

    def __init__(self, watch: Watcher) -> None:
        self.names: list[str] = []
        self._watch = watch

    def on_start(self, news: Any) -> None:
        """A compilation begins."""
        name = news.data["dispatcher"].py_func.__name__
        self.names.append(name)
        self._watch(name, len(self.names))

    def on_end(self, news: Any) -> None:
        """A compilation has ended."""


@contextmanager
def _compilations(watch: Watcher) -> Iterator[list[str]]:
    listener = _Listener(watch)
    event.register(COMPILING, listener)
    try:
        yield listener.names
    finally:
        event.unregister(COMPILING, listener)
