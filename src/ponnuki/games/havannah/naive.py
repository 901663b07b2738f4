"""The rules of Havannah again, the slow and obvious way: sets and flood fills, no kernel, nothing incremental.

This is the oracle that the kernel is tested against; it shares no code with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ponnuki.games.hexagons.naive import Cell, NaiveHexagons


@dataclass(frozen=True)
class NaivePosition(NaiveHexagons):
    """A position with everything that its future depends on."""

    to_move: str = "w"

    def cells(self) -> list[Cell]:
        """All cells of the board."""
        return [(x, y) for y in range(2 * self.size - 1) for x in range(2 * self.size - 1) if self._has((x, y))]

    def _has(self, cell: Cell) -> bool:
        x, y = cell
        return 0 <= x <= 2 * self.size - 2 and 0 <= y <= 2 * self.size - 2 and -self.size < x - y < self.size

    @staticmethod
    def around(cell: Cell) -> Iterator[Cell]:
        """The cells next to a cell, on the board or off it."""
        x, y = cell
        yield from ((x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y), (x - 1, y - 1), (x, y - 1))

    def touched(self, chain: set[Cell]) -> tuple[int, int]:
        """How many corners and how many sides a chain touches."""
        neighbours = {cell: sum(self._has(near) for near in self.around(cell)) for cell in chain}
        corners = sum(count == 3 for count in neighbours.values())
        sides = {self._side(cell) for cell, count in neighbours.items() if count == 4}
        return corners, len(sides)

    def _side(self, cell: Cell) -> tuple[Cell, ...]:
        """What tells sides apart: in which two directions a cell of it has no neighbour."""
        return tuple((x - cell[0], y - cell[1]) for x, y in self.around(cell) if not self._has((x, y)))

    def has_ring(self, chain: set[Cell]) -> bool:
        """Whether a chain encloses a cell: one that cannot be reached from outside, or one with six of its stones."""
        margin = {(x, y) for x in range(-1, 2 * self.size) for y in range(-1, 2 * self.size)}
        outside = self._flood({(-1, 2 * self.size - 1)}, margin - chain - {(-1, 2 * self.size - 1)})
        return bool(margin - chain - outside) or any(chain.issuperset(self.around(cell)) for cell in chain)

    def wins(self, color: str) -> set[str]:
        """What a colour has completed."""
        found = set()
        for chain in self.chains(color):
            corners, sides = self.touched(chain)
            found |= {"bridge"} if corners >= 2 else set()
            found |= {"fork"} if sides >= 3 else set()
            found |= {"ring"} if self.has_ring(chain) else set()
        return found

    @property
    def winner(self) -> str | None:
        """Who has won; None for nobody yet, or a draw."""
        return next((color for color in ("w", "b") if self.wins(color)), None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self.winner is not None or len(self.stones) == len(self.cells())

    def swapped(self) -> dict[Cell, str]:
        """The first stone changes its colour."""
        return dict.fromkeys(self.stones, self.to_move)
