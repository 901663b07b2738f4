"""Memory of an exchange: tables that stay, in one array for kernels to go through, and space for what is sent."""

import numpy as np
import numpy.typing as npt

EMPTY = 0
"""The slot of a table that is zero and stays so."""
_FIRST = 64
"""Tables there is room for at first. What is not used takes no memory; a larger array later means to copy them all."""


class Tables:
    """Tables by their slots; `add` may move them all to a larger array."""

    def __init__(self, rows: int, columns: int) -> None:
        self.tables: npt.NDArray[np.int64] = np.zeros((_FIRST, rows, columns), np.int64)
        self._used = EMPTY + 1

    def add(self) -> int:
        """The slot of a new table, which is zero."""
        if self._used == len(self.tables):
            self.tables = np.concatenate([self.tables, np.zeros_like(self.tables)])
        self._used += 1
        return self._used - 1

    def keep(self, slots: list[int]) -> dict[int, int]:
        """Forget all tables but some; their new slots by the old ones."""
        tables = np.zeros((max(_FIRST, 1 + len(slots)), *self.tables.shape[1:]), np.int64)
        np.take(self.tables, slots, axis=0, out=tables[1 : 1 + len(slots)])
        self.tables, self._used = tables, 1 + len(slots)
        return {slot: EMPTY + 1 + k for k, slot in enumerate(slots)}


class Space:
    """Memory for the numbers of one exchange, used again in the next: memory is slow when first touched."""

    def __init__(self) -> None:
        self._numbers: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._used = 0

    def clear(self) -> None:
        """What was taken may be written over. If it was more than there is, there will be more."""
        if self._used > len(self._numbers):
            self._numbers = np.empty(2 * self._used, np.int64)
        self._used = 0

    def take(self, count: int) -> npt.NDArray[np.int64]:
        """Room for so many numbers, whatever they are, until `clear`."""
        start, self._used = self._used, self._used + count
        if self._used > len(self._numbers):
            return np.empty(count, np.int64)
        return self._numbers[start : self._used]
