"""A search of ranks with one tree: rank 0 hands out leaves, the others play them out (`fast_tree`).

With a number of simulations, each of the others has one batch at a time, and rank 0 takes in the results in the order
of the ranks: the tree is that of `lockstep_fast`, byte for byte. With a time limit, each has a batch in work and
another one waiting, and is given the next when a result comes, whoever else is slow.
"""

import time
from math import inf
from typing import Any

import numpy as np

from ponnuki.cluster.fast_tree import NO_RESULTS, FastTree, Helper
from ponnuki.cluster.rank_search import ONE_CHUNK, RankSearch
from ponnuki.cluster.scheme import sharing_times
from ponnuki.cluster.waiting import SHORT_NAP, wait
from ponnuki.search.batches import Words
from ponnuki.search.limits import Limit
from ponnuki.search.playouts import leaf_starts

BATCH, END, RESULTS = 1, 2, 3
"""Tags of messages."""
IN_FLIGHT = 2
"""Batches that a rank has in a search by the clock: one in work, one waiting."""
FIRST_BATCH, LARGEST_BATCH = 8, 4096
"""Leaves of the first batch, before it is known how long they take, and of any (guesses)."""
LAST_CALL = 0.05
"""Seconds that rank 0 waits at the end for what has been played out so far: ten times what that takes (a guess)."""


class LeadingRank(RankSearch):
    """Rank 0: it has the tree."""

    tree: FastTree

    def __init__(self, comm: Any, tree: FastTree) -> None:
        super().__init__(comm)
        self.tree = tree
        self._others = range(1, comm.size)
        self._sent: list[tuple[Any, Words]] = []
        self._coming: dict[int, tuple[Any, Words]] = {}
        self._made_by_others = 0
        self._unwanted = [0] * comm.size
        """By rank: results that come too late for the search that they belong to."""

    def _run(self, limit: Limit) -> None:
        self._hear()
        self._made_by_others = 0
        if self._lead is not None:
            self._lead.exchange = self.tree.scheme.period
        try:
            if limit.seconds is None and limit.simulations is not None:
                self._run_by_count(limit.simulations, limit.early_stop)
            else:
                self._run_by_time()
        finally:
            self._end()

    def _run_by_count(self, simulations: int, early_stop: bool) -> None:
        """A batch for everybody, simulations of our own meanwhile, and all results."""
        for due in sharing_times(simulations, self.tree.scheme.sharings):
            count = due - self.made
            for rank in self._others:
                self._send(rank, self.tree.hand_out(rank, count))
            self._search(self.tree.search, Limit(simulations=count, early_stop=False))
            for rank in self._others:
                while not self._stop.is_set() and not self._take_in(rank):
                    self._nap()
            if self._stop.is_set() or self.tree.root_is_proved:
                return
            if early_stop and self.tree.is_decided(simulations - due):
                return

    def _run_by_time(self) -> None:
        """Whoever brings results is given the next batch at once; else rank 0 searches by itself."""
        self._sizes = [float(FIRST_BATCH)] * self.comm.size
        self._last = [time.monotonic()] * self.comm.size
        for rank in self._others:
            for _ in range(IN_FLIGHT):
                self._send(rank, self.tree.hand_out(rank, FIRST_BATCH))
        while not self._stop.is_set():
            if sum(self._serve(rank) for rank in self._others):
                self._look_around()
            else:
                self._search(self.tree.search, Limit(seconds=ONE_CHUNK, early_stop=False))
            if self._lead is not None and self._lead.is_decided(self.tree, self._made_each()):
                self._ring()

    def _serve(self, rank: int) -> bool:
        """Take in results, and hand out a batch that takes one period; False if there is nothing yet."""
        if not self._take_in(rank):
            return False
        now = time.monotonic()
        change = self.tree.scheme.period / max(now - self._last[rank], 1e-6)
        self._last[rank] = now
        self._sizes[rank] = min(max(self._sizes[rank] * min(max(change, 0.5), 2.0), 1.0), LARGEST_BATCH)
        self._send(rank, self.tree.hand_out(rank, int(self._sizes[rank])))
        return True

    def _end(self) -> None:
        """Tell everybody to stop, take in what has been played out so far, and forget the rest."""
        self._ring()
        until = time.monotonic() + LAST_CALL
        while (waiting := [rank for rank in self._others if self.tree.away(rank)]) and time.monotonic() < until:
            if not sum(self._take_in(rank) for rank in waiting):
                time.sleep(SHORT_NAP)
        self._unwanted = [self.tree.away(rank) for rank in range(self.comm.size)]
        self.tree.take_back()
        self.made_by_all = self.made + self._made_by_others

    def finish(self, patience: float) -> None:
        """Receive what came too late for a search, and see that all has been sent."""
        wait(self.comm, self._receive_unwanted, SHORT_NAP, patience)
        for request, _ in self._sent:
            wait(self.comm, request.Test, SHORT_NAP, patience)
        self._sent = []

    def _receive_unwanted(self) -> bool:
        """Whether there is nothing more to come from anybody."""
        for rank in self._others:
            while self._unwanted[rank] and self._receive(rank) is not None:
                self._unwanted[rank] -= 1
        return not any(self._unwanted)

    def _made_each(self) -> int:
        return (self.made + self._made_by_others) // len(self._unwanted)

    def _is_told_to_stop(self) -> bool:
        return self._stop.is_set()

    def _ring(self) -> None:
        if not self._stop.is_set():
            self._stop.set()
            for rank in self._others:
                self._send(rank, NO_RESULTS, END)

    # ---- messages -------------------------------------------------------------------------------------------------

    def _send(self, rank: int, words: Words, tag: int = BATCH) -> None:
        self._sent = [(request, sent) for request, sent in self._sent if not request.Test()]
        self._sent.append((self.comm.Isend(words, dest=rank, tag=tag), words))

    def _take_in(self, rank: int) -> bool:
        """Take in the results of a rank's oldest batch; False if they have not come."""
        results = self._receive(rank)
        if results is None:
            return False
        self._hear()
        self._made_by_others += self.tree.take_in(rank, results)
        self.made_by_all = self.made + self._made_by_others
        return True

    def _receive(self, rank: int) -> Words | None:
        """The next results of a rank, if they have come in full."""
        if rank not in self._coming:
            words = _message(self.comm, rank, RESULTS)
            if words is None:
                return None
            self._coming[rank] = words
        request, results = self._coming[rank]
        if not request.Test():
            return None
        del self._coming[rank]
        return results


class HelpingRank(RankSearch):
    """The other ranks: they have no tree."""

    tree: Helper

    def __init__(self, comm: Any, helper: Helper) -> None:
        super().__init__(comm)
        self.tree = helper

    def _run(self, limit: Limit) -> None:
        """Play out what comes, until rank 0 ends the search; batches that are begun after that have no results."""
        sent: tuple[Any, Words] | None = None
        while True:
            tag, words = self._next_message()
            if sent is not None:
                wait(self.comm, sent[0].Test, SHORT_NAP, patience=inf)
            if tag == END:
                return
            results = self.tree.playouts.run(words, stopped=self._is_told_to_stop)
            self.made += len(leaf_starts(words)) - 1
            sent = self.comm.Isend(results, dest=0, tag=RESULTS), results

    def _next_message(self) -> tuple[int, Words]:
        """What rank 0 has sent, in the order in which it did."""
        from mpi4py import MPI

        status = MPI.Status()
        self._hear()
        while (coming := _message(self.comm, 0, MPI.ANY_TAG, status)) is None:
            self._nap()
        request, words = coming
        while not request.Test():
            self._nap()
        return status.tag, words

    def finish(self, patience: float) -> None:
        """Nothing: rank 0 is the one that may leave early."""

    def _ring(self) -> None:
        """Nothing: rank 0 is the one that stops."""

    def _is_told_to_stop(self) -> bool:
        return bool(self.comm.Iprobe(source=0, tag=END))


def _message(comm: Any, source: int, tag: int, status: Any = None) -> tuple[Any, Words] | None:
    """A message that has begun to come: the request that it is complete with, and where it goes."""
    from mpi4py import MPI

    status = status or MPI.Status()
    message = comm.Improbe(source=source, tag=tag, status=status)
    if message is None:
        return None
    words = np.empty(status.Get_count(MPI.UNSIGNED_SHORT), np.uint16)
    return message.Irecv(words), words
