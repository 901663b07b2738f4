"""One tree and simulated machines that make playouts for it, in one process. See `lockstep` and `fast_tree`.

    search = FastLockstep(problem, settings, make_scheme("fast-tree"), machines=32, seed=0)

In each exchange, machine 0 hands out to every other machine as many leaves as that could have played out by now, makes
as many simulations of its own, and takes in all results in the order of the machines.
"""

import threading
from collections.abc import Sequence

from ponnuki.cluster.fast_tree import FastTree, Helper
from ponnuki.cluster.lockstep import Lockstep, LockstepSearch, machine_seed
from ponnuki.cluster.network import PERFECT, Network
from ponnuki.cluster.scheme import Scheme
from ponnuki.search.batches import Words
from ponnuki.search.playouts import Playouts
from ponnuki.search.search import Problem, Search
from ponnuki.search.settings import SearchSettings


class FastLockstep(Lockstep):
    """A search whose playouts other machines make."""

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
        self._tree = FastTree(Search(problem, settings, threads=threads, seed=seed), scheme, machines)
        self.helpers = [
            Helper(Playouts(problem, settings, threads=threads, seed=machine_seed(seed, k))) for k in range(1, machines)
        ]
        self._results: dict[int, Words] = {}

    @property
    def first(self) -> FastTree:
        """The tree."""
        return self._tree

    def reset(self, problem: Problem) -> None:
        """Forget the tree and start from another board."""
        for helper in self.helpers:
            helper.reset(problem)
        self._tree.reset(problem)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves on all machines; whether the tree was kept."""
        for helper in self.helpers:
            helper.advance(moves, problem)
        return self._tree.advance(moves, problem)

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""
        self._tree.restrict(allowed)

    def _exchange(self, clock: int, end: int, exchanges: int, stop: threading.Event) -> int:
        """Batches for all machines that have none, and the results of those that have not been lost or are late."""
        for k in range(1, len(self._made)):
            due = self._due(k, clock)
            if due > 0 and k not in self._results:
                words = self._tree.hand_out(k, due)
                self._results[k] = self.helpers[k - 1].playouts.run(words)
        self._search_on(0, self._tree.search, clock, stop)
        if self._network.latency and clock < end and self._results:  # the messages are on their way for so long
            clock = min(clock + self._network.latency, end)
            self._search_on(0, self._tree.search, clock, stop)
        alive = self._alive(exchanges)
        for k in sorted(self._results):
            if k in alive and not self._is_late():
                self._made[k] += self._tree.take_in(k, self._results.pop(k))
        return clock

    def _end(self) -> None:
        """What is still on its way at the end of a search comes too late for it."""
        self._tree.take_back()
        self._results = {}


def simulated_machines(
    problem: Problem,
    settings: SearchSettings,
    scheme: Scheme,
    machines: int,
    *,
    threads: int = 1,
    seed: int = 0,
    network: Network = PERFECT,
) -> Lockstep:
    """A search on simulated machines under any scheme."""
    kind = FastLockstep if scheme.name == "fast-tree" else LockstepSearch
    return kind(problem, settings, scheme, machines, threads=threads, seed=seed, network=network)
