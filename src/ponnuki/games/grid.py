"""Where the points of a board are drawn, as a game says it: the one thing that a picture of a board asks of its game.

Places are in units of the distance between neighbours, to the right and down. A board of crossing lines has stones on
its points, one of hexagonal cells has them in its cells; a row of cells is horizontal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from ponnuki.games.common import Color

Place = tuple[float, float]
ROW = sqrt(3) / 2
"""From one row of hexagonal cells to the next."""
CORNERS: tuple[Place, ...] = tuple(
    (cos(pi * (k / 3 - 0.5)) / sqrt(3), sin(pi * (k / 3 - 0.5)) / sqrt(3)) for k in range(6)
)
"""Of a cell, around its middle: the upper one first, then clockwise. Edge k is between corners k and k + 1."""
UPPER_RIGHT, RIGHT, LOWER_RIGHT, LOWER_LEFT, LEFT, UPPER_LEFT = range(6)
"""The edges of a cell."""


@dataclass(frozen=True)
class Grid:
    """The points of a board of one size."""

    places: Mapping[str, Place]
    """By move, in the order in which the rows of a position name the points (`GamePosition.rows`, X for Black)."""
    labels: tuple[tuple[str, Place], ...]
    """Coordinates around the board."""
    hexagonal: bool = False
    dots: tuple[str, ...] = ()
    """Points that are marked on the empty board."""
    borders: tuple[tuple[Color, str, int], ...] = ()
    """Edges that belong to a player: whose, of which cell, which of its edges."""

    def stones(self, rows: Iterable[str]) -> dict[str, Color]:
        """Who has a stone where, from the rows of a position."""
        colours: dict[str, Color] = {"X": "b", "O": "w"}
        symbols = "".join(rows)
        return {move: colours[symbol] for move, symbol in zip(self.places, symbols, strict=True) if symbol in colours}
