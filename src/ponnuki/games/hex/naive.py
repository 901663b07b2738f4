"""The rules of Hex again, the slow and obvious way: sets and flood fills, no kernel, nothing incremental.

This is the oracle that the kernel is tested against; it shares no code with it. Cells are (x, y) pairs, colours "b" and
"w", a swap is None.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]


@dataclass(frozen=True)
class NaivePosition:
    """A position with everything that its future depends on."""

    size: int
    swap: bool = False
    stones: dict[Cell, str] = field(default_factory=dict)
    to_move: str = "b"
    moves: int = 0

    def cells(self) -> list[Cell]:
        """All cells of the board."""
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    @staticmethod
    def around(cell: Cell) -> Iterator[Cell]:
        """The cells next to a cell, on the board or off it: all at one step but those on the long diagonal."""
        x, y = cell
        steps = ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx != dy)
        yield from ((x + dx, y + dy) for dx, dy in steps)

    def chains(self, color: str) -> list[set[Cell]]:
        """The connected stones of a colour."""
        left = {cell for cell, stone in self.stones.items() if stone == color}
        found = []
        while left:
            found.append(self._flood({left.pop()}, left))
        return found

    def _flood(self, region: set[Cell], free: set[Cell]) -> set[Cell]:
        """A region and all that it reaches through free cells, which are used up."""
        waiting = list(region)
        while waiting:
            for cell in self.around(waiting.pop()):
                if cell in free:
                    free.remove(cell)
                    region.add(cell)
                    waiting.append(cell)
        return region

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

    def legal_moves(self) -> set[Cell | None]:
        """Empty cells, and None where a swap is possible."""
        if self.is_over:
            return set()
        swap: set[Cell | None] = {None} if self.swap and self.moves == 1 else set()
        return {cell for cell in self.cells() if cell not in self.stones} | swap

    def play(self, move: Cell | None) -> "NaivePosition":
        """The position after a legal move."""
        assert move in self.legal_moves()
        if move is None:
            stones = {(y, x): self.to_move for x, y in self.stones}
        else:
            stones = {**self.stones, move: self.to_move}
        return NaivePosition(self.size, self.swap, stones, "w" if self.to_move == "b" else "b", self.moves + 1)
