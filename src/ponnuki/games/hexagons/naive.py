"""What the oracles of games on hexagons share: chains by flood fill, stones in turns, the swap. No kernel.

Cells are (x, y) pairs, colours "b" and "w", a swap is None.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

Cell = tuple[int, int]


@dataclass(frozen=True)
class NaiveHexagons(ABC):
    """A position with everything that its future depends on."""

    size: int
    swap: bool = False
    stones: dict[Cell, str] = field(default_factory=dict)
    to_move: str = ""
    moves: int = 0

    @abstractmethod
    def cells(self) -> list[Cell]:
        """All cells of the board."""

    @staticmethod
    @abstractmethod
    def around(cell: Cell) -> Iterator[Cell]:
        """The cells next to a cell, on the board or off it."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def swapped(self) -> dict[Cell, str]:
        """The stones after a swap."""

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

    def legal_moves(self) -> set[Cell | None]:
        """Empty cells, and None where a swap is possible."""
        if self.is_over:
            return set()
        swap: set[Cell | None] = {None} if self.swap and self.moves == 1 else set()
        return {cell for cell in self.cells() if cell not in self.stones} | swap

    def play(self, move: Cell | None) -> Self:
        """The position after a legal move."""
        assert move in self.legal_moves()
        stones = self.swapped() if move is None else {**self.stones, move: self.to_move}
        other = "w" if self.to_move == "b" else "b"
        return replace(self, stones=stones, to_move=other, moves=self.moves + 1)
