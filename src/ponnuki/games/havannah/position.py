"""A Havannah position for people: immutable, readable, with moves as words and errors that say why.

    >>> from ponnuki.games.havannah import Position
    >>> position = Position.empty(4)
    >>> for move in ("a1", "b1", "a2", "b2", "a3", "b3", "a4"):
    ...     position = position.play(move)
    >>> position.winner, position.won_by
    ('w', ('bridge',))

Moves are cells as in `coords.CLASSIC`, or "swap". The rules are computed by the kernel.
"""

from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove
from ponnuki.games.havannah import board as kernel
from ponnuki.games.havannah.coords import CLASSIC, SWAP_WORD
from ponnuki.games.havannah.diagram import draw, format_rows, parse_rows
from ponnuki.games.havannah.layout import (
    BLACK,
    BRIDGE,
    FORK,
    RING,
    WHITE,
    cell_count,
    cell_of,
    cells,
    geometry,
    new_board,
    vertex_of,
)
from ponnuki.games.havannah.rules import Rules
from ponnuki.games.hexagons.position import Boards, HexagonPosition
from ponnuki.kernels.records import Records

__all__ = ["WIN_NAMES", "IllegalMove", "Position"]

NUMBERS: dict[Color, int] = {"w": WHITE, "b": BLACK}
_COLORS: dict[int, Color] = {WHITE: "w", BLACK: "b"}
WIN_NAMES = {RING: "ring", BRIDGE: "bridge", FORK: "fork"}


class Position(HexagonPosition[Rules]):
    """A board and whose turn it is, White's at the start. Made by `empty`, `from_rows` or `from_stones`."""

    __slots__ = ("_winner", "_won")
    boards = Boards(
        rules=Rules(),
        numbers=NUMBERS,
        codec=CLASSIC,
        swaps=(SWAP_WORD,),
        new_board=new_board,
        geometry=geometry,
        cells=cells,
        vertex_of=vertex_of,
        cell_of=cell_of,
        play=kernel.play,
        swap=lambda board, tables: kernel.swap(board),
        parse_rows=parse_rows,
        format_rows=format_rows,
        draw=draw,
    )

    def __init__(self, records: Records, size: int, to_move: Color, rules: Rules) -> None:
        super().__init__(records, size, to_move, rules)
        self._winner: Color | None = None
        self._won = 0

    def _stone_was_put(self, color: int) -> None:
        """The kernel tells of a win only with the stone that completes it; at most one side may have won."""
        won = int(self._records[0].won)
        if won and self._winner not in (None, _COLORS[color]):
            raise BadInput("both sides have won in this position")
        if won:
            self._winner = _COLORS[color]
        self._won |= won
        self._records[0].won = self._won

    @property
    def winner(self) -> Color | None:
        """Who has won; None for nobody yet, or a draw."""
        return self._winner

    @property
    def won_by(self) -> tuple[str, ...]:
        """What the winner has completed: "ring", "bridge", "fork", mostly one of them."""
        return tuple(name for bit, name in WIN_NAMES.items() if self._won & bit)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self._winner is not None or self.empty_cells == 0

    @property
    def state(self) -> str:
        """Who is to move, or how the game ended, in words."""
        if self._winner is not None:
            return f"{COLOR_NAMES[self._winner]} has won: {' and '.join(self.won_by)}"
        return "the game is a draw" if self.is_over else f"{COLOR_NAMES[self._to_move]} to move"

    def _copy(self, color: Color, move: str) -> "Position":
        after = super()._copy(color, move)
        after._winner, after._won = None, 0
        return after

    @property
    def empty_cells(self) -> int:
        """How many cells are left."""
        return int(self._records[0].empty_count)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return cell_count(self._size)
