"""A search as one rank sees it: what the schemes have in common. `rank_slow` and `rank_fast` are the two kinds.

Only rank 0 has a clock and may decide to stop (`Lead`); how the others learn of it is for the scheme to know.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from ponnuki.cluster.fast_tree import FastTree, Helper
from ponnuki.cluster.sharing import SharedTree
from ponnuki.cluster.waiting import IMPATIENT_LOOKS, LONGEST_SILENCE, give_up, nap_after
from ponnuki.search.limits import Limit
from ponnuki.search.search import Search
from ponnuki.search.tree import UNKNOWN

ONE_CHUNK = 1e-9
"""Seconds of a search that is a single chunk, as between two looks whether a sum has come: the first is always run."""


@dataclass
class Lead:
    """What only rank 0 knows of a search: when to stop, and who wants to hear of its progress."""

    limit: Limit
    stop: threading.Event
    on_progress: Callable[[], None] | None = None
    every: float = 0.1

    def __post_init__(self) -> None:
        self.started = self._reported = time.monotonic()
        self.exchange = 0.0  # seconds that the longest exchange took

    @property
    def left(self) -> float:
        """Seconds of searching, the last exchange being part of the time limit, but for at most a fifth of it."""
        if self.limit.seconds is None:
            return inf
        reserve = min(self.exchange, self.limit.seconds / 5)
        return self.started + self.limit.seconds - reserve - time.monotonic()

    def is_over(self, made: int, proved: bool) -> bool:
        """Whether it is time to stop. Without a time limit, ranks follow a common schedule, and need not be told."""
        if self.limit.seconds is None:
            return self.stop.is_set()
        enough = self.limit.simulations is not None and made >= self.limit.simulations
        return self.stop.is_set() or self.left <= 0 or enough or proved

    def is_decided(self, tree: SharedTree | FastTree, made: int) -> bool:
        """Whether the rest of the time, at the speed so far, cannot change the best move."""
        spent = time.monotonic() - self.started
        return self.limit.early_stop and tree.is_decided(int(made / spent * max(self.left, 0.0)) + 1)

    def report_if_due(self) -> None:
        """Tell who wants to know."""
        if self.on_progress is not None and time.monotonic() - self._reported >= self.every:
            self._reported = time.monotonic()
            self.on_progress()


class RankSearch(ABC):
    """One rank's part in a search, again and again."""

    tree: SharedTree | FastTree | Helper

    def __init__(self, comm: Any) -> None:
        self.comm = comm
        self.made = self.made_by_all = 0
        self.seconds = self.cpu = self.waited = 0.0  # of the last search; waiting is part of the seconds
        self._lead: Lead | None = None
        self._stop = threading.Event()
        self._looks, self._heard = 0, 0.0

    def run(self, limit: Limit, lead: Lead | None = None) -> None:
        """Search until rank 0's limit; rank 0 has the `lead`."""
        started, cpu = time.monotonic(), time.process_time()
        self.made, self.made_by_all, self.waited = 0, 0, 0.0
        self._lead, self._stop = lead, threading.Event()
        self._run(limit)
        self.seconds, self.cpu = time.monotonic() - started, time.process_time() - cpu

    @abstractmethod
    def _run(self, limit: Limit) -> None: ...

    @abstractmethod
    def finish(self, patience: float) -> None:
        """Rank 0: the rest of a search that was answered without waiting for a slow rank."""

    # ---- between two chunks of simulations ------------------------------------------------------------------------

    def _search(self, search: Search, limit: Limit) -> None:
        """Some simulations of our own."""
        search.run(limit, stop=self._stop, on_progress=self._look_around, every=0.0)
        self.made += search.simulations
        self._look_around()

    def _look_around(self) -> None:
        """Has rank 0 stopped the search, or, on rank 0, is it time to?"""
        if self._lead is None:
            if not self._stop.is_set() and self._is_told_to_stop():
                self._stop.set()
            return
        self._lead.report_if_due()
        if not self._stop.is_set() and self._lead.is_over(self._made_each(), self._is_proved()):
            self._ring()

    @abstractmethod
    def _ring(self) -> None:
        """Rank 0: tell the others to stop, once."""

    @abstractmethod
    def _is_told_to_stop(self) -> bool:
        """The others: whether rank 0 has rung."""

    def _made_each(self) -> int:
        """How many simulations a machine has made, as rank 0 knows."""
        return self.made

    def _is_proved(self) -> bool:
        return not isinstance(self.tree, Helper) and bool(self.tree.search.tree["proof"][0] != UNKNOWN)

    # ---- waiting --------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Something has come from the others."""
        self._looks, self._heard = 0, time.monotonic()

    def _nap(self) -> None:
        """Wait a little for the others."""
        self._looks += 1
        if self._looks > IMPATIENT_LOOKS:
            start = time.monotonic()
            time.sleep(nap_after(start - self._heard))
            self.waited += time.monotonic() - start
            if self._lead is not None and start - self._heard > LONGEST_SILENCE:
                give_up(self.comm, LONGEST_SILENCE)
        self._look_around()
