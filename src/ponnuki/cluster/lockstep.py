"""A search on simulated machines in one process: what a cluster would do, studied on a laptop.

`Lockstep` is what all schemes have in common, `LockstepSearch` those with a tree on each machine; the one with a single
tree is in `lockstep_fast`.

    search = LockstepSearch(problem, settings, make_scheme("slow-tree"), machines=32, seed=0)
    search.run(Limit(simulations=1000))

All machines make the same number of simulations, one after the other, and then share, by the code that real machines
run (`sharing`). Time is counted in simulations; nothing depends on a clock, and with one thread a machine the result is
a function of the problem, the settings, the scheme and the seed. `Network` says what goes wrong on the way.
"""

import contextlib
import itertools
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from ponnuki.cluster.accounts import Rounds
from ponnuki.cluster.fast_tree import FastTree
from ponnuki.cluster.network import PERFECT, Network
from ponnuki.cluster.scheme import MOST_MACHINES, Scheme, sharing_times
from ponnuki.cluster.sharing import SharedTree
from ponnuki.cluster.statistics import Table
from ponnuki.errors import BadInput
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem, Search
from ponnuki.search.settings import SearchSettings

OPEN_ENDED = 50
"""Simulations between two exchanges of a search without a number of them, as for analysis (a guess)."""


def machine_seed(seed: int, machine: int) -> int:
    """The seed of one machine's search: machine 0 searches as if it were alone."""
    if machine == 0:
        return seed
    return int(np.random.SeedSequence([seed, machine]).generate_state(1, np.uint64)[0])


class Lockstep(ABC):
    """Simulated machines that search the same position; used like a `Search`."""

    def __init__(
        self, settings: SearchSettings, scheme: Scheme, machines: int, seed: int = 0, network: Network = PERFECT
    ) -> None:
        if not 1 <= machines <= MOST_MACHINES:
            raise BadInput(f"machines must be from 1 to {MOST_MACHINES}, not {machines}")
        self.settings = settings
        self.scheme = scheme
        self._network = network
        self._speeds = [*network.speeds, *[1.0] * machines][:machines]
        self._chance = np.random.default_rng([seed, machines])
        self._made = [0] * machines
        self.seconds = self.spent = 0.0

    @property
    def simulations(self) -> int:
        """Of the last search, on all machines together."""
        return sum(self._made)

    # ---- what schemes differ in -----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def first(self) -> SharedTree | FastTree:
        """The tree of machine 0, which gives the answer."""

    @abstractmethod
    def reset(self, problem: Problem) -> None:
        """Forget all trees and start from another board."""

    @abstractmethod
    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves on all machines; whether any tree was kept."""

    @abstractmethod
    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""

    @abstractmethod
    def _exchange(self, clock: int, end: int, exchanges: int, stop: threading.Event) -> int:
        """Let all machines search until some time and exchange what they know; when that is over."""

    def _end(self) -> None:
        """A search is over, in whatever way."""
        return

    # ---- running ------------------------------------------------------------------------------------------------

    def run(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_progress: Callable[[], None] | None = None,
        every: float = 0.1,
    ) -> None:
        """Search until each machine has made its simulations, the best move cannot change, or `stop`.

        Seconds are those of this process, looked at after each exchange. Without a number of simulations, machines
        share after each `OPEN_ENDED` of them.
        """
        started = reported = time.monotonic()
        end, clock, exchanges = limit.simulations or sys.maxsize, 0, 0
        self._made = [0] * len(self._made)
        stop = stop or threading.Event()
        try:
            for due in self._sharing_times(limit):
                if due <= clock < end:
                    continue  # the last sums were on their way for so long
                clock = self._exchange(max(clock, due), end, exchanges, stop)
                exchanges += 1
                now, tree = time.monotonic(), self.first
                if stop.is_set() or (limit.seconds is not None and now - started >= limit.seconds):
                    break
                if tree.root_is_proved or (limit.early_stop and tree.is_decided(end - clock)):
                    break
                if on_progress is not None and now - reported >= every:
                    reported = now
                    on_progress()
        finally:
            self._end()
        self.seconds = self.spent = time.monotonic() - started

    def _sharing_times(self, limit: Limit) -> Iterable[int]:
        if limit.simulations is None:
            return itertools.count(OPEN_ENDED, OPEN_ENDED)
        return sharing_times(limit.simulations, self.scheme.sharings)

    def _alive(self, exchanges: int) -> list[int]:
        """The machines that have not been lost by now."""
        return [k for k in range(len(self._made)) if exchanges < self._network.lost.get(k, exchanges + 1)]

    def _due(self, machine: int, clock: int) -> int:
        """How many simulations a machine can make until some time, beyond those that it has made."""
        return max(1, int(clock * self._speeds[machine])) - self._made[machine]

    def _search_on(self, machine: int, search: Search, clock: int, stop: threading.Event) -> None:
        """Let a machine make the simulations that it can have made until some time."""
        if (due := self._due(machine, clock)) > 0:
            search.run(Limit(simulations=due, early_stop=False), stop=stop)
            self._made[machine] += search.simulations

    def _is_late(self) -> bool:
        return self._network.late > 0 and bool(self._chance.random() < self._network.late)

    # ---- what it found ------------------------------------------------------------------------------------------

    def report(self, name: Callable[[int], str], most: int | None = None) -> SearchReport:
        """What machine 0 knows, with the simulations of all."""
        return replace(self.first.report(name, most), simulations=self.simulations, seconds=self.seconds)


class LockstepSearch(Lockstep):
    """Many searches of the same position, each in a tree of its own, that share what they learn."""

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        scheme: Scheme,
        machines: int,
        *,
        threads: int = 1,
        seed: int = 0,
        network: Network = PERFECT,
    ) -> None:
        super().__init__(settings, scheme, machines, seed, network)
        self.trees = [
            SharedTree(
                Search(problem, settings, threads=threads, seed=machine_seed(seed, k)), scheme, machines, problem.codes
            )
            for k in range(machines)
        ]

    @property
    def first(self) -> SharedTree:
        """The tree of machine 0."""
        return self.trees[0]

    def reset(self, problem: Problem) -> None:
        """Forget all trees and start from another board."""
        for tree in self.trees:
            tree.reset(problem)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves on all machines; whether any tree was kept."""
        kept = [tree.advance(moves, problem) for tree in self.trees]
        return any(kept)

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""
        for tree in self.trees:
            tree.restrict(allowed)

    def share_now(self) -> None:
        """An exchange outside of a search, over a perfect network."""
        everybody = [tree.share() for tree in self.trees]
        said = [next(one) for one in everybody]
        while said:
            said = _answers(everybody, said)

    def _exchange(self, clock: int, end: int, exchanges: int, stop: threading.Event) -> int:
        self._search_until(clock, exchanges, stop)
        rounds = [self.trees[k].share(silent=self._is_late()) for k in self._alive(exchanges)]
        said = [next(one) for one in rounds]
        while said:
            if self._network.latency and clock < end:  # they go on searching while the sum is on its way
                clock = min(clock + self._network.latency, end)
                self._search_until(clock, exchanges, stop)
            said = _answers(rounds, said)
        return clock

    def _search_until(self, clock: int, exchanges: int, stop: threading.Event) -> None:
        """Let each machine make the simulations that it can have made by now."""
        for k in self._alive(exchanges):
            self._search_on(k, self.trees[k].search, clock, stop)


def _answers(rounds: list[Rounds], said: list[Table]) -> list[Table]:
    """What the machines say when they are sent the sum; nothing when the exchange is over."""
    total = np.sum(said, axis=0)
    answers = []
    for one in rounds:
        with contextlib.suppress(StopIteration):
            answers.append(one.send(total))
    return answers
