"""Which trials are played next, and when there are enough: the part of a run that differs from kind to kind.

A race decides by what it was told (`ponnuki.lab.races.supply`); a match has a list.
"""

from collections import deque
from collections.abc import Container, Iterable, Sequence
from typing import Protocol

from ponnuki.lab.journal.store import TrialRow
from ponnuki.lab.runs.source import Key


class Supply(Protocol):
    """What a driver asks and tells."""

    @property
    def is_over(self) -> bool:
        """Whether no more trials are wanted."""

    def next_key(self, ahead: int) -> Key | None:
        """The next trial to play, with so many in the air; None if there is none before more results are told."""

    def tell(self, rows: Sequence[TrialRow]) -> None:
        """Results that are on the disk, in any order."""


class ListSupply:
    """A list of trials, in the order in which they are played; those that are written are done."""

    def __init__(self, keys: Iterable[Key], written: Container[Key]) -> None:
        all_keys = list(keys)
        self._left = {key for key in all_keys if key not in written}
        self._queue = deque(key for key in all_keys if key in self._left)
        self.total = len(all_keys)

    @property
    def done(self) -> int:
        """How many of them have a result."""
        return self.total - len(self._left)

    @property
    def is_over(self) -> bool:
        """Whether all of them have a result."""
        return not self._left

    def next_key(self, ahead: int) -> Key | None:
        """The first that was not handed out and has no result."""
        while self._queue:
            key = self._queue.popleft()
            if key in self._left:
                return key
        return None

    def tell(self, rows: Sequence[TrialRow]) -> None:
        """Cross them off."""
        self._left.difference_update(row.key for row in rows)
