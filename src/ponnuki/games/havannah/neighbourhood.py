"""The surroundings of a cell in Havannah: a hexagon of radius two, with twelve symmetries."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import numpy.typing as npt

from ponnuki.games.havannah.layout import DIRECTIONS, cells, is_on_board, vertex_count, vertex_of
from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood, Offset

RADIUS = 2


def _distance(offset: Offset) -> int:
    x, y = offset
    return max(abs(x), abs(y), abs(x - y))


def _ring(distance: int) -> tuple[Offset, ...]:
    steps = range(-distance, distance + 1)
    return tuple((x, y) for y in steps for x in steps if _distance((x, y)) == distance)


def _symmetry(mirrored: bool, turns: int) -> Callable[[Offset], Offset]:
    """Exchange x and y, or not; then as many sixths of a turn."""

    def turned(offset: Offset) -> Offset:
        x, y = (offset[1], offset[0]) if mirrored else offset
        for _ in range(turns):
            x, y = x - y, x
        return x, y

    return turned


def _around(size: int, offsets: tuple[Offset, ...]) -> npt.NDArray[np.uint16]:
    table = np.full((vertex_count(size), len(offsets)), NO_POINT, np.uint16)
    for x, y in cells(size):
        for k, (dx, dy) in enumerate(offsets):
            if is_on_board(size, x + dx, y + dy):
                table[vertex_of(size, x, y), k] = vertex_of(size, x + dx, y + dy)
    return table


NEIGHBOURHOOD = Neighbourhood(
    game="havannah",
    rings=(DIRECTIONS, *(_ring(distance) for distance in range(2, RADIUS + 1))),
    symmetries=tuple(_symmetry(mirrored, turns) for mirrored in (False, True) for turns in range(6)),
    place=lambda o: (o[0] - o[1] / 2, o[1] * sqrt(3) / 2),
    around=_around,
)
