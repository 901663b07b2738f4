"""A position for people: immutable, with moves as words such as "b3"."""

from typing import Self

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove, OffBoard
from ponnuki.games.position import PlayedPosition
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.kernels.records import Records
from tiny_hex.board import BLACK, EMPTY, WHITE, cell_of, geometry, new_board, put, vertex_of

LETTERS = "abcdefg"
SYMBOLS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
NUMBERS: dict[Color, int] = {"b": BLACK, "w": WHITE}


def name_of(size: int, vertex: int) -> str:
    """A cell as a word: the letter of the column, the number of the row."""
    x, y = cell_of(size, vertex)
    return f"{LETTERS[x]}{y + 1}"


def read(word: str, size: int) -> str:
    """A move as positions know it, from what a controller or a person writes."""
    move = word.strip().lower()
    if len(move) != 2 or not move.isascii() or not move[0].isalpha() or not move[1].isdigit():
        raise SyntaxFault("a cell looks like b3")
    if move[0] not in LETTERS[:size] or not 1 <= int(move[1]) <= size:
        raise OffBoard(f"{move} is off the board of size {size}")
    return move


class Position(PlayedPosition[None]):
    """A board and whose turn it is."""

    __slots__ = ()

    @classmethod
    def empty(cls, size: int) -> Self:
        """The start of a game."""
        return cls(new_board(size), size, "b", None)

    @property
    def winner(self) -> Color | None:
        """Who has connected his edges."""
        return {BLACK: "b", WHITE: "w"}.get(int(self._records[0].won))  # type: ignore[return-value]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None

    def board(self) -> Records:
        """The kernel's board, a copy."""
        records = self._records.copy()
        records[0].to_move = NUMBERS[self._to_move]
        return records

    def rows(self) -> list[str]:
        """The first row first."""
        colors = self._records[0].color.reshape(self._size + 2, self._size + 2)[1:-1, 1:-1]
        return ["".join(SYMBOLS[int(color)] for color in row) for row in colors]

    def __str__(self) -> str:
        lines = [" " * y + f"{y + 1} " + " ".join(row) for y, row in enumerate(self.rows())]
        state = f"{COLOR_NAMES[self.winner]} has won" if self.winner else f"{COLOR_NAMES[self._to_move]} to move"
        return "\n".join(["  " + " ".join(LETTERS[: self._size]), *lines, state])

    def legal_moves(self) -> list[str]:
        """All empty cells; none when the game is over."""
        board = self._records[0]
        return [] if self.is_over else sorted(name_of(self._size, int(v)) for v in board.empty[: board.empty_count])

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move."""
        color = self._mover(move, color)
        try:
            move = read(move, self._size)
        except BadInput as error:
            raise IllegalMove(color, move, str(error)) from None
        v = np.uint64(vertex_of(self._size, LETTERS.index(move[0]), int(move[1]) - 1))
        if self._records[0].color[v] != EMPTY:
            raise IllegalMove(color, move, "the cell is occupied")
        after = self._copy(color, move)
        put(after._records[0], geometry(self._size)[0], v, NUMBERS[color])
        return after
