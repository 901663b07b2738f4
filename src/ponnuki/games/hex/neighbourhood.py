"""The surroundings of a cell in Hex: a hexagon of radius two.

Half a turn of the board changes nothing, so a turned shape is the same shape. Exchanging columns and rows makes of
Black's shape White's, so a mirrored shape counts as the same too: a shape has no colour, and what is good towards
Black's sides for Black is good towards White's for White. Other turns would exchange directions that mean different
things.
"""

from math import sqrt

import numpy as np
import numpy.typing as npt

from ponnuki.games.hex.layout import DIRECTIONS, cells, is_on_board, vertex_count, vertex_of
from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood, Offset

RADIUS = 2


def _distance(offset: Offset) -> int:
    x, y = offset
    return max(abs(x), abs(y), abs(x + y))


def _ring(distance: int) -> tuple[Offset, ...]:
    steps = range(-distance, distance + 1)
    return tuple((x, y) for y in steps for x in steps if _distance((x, y)) == distance)


def _around(size: int, offsets: tuple[Offset, ...]) -> npt.NDArray[np.uint16]:
    table = np.full((vertex_count(size), len(offsets)), NO_POINT, np.uint16)
    for x, y in cells(size):
        for k, (dx, dy) in enumerate(offsets):
            if is_on_board(size, x + dx, y + dy):
                table[vertex_of(size, x, y), k] = vertex_of(size, x + dx, y + dy)
    return table


NEIGHBOURHOOD = Neighbourhood(
    game="hex",
    rings=(DIRECTIONS, *(_ring(distance) for distance in range(2, RADIUS + 1))),
    symmetries=(
        lambda o: o,
        lambda o: (-o[0], -o[1]),
        lambda o: (o[1], o[0]),
        lambda o: (-o[1], -o[0]),
    ),
    place=lambda o: (o[0] + o[1] / 2, o[1] * sqrt(3) / 2),
    around=_around,
)
