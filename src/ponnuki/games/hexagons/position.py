"""A position on hexagons for people: immutable, readable, with moves as words and errors that say why.

Moves are cells as in the game's classic codec, or "swap". The rules are computed by the game's kernel.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, IllegalMove
from ponnuki.games.hexagons.coords import SWAP_WORD, Cell, Codec
from ponnuki.games.hexagons.layout import EMPTY
from ponnuki.games.position import PlayedPosition, check_to_move
from ponnuki.kernels.records import Records

AnyRules = TypeVar("AnyRules")


@dataclass(frozen=True)
class Boards:
    """How a game keeps, plays and shows its boards."""

    rules: Any
    """Those of a position that says nothing."""
    numbers: Mapping[Color, int]
    """Colours as the kernel has them; who begins is first."""
    codec: Codec
    swaps: Collection[str]
    """Words for the swap."""
    new_board: Callable[..., Records]
    geometry: Callable[[int], Records]
    cells: Callable[[int], Sequence[Cell]]
    vertex_of: Callable[[int, int, int], int]
    cell_of: Callable[[int, int], Cell]
    play: Callable[[Any, Any, Any, int], None]
    swap: Callable[[Any, Any], None]
    parse_rows: Callable[[Sequence[str]], tuple[int, dict[Cell, int]]]
    format_rows: Callable[[int, Mapping[Cell, int]], list[str]]
    draw: Callable[[int, Mapping[Cell, int], Cell | None], str]

    @property
    def first(self) -> Color:
        """Who begins."""
        return next(iter(self.numbers))


class HexagonPosition(PlayedPosition[AnyRules]):
    """A board and whose turn it is. Made by `empty`, `from_rows` or `from_stones`."""

    __slots__ = ()
    boards: ClassVar[Boards]

    @classmethod
    def empty(cls, size: int, rules: AnyRules | None = None) -> Self:
        """The start of a game."""
        known: Any = cls.boards.rules if rules is None else rules
        return cls(cls.boards.new_board(size, known.swap), size, cls.boards.first, known)

    @classmethod
    def from_rows(cls, rows: Sequence[str], to_move: Color | None = None, rules: AnyRules | None = None) -> Self:
        """A position from its rows, row 1 first: `.` empty, `X` Black, `O` White; who begins is to move."""
        return cls.from_stones(*cls.boards.parse_rows(rows), to_move, rules)

    @classmethod
    def from_stones(
        cls, size: int, stones: Mapping[Cell, int], to_move: Color | None = None, rules: AnyRules | None = None
    ) -> Self:
        """A position that was set up, without a swap to come."""
        turn = cls.boards.first if to_move is None else to_move
        check_to_move(turn)
        records, tables = cls.boards.new_board(size), cls.boards.geometry(size)[0]
        position = cls(records, size, turn, cls.boards.rules if rules is None else rules)
        for cell, color in stones.items():
            cls.boards.play(records[0], tables, np.uint16(cls.boards.vertex_of(size, *cell)), color)
            position._stone_was_put(color)
        records[0].last = 0
        return position

    def _stone_was_put(self, color: int) -> None:
        """What a game notes of a stone that has been put on the board, by the kernel's number of its colour."""

    # ---- what can be seen -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def winner(self) -> Color | None:
        """Who has won; None while nobody has."""

    @property
    @abstractmethod
    def state(self) -> str:
        """Who is to move, or how the game ended, in words."""

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the first stone."""
        return bool(self._records[0].may_swap) and self.move_number == 1 and self._history[0][0] != self._to_move

    def board(self) -> Records:
        """The kernel's board, a copy, to search or to play out from."""
        records = self._records.copy()
        records[0].to_move = self.boards.numbers[self._to_move]
        records[0].may_swap = records[0].may_swap and (self.move_number == 0 or self.may_swap)
        return records

    def stones(self) -> dict[Cell, int]:
        """The cells that are not empty: 1 for who begins, 2 for the other."""
        colors, boards = self._records[0].color, self.boards
        found = {cell: int(colors[boards.vertex_of(self._size, *cell)]) for cell in boards.cells(self._size)}
        return {cell: color for cell, color in found.items() if color != EMPTY}

    def rows(self) -> list[str]:
        """The board as `from_rows` takes it."""
        return self.boards.format_rows(self._size, self.stones())

    def __str__(self) -> str:
        return f"{self.boards.draw(self._size, self.stones(), self.marked)}\n{self.state}"

    @property
    def marked(self) -> Cell | None:
        """The stone of the last move."""
        last = int(self._records[0].last)
        return self.boards.cell_of(self._size, last) if last else None

    # ---- moves ------------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """All legal moves of the player to move, "swap" last; none when the game is over."""
        if self.is_over:
            return []
        board, boards = self._records[0], self.boards
        found = sorted(int(v) for v in board.empty[: int(board.empty_count)])
        names = [boards.codec.write(boards.cell_of(self._size, v), self._size) for v in found]
        return [*names, SWAP_WORD] if self.may_swap else names

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move; by default of the player to move, as protocols allow also the other's."""
        color, boards = self._mover(move, color), self.boards
        if move.strip().lower() in boards.swaps:
            return self._swap(color)
        try:
            cell = boards.codec.read(move, self._size)
        except BadInput as error:
            raise IllegalMove(color, move, str(error)) from None
        v = np.uint16(boards.vertex_of(self._size, *cell))
        if self._records[0].color[v] != EMPTY:
            raise IllegalMove(color, move, "the cell is occupied")
        after = self._copy(color, boards.codec.write(cell, self._size))
        boards.play(after._records[0], boards.geometry(self._size)[0], v, boards.numbers[color])
        after._stone_was_put(boards.numbers[color])
        return after

    def _swap(self, color: Color) -> Self:
        if not self.may_swap or color != self._to_move:
            raise IllegalMove(
                color, SWAP_WORD, "only the second player may swap, as the first move, if the rules say so"
            )
        after = self._copy(color, SWAP_WORD)
        self.boards.swap(after._records[0], self.boards.geometry(self._size)[0])
        return after
