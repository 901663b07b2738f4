"""A Hex position for people: immutable, readable, with moves as words and errors that say why.

    >>> from ponnuki.games.hex import Position
    >>> position = Position.empty(3)
    >>> for move in ("b2", "a1", "b1", "c1", "b3"):
    ...     position = position.play(move)
    >>> position.winner
    'b'

Moves are cells as in `coords.CLASSIC`, or "swap". The rules are computed by the kernel.
"""

from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove
from ponnuki.games.hex import board as kernel
from ponnuki.games.hex.coords import CLASSIC, SWAP_PIECES, SWAP_WORD
from ponnuki.games.hex.diagram import draw, format_rows, parse_rows
from ponnuki.games.hex.layout import BLACK, WHITE, cell_of, cells, geometry, new_board, vertex_of
from ponnuki.games.hex.rules import Rules
from ponnuki.games.hexagons.position import Boards, HexagonPosition

__all__ = ["IllegalMove", "Position"]

NUMBERS: dict[Color, int] = {"b": BLACK, "w": WHITE}
_COLORS: dict[int, Color] = {BLACK: "b", WHITE: "w"}


class Position(HexagonPosition[Rules]):
    """A board and whose turn it is, Black's at the start. Made by `empty`, `from_rows` or `from_stones`."""

    __slots__ = ()
    boards = Boards(
        rules=Rules(),
        numbers=NUMBERS,
        codec=CLASSIC,
        swaps=(SWAP_WORD, SWAP_PIECES),
        new_board=new_board,
        geometry=geometry,
        cells=cells,
        vertex_of=vertex_of,
        cell_of=cell_of,
        play=kernel.play,
        swap=kernel.swap,
        parse_rows=parse_rows,
        format_rows=format_rows,
        draw=draw,
    )

    @property
    def may_swap(self) -> bool:
        """Whether White may take over Black's first stone. HexGui sets up what a swap has left, White's stone first."""
        return super().may_swap and self._to_move == "w"

    @property
    def winner(self) -> Color | None:
        """Who has joined the sides; None while nobody has."""
        return _COLORS.get(int(self._records[0].won))

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self._records[0].won)

    @property
    def state(self) -> str:
        """Who is to move, or who has won, in words."""
        if self.winner is not None:
            return f"{COLOR_NAMES[self.winner]} has won"
        return f"{COLOR_NAMES[self._to_move]} to move"
