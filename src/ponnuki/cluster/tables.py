"""Many tables of one shape in one array, so that a kernel can go through some of them in one call."""

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
