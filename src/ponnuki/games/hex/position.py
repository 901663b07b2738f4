"""A Hex position for people: immutable, readable, with moves as words and errors that say why.

    >>> from ponnuki.games.hex import Position
    >>> position = Position.empty(3)
    >>> for move in ("b2", "a1", "b1", "c1", "b3"):
    ...     position = position.play(move)
    >>> position.winner
    'b'

Moves are cells as in `coords.CLASSIC`, or "swap". The rules are computed by the kernel.
"""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove
from ponnuki.games.hex import board as kernel
from ponnuki.games.hex.coords import CLASSIC, SWAP_PIECES, SWAP_WORD, Cell
from ponnuki.games.hex.diagram import draw, format_rows, parse_rows
from ponnuki.games.hex.layout import BLACK, EMPTY, WHITE, cell_of, cells, geometry, new_board, vertex_of
from ponnuki.games.hex.rules import Rules, check_size
from ponnuki.games.position import PlayedPosition, check_to_move
from ponnuki.kernels.records import Records

NUMBERS: dict[Color, int] = {"b": BLACK, "w": WHITE}
_COLORS: dict[int, Color] = {BLACK: "b", WHITE: "w"}


class Position(PlayedPosition[Rules]):
    """A board and whose turn it is. Made by `empty`, `from_rows` or `from_stones`."""

    __slots__ = ()

    @classmethod
    def empty(cls, size: int, rules: Rules = Rules()) -> Self:  # noqa: B008 - frozen
        """The start of a game, Black to move."""
        return cls(new_board(check_size(size), rules.swap), size, "b", rules)

    @classmethod
    def from_rows(cls, rows: Sequence[str], to_move: Color = "b", rules: Rules = Rules()) -> Self:  # noqa: B008
        """A position from its rows, row 1 first: `.` empty, `X` Black, `O` White."""
        return cls.from_stones(*parse_rows(rows), to_move, rules)

    @classmethod
    def from_stones(
        cls,
        size: int,
        stones: Mapping[Cell, int],
        to_move: Color = "b",
        rules: Rules = Rules(),  # noqa: B008
    ) -> Self:
        """A position that was set up, without a swap to come."""
        check_to_move(to_move)
        records, tables = new_board(size), geometry(size)[0]
        for cell, color in stones.items():
            kernel.play(records[0], tables, np.uint16(vertex_of(size, *cell)), color)
        records[0].last = 0
        return cls(records, size, to_move, rules)

    # ---- what can be seen -------------------------------------------------------------------------------------

    @property
    def winner(self) -> Color | None:
        """Who has joined the sides; None while nobody has."""
        return _COLORS.get(int(self._records[0].won))

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self._records[0].won)

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the first stone."""
        return bool(self._records[0].may_swap) and self.move_number == 1 and self._history[0][0] != self._to_move

    def board(self) -> Records:
        """The kernel's board, a copy, to search or to play out from."""
        records = self._records.copy()
        records[0].to_move = NUMBERS[self._to_move]
        records[0].may_swap = records[0].may_swap and (self.move_number == 0 or self.may_swap)
        return records

    def stones(self) -> dict[Cell, int]:
        """The cells that are not empty: 1 Black, 2 White."""
        colors = self._records[0].color
        found = {cell: int(colors[vertex_of(self._size, *cell)]) for cell in cells(self._size)}
        return {cell: color for cell, color in found.items() if color != EMPTY}

    def rows(self) -> list[str]:
        """The board as `from_rows` takes it."""
        return format_rows(self._size, self.stones())

    def __str__(self) -> str:
        return f"{draw(self._size, self.stones(), self.marked)}\n{self.state}"

    @property
    def marked(self) -> Cell | None:
        """The stone of the last move."""
        return cell_of(self._size, int(self._records[0].last)) if self._records[0].last else None

    @property
    def state(self) -> str:
        """Who is to move, or who has won, in words."""
        if self.winner is not None:
            return f"{COLOR_NAMES[self.winner]} has won"
        return f"{COLOR_NAMES[self._to_move]} to move"

    # ---- moves ------------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """All legal moves of the player to move, "swap" last; none when the game is over."""
        if self.is_over:
            return []
        board = self._records[0]
        found = sorted(int(v) for v in board.empty[: int(board.empty_count)])
        names = [CLASSIC.write(cell_of(self._size, v), self._size) for v in found]
        return [*names, SWAP_WORD] if self.may_swap else names

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move; by default of the player to move, as protocols allow also the other's."""
        color = self._mover(move, color)
        if move.strip().lower() in (SWAP_WORD, SWAP_PIECES):
            return self._swap(color)
        try:
            cell = CLASSIC.read(move, self._size)
        except BadInput as error:
            raise IllegalMove(color, move, str(error)) from None
        v = np.uint16(vertex_of(self._size, *cell))
        if self._records[0].color[v] != EMPTY:
            raise IllegalMove(color, move, "the cell is occupied")
        after = self._copy(color, CLASSIC.write(cell, self._size))
        kernel.play(after._records[0], geometry(self._size)[0], v, NUMBERS[color])
        return after

    def _swap(self, color: Color) -> Self:
        if not self.may_swap or color != self._to_move:
            raise IllegalMove(
                color, SWAP_WORD, "only the second player may swap, as the first move, if the rules say so"
            )
        after = self._copy(color, SWAP_WORD)
        kernel.swap(after._records[0], geometry(self._size)[0])
        return after
