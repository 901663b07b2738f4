"""A Go position for people: immutable, readable, with moves as GTP vertices and errors that say why.

    >>> from ponnuki.games.go import Position
    >>> position = Position.from_rows([".X.", "XOX", "..."], to_move="b")
    >>> position.play("B1").rows()
    ['.X.', 'X.X', '.X.']

The rules are computed by the kernel; what is kept here is the history that superko and the two passes need. The
first position of each board size compiles the kernel for that size, once on a machine.
"""

from collections.abc import Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES
from ponnuki.games.common import Color as Color
from ponnuki.games.common import IllegalMove as IllegalMove
from ponnuki.games.go import board as kernel
from ponnuki.games.go import moves as real_moves
from ponnuki.games.go.coords import Point, from_gtp, to_gtp
from ponnuki.games.go.diagram import draw, format_rows, parse_rows
from ponnuki.games.go.layout import (
    BLACK,
    EMPTY,
    FULL,
    POSITIONAL,
    SIMPLE,
    SITUATIONAL,
    WHITE,
    Features,
    geometry,
    new_board,
    point_of,
    vertex_count,
    vertex_of,
)
from ponnuki.games.go.rules import Rules, check_size
from ponnuki.games.go.scoring import area
from ponnuki.games.position import PlayedPosition, check_to_move
from ponnuki.kernels.records import Records

_NUMBERS: dict[str, int] = {"b": BLACK, "w": WHITE}
_SUPERKO = {"simple": SIMPLE, "positional": POSITIONAL, "situational": SITUATIONAL}
_REASONS = {
    real_moves.OCCUPIED: "the point is occupied",
    real_moves.KO: "ko",
    real_moves.SUICIDE: "suicide",
}


class Position(PlayedPosition[Rules]):
    """A board, whose turn it is, and what the rules must remember. Made by `empty` or `from_rows`."""

    __slots__ = ("_passes", "_seen")

    def __init__(self, records: Records, size: int, to_move: Color, rules: Rules) -> None:
        super().__init__(records, size, to_move, rules)
        self._passes = 0
        self._seen: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._remember()

    @classmethod
    def empty(cls, size: int, rules: Rules = Rules()) -> Self:  # noqa: B008 - frozen
        """The start of a game, Black to move."""
        return cls(new_board(check_size(size)), size, "b", rules)

    @classmethod
    def from_rows(cls, rows: Sequence[str], to_move: Color = "b", rules: Rules = Rules()) -> Self:  # noqa: B008
        """A position from its rows, the top one first: `.` empty, `X` Black, `O` White."""
        check_to_move(to_move)
        colors = parse_rows(rows)
        size = len(colors)
        records, tables = new_board(size), geometry(size)[0]
        for row, column in np.argwhere(colors):
            v = np.uint16(vertex_of(size, int(row), int(column)))
            kernel.play_or_suicide(records[0], tables, v, int(colors[row, column]))
            if records[0].captured:
                raise BadInput(f"a chain next to {to_gtp((int(row), int(column)))} has no liberties")
        records[0].ko = records[0].last = records[0].before_last = 0
        return cls(records, size, to_move, rules)

    # ---- what can be seen -------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether two passes have ended the game."""
        return self._passes >= 2

    @property
    def seen(self) -> npt.NDArray[np.uint64]:
        """What superko forbids to come back, as the kernel compares it; empty under simple ko."""
        return self._seen

    @property
    def records(self) -> Records:
        """A copy of the kernel's board."""
        return self.board()

    def board(self, features: Features = FULL, komi: float = 0.0) -> Records:
        """The kernel's board, a copy with the fields that are wanted, to search or to play out from."""
        records = self._records.copy() if features == FULL else _rebuilt(self._records[0], self._size, features)
        board = records[0]
        board.to_move = _NUMBERS[self._to_move]
        board.passes = self._passes
        board.superko = _SUPERKO[self._rules.ko]
        board.suicide = self._rules.suicide
        board.komi = komi
        return records

    def colors(self) -> npt.NDArray[np.uint8]:
        """0 empty, 1 Black, 2 White, by row (0 at the bottom) and column (0 is A)."""
        points = geometry(self._size)[0].points.reshape(self._size, self._size)
        return np.asarray(self._records[0].color[points], np.uint8)

    def rows(self) -> list[str]:
        """The board as `from_rows` takes it."""
        return format_rows(self.colors())

    def score(self, komi: float = 0.0) -> float:
        """Black's area minus White's minus komi, the stones on the board taken as they stand."""
        owner, stack = (np.zeros(vertex_count(self._size), np.uint16) for _ in range(2))
        return float(area(self._records[0], geometry(self._size)[0], owner, stack)) - komi

    def __str__(self) -> str:
        last = from_gtp(self.last_move, self._size) if self.last_move else None
        state = "the game is over" if self.is_over else f"{COLOR_NAMES[self._to_move]} to move"
        return f"{draw(self.colors(), last)}\n{state}"

    # ---- moves ------------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """All legal moves of the player to move, "pass" last; none when the game is over."""
        if self.is_over:
            return []
        found = np.zeros(self._size**2, np.uint16)
        count = real_moves.legal_points(
            self._records,
            self._records.copy(),
            geometry(self._size)[0],
            _NUMBERS[self._to_move],
            self._rules.suicide,
            self._rules.ko == "situational",
            self._seen,
            found,
        )
        return [to_gtp(point_of(self._size, int(v))) for v in found[:count]] + ["pass"]

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move; by default of the player to move, as protocols allow also the other's."""
        color = self._mover(move, color)
        point = self._point(move, color)
        after = self._copy(color, to_gtp(point))
        if point is None:
            kernel.play_pass(after._records[0])
            after._passes = self._passes + 1
        else:
            self._play_point(after, color, point)
        after._remember()
        return after

    def _point(self, move: str, color: Color) -> Point | None:
        try:
            return from_gtp(move, self._size)
        except BadInput as error:
            raise IllegalMove(color, move, str(error)) from None

    def _copy(self, color: Color, move: str) -> Self:
        after = super()._copy(color, move)
        after._seen = self._seen
        after._passes = 0
        if color != self._to_move:
            after._records[0].ko = 0  # the ko was forbidden to the player whose turn was passed over
        return after

    def _play_point(self, after: Self, color: Color, point: Point) -> None:
        board, tables = after._records[0], geometry(self._size)[0]
        v = np.uint16(vertex_of(self._size, *point))
        verdict = real_moves.judge(board, tables, v, _NUMBERS[color], self._rules.suicide)
        if verdict != real_moves.LEGAL:
            raise IllegalMove(color, to_gtp(point), _REASONS[verdict])
        kernel.play_or_suicide(board, tables, v, _NUMBERS[color])
        situational = self._rules.ko == "situational"
        if real_moves.repeats(board, _NUMBERS[after._to_move], situational, self._seen):
            raise IllegalMove(color, to_gtp(point), f"superko, {self._rules.ko}")

    def _remember(self) -> None:
        """Under superko, note what must not come back; a pass repeats the board legally."""
        if self._rules.ko != "simple":
            now = real_moves.situation(self._records[0], _NUMBERS[self._to_move], self._rules.ko == "situational")
            self._seen = np.append(self._seen, np.uint64(now))


def _rebuilt(board: np.record, size: int, features: Features) -> Records:
    """The same stones on a board with other fields; none of them captures another, in whatever order they come."""
    records, tables = new_board(size, features), geometry(size)[0]
    for v in tables.points:
        if board.color[v] != EMPTY:
            kernel.play(records[0], tables, v, int(board.color[v]))
    for field in ("ko", "last", "before_last", "captured"):
        records[0][field] = board[field]
    return records
