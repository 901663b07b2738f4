"""The rules of Hex again, the slow and obvious way: sets and flood fills, no kernel, nothing incremental.

This is the oracle that the kernel is tested against; it shares no code with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ponnuki.games.hexagons.naive import Cell, NaiveHexagons


@dataclass(frozen=True)
class NaivePosition(NaiveHexagons):
    """A position with everything that its future depends on."""

    to_move: str = "b"

    def cells(self) -> list[Cell]:
        """All cells of the board."""
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    @staticmethod
    def around(cell: Cell) -> Iterator[Cell]:
        """The cells next to a cell, on the board or off it: all at one step but those on the long diagonal."""
        x, y = cell
        steps = ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx != dy)
        yield from ((x + dx, y + dy) for dx, dy in steps)

    def joins(self, chain: set[Cell], color: str) -> bool:
        """Whether a chain reaches from one side of its colour to the other: rows for Black, columns for White."""
        along = {cell["wb".index(color)] for cell in chain}
        return {0, self.size - 1} <= along

    @property
    def winner(self) -> str | None:
        """Who has won; None for nobody yet."""
        won = [color for color in ("b", "w") if any(self.joins(chain, color) for chain in self.chains(color))]
        return won[0] if won else None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None

    def swapped(self) -> dict[Cell, str]:
        """The first stone changes its colour and goes to the mirrored cell."""
        return {(y, x): self.to_move for x, y in self.stones}
