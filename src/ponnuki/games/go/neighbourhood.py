"""The surroundings of a point in Go: a square of seven lines, with eight symmetries."""

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.layout import point_of, vertex_count, vertex_of
from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood, Offset

RADIUS = 3


def _ring(distance: int) -> tuple[Offset, ...]:
    """(columns to the right, rows up), row by row from below left."""
    steps = range(-distance, distance + 1)
    return tuple((right, up) for up in steps for right in steps if max(abs(right), abs(up)) == distance)


def _around(size: int, offsets: tuple[Offset, ...]) -> npt.NDArray[np.uint16]:
    table = np.full((vertex_count(size), len(offsets)), NO_POINT, np.uint16)
    for v in (vertex_of(size, row, column) for row in range(size) for column in range(size)):
        row, column = point_of(size, v)
        for k, (right, up) in enumerate(offsets):
            if 0 <= row + up < size and 0 <= column + right < size:
                table[v, k] = vertex_of(size, row + up, column + right)
    return table


NEIGHBOURHOOD = Neighbourhood(
    game="go",
    rings=tuple(_ring(distance) for distance in range(1, RADIUS + 1)),
    symmetries=(
        lambda o: (o[0], o[1]),
        lambda o: (-o[0], o[1]),
        lambda o: (o[0], -o[1]),
        lambda o: (-o[0], -o[1]),
        lambda o: (o[1], o[0]),
        lambda o: (-o[1], o[0]),
        lambda o: (o[1], -o[0]),
        lambda o: (-o[1], -o[0]),
    ),
    place=lambda o: (float(o[0]), -float(o[1])),
    around=_around,
)
