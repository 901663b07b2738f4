"""The scheme `fast-tree`: one tree, on machine 0; the other machines make playouts for it, by the batch.

Machine 0 hands out leaves of its tree to each of the others, searches on by itself meanwhile, and takes in the results
when they come (`search/batches.py`). The others have no tree: they need the position and a seed (`Helper`). With one
machine there is nobody to hand leaves to, and the search is the plain one.
"""

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from ponnuki.cluster.scheme import Scheme
from ponnuki.search.batches import Batch, Words
from ponnuki.search.playouts import Playouts
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem, Search
from ponnuki.search.tree import UNKNOWN

NO_RESULTS: Words = np.empty(0, np.uint16)


class FastTree:
    """The tree, and the batches of each machine that are away."""

    def __init__(self, search: Search, scheme: Scheme, machines: int) -> None:
        self.search = search
        self.scheme = scheme
        self.machines = machines
        self.exchanges = self.bytes = 0
        """Batches whose results were taken in, and the bytes of both."""
        self._away: list[deque[Batch]] = [deque() for _ in range(machines)]

    def hand_out(self, machine: int, count: int) -> Words:
        """Begin so many simulations for a machine; what to send to it."""
        batch = self.search.hand_out(count)
        self._away[machine].append(batch)
        self.bytes += batch.words.nbytes
        return batch.words

    def take_in(self, machine: int, results: Words) -> int:
        """What a machine has found of its oldest batch; how many simulations that makes.

        Leaves of the batch for which it has no results are as they were before.
        """
        batch = self._away[machine].popleft()
        self.exchanges += 1
        self.bytes += results.nbytes
        return batch.settled + self.search.take_in(batch, results)

    def take_back(self) -> None:
        """Wait no longer for batches that are away: the tree is as if they had not been handed out."""
        for batches in self._away:
            while batches:
                self.search.take_in(batches.popleft(), NO_RESULTS)

    def away(self, machine: int) -> int:
        """How many batches a machine has."""
        return len(self._away[machine])

    @property
    def root_is_proved(self) -> bool:
        """Whether the root's result is known."""
        return bool(self.search.root.proof != UNKNOWN)

    def is_decided(self, left: int) -> bool:
        """Whether the best move stays the best if each machine makes `left` simulations more."""
        return self.root_is_proved or self.search.is_decided(left * self.machines)

    def report(self, name: Callable[[int], str], most: int | None = None) -> SearchReport:
        """What the search knows now."""
        return self.search.report(name, most)

    def reset(self, problem: Problem) -> None:
        """Forget the tree."""
        self.search.reset(problem)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves; whether the tree was kept."""
        return self.search.advance(moves, problem)

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""
        self.search.restrict(allowed)


class Helper:
    """A machine without a tree; it is told of positions as those with one are."""

    def __init__(self, playouts: Playouts) -> None:
        self.playouts = playouts

    def reset(self, problem: Problem) -> None:
        """Play from another board."""
        self.playouts.reset(problem)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """The same: there is no tree to keep."""
        self.reset(problem)
        return False

    def restrict(self, allowed: set[int]) -> None:
        """Which moves are considered is for the tree to know."""
