"""A search of ranks that have a tree each: they exchange statistics (`sharing`) by sums that nobody blocks on (`sums`).

Rank 0's decision to stop reaches the others by a *bell*, a message that they look for between two chunks of
simulations. That an exchange is the last one is part of it, so that all ranks make equally many.
"""

import threading
import time
from typing import Any

import numpy as np

from ponnuki.cluster.accounts import Rounds
from ponnuki.cluster.rank_search import ONE_CHUNK, RankSearch
from ponnuki.cluster.scheme import sharing_times
from ponnuki.cluster.sharing import SharedTree
from ponnuki.cluster.statistics import Table
from ponnuki.cluster.sums import Sums
from ponnuki.cluster.tables import Space
from ponnuki.cluster.waiting import SHORT_NAP, wait
from ponnuki.search.limits import Limit

SAID = 2
"""Numbers that ranks say with each round: whether rank 0 ends the search, and how many simulations each has made."""


class SlowRank(RankSearch):
    """A rank with a tree of its own, which leaves room for what is `SAID`."""

    tree: SharedTree

    def __init__(self, comm: Any, bells: Any, tree: SharedTree) -> None:
        super().__init__(comm)
        self.tree = tree
        self._bells = bells
        self._bell: Any = None
        self._sums, self._space = Sums(comm), Space()
        self._here = threading.Event()  # a sum has come, or the search ends
        self._rounds: Rounds | None = None
        self._unfinished = False
        self._ending = False

    # ---- a search -------------------------------------------------------------------------------------------------

    def _run(self, limit: Limit) -> None:
        """Search and share."""
        self._ending = False
        self._bell = None if self._lead else self._bells.Ibcast(np.zeros(1, np.int8), root=0)
        try:
            if limit.seconds is None and limit.simulations is not None:
                self._run_by_count(limit.simulations, limit.early_stop)
            else:
                self._run_by_time()
        except BaseException:
            if self._lead is not None:  # whoever catches this may go on: the others have to end this search first
                self._ring()
                self._unfinished = True
            raise
        if not self._unfinished:
            self._finish_bell()

    def _run_by_count(self, simulations: int, early_stop: bool) -> None:
        """The same schedule on all ranks, whatever their speed."""
        for due in sharing_times(simulations, self.tree.scheme.sharings):
            self._search(self.tree.search, Limit(simulations=due - self.made, early_stop=False))
            self._begin_exchange()
            while not self._exchange_is_over():
                self._nap()
            if self._is_over() or (early_stop and self.tree.is_decided(simulations - due)):
                return

    def _run_by_time(self) -> None:
        """Exchange every period, searching while sums are on their way, until rank 0 rings the bell."""
        scheme, search = self.tree.scheme, self.tree.search
        period = 3600.0 if scheme.name == "voting" else scheme.period
        begun = time.monotonic()
        while True:
            left = min(begun + period - time.monotonic(), self._lead.left if self._lead else period)
            self._search(search, Limit(seconds=max(left, ONE_CHUNK), early_stop=False))
            if scheme.name == "voting" and not self._stop.is_set():
                continue
            begun = time.monotonic()
            self._begin_exchange()
            while not self._exchange_is_over():
                if not self._stop.is_set():
                    self._search_until_sums_come()
                elif self._lead is not None and time.monotonic() - self._rung_at > self._longest_wait():
                    self._unfinished = True  # somebody is very slow: answer without the rest
                    return
                else:
                    self._nap()
            if self._is_over():
                return
            if self._lead is not None:
                self._lead.exchange = max(self._lead.exchange, time.monotonic() - begun)
                if self._lead.is_decided(self.tree, self.made):
                    self._ring()

    def _search_until_sums_come(self) -> None:
        """One search, however many chunks that takes, so that it begins and ends but once a round."""
        here = self._here
        here.clear()

        def look() -> None:
            self._look_around()
            if self._stop.is_set() or self._sums.have_come():
                here.set()

        search = self.tree.search
        search.run(Limit(seconds=self.tree.scheme.period, early_stop=False), stop=here, on_progress=look, every=0.0)
        self.made += search.simulations

    def _longest_wait(self) -> float:
        """Seconds that rank 0 waits for a slow one at the end: the exchange's own time, and one period."""
        return self.tree.scheme.period + (self._lead.exchange if self._lead else 0.0)

    def _is_told_to_stop(self) -> bool:
        return bool(self._bell.Test())

    def _ring(self) -> None:
        if not self._stop.is_set():
            self._stop.set()
            self._rung_at = time.monotonic()
        if self._bell is None:
            self._bell = self._bells.Ibcast(np.zeros(1, np.int8), root=0)

    def _is_over(self) -> bool:
        """What all ranks know after the same exchange: that it was the last."""
        return self._ending or self.tree.root_is_proved

    # ---- an exchange ----------------------------------------------------------------------------------------------

    def _begin_exchange(self) -> None:
        """Rank 0 says whether this is the last one."""
        self._says_ending = int(self._lead is not None and self._stop.is_set())
        self._hear()
        self._space.clear()
        self._rounds = self.tree.share()
        self._send(next(self._rounds))

    def _send(self, own: Table) -> None:
        """A round: our numbers, and what is said with them."""
        own[-SAID:] = self._says_ending, self.made
        self._received = self._space.take(len(own))
        self._sums.begin(own, self._received)

    def _exchange_is_over(self) -> bool:
        """Take the sums that have come, and go on with the next round; whether that was the last."""
        while self._rounds is not None and self._sums.have_come():
            self._hear()
            ending, self.made_by_all = self._received[-SAID:].tolist()
            self._ending = bool(ending)
            try:
                self._send(self._rounds.send(self._received))
            except StopIteration:
                self._rounds = None
        return self._rounds is None

    def finish(self, patience: float) -> None:
        """Rank 0: the rest of a search that was answered without waiting for a slow rank."""
        while self._unfinished:
            if self._rounds is None:
                self._begin_exchange()
            while not self._exchange_is_over():
                wait(self.comm, self._sums.have_come, SHORT_NAP, patience)
            if self._is_over():
                self._unfinished = False
                self._finish_bell()

    def _finish_bell(self) -> None:
        """All hear the bell once in a search, be it only at its end."""
        if self._lead is not None:
            self._ring()
        wait(self.comm, self._bell.Test, SHORT_NAP)
        self._bell = None
