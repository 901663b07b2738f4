"""What lies around a cell on a board of hexagons: rings of offsets, and the vertices that they lead to.

How far an offset is depends on which way the axes lean, which the game says.
"""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ponnuki.games.neighbourhood import NO_POINT, Offset

RADIUS = 2


def rings(directions: tuple[Offset, ...], far: Callable[[Offset], int]) -> tuple[tuple[Offset, ...], ...]:
    """The neighbours, in the game's own order; then all offsets of each further distance."""
    return directions, *(_ring(distance, far) for distance in range(2, RADIUS + 1))


def _ring(distance: int, far: Callable[[Offset], int]) -> tuple[Offset, ...]:
    steps = range(-distance, distance + 1)
    return tuple((x, y) for y in steps for x in steps if far((x, y)) == distance)


def around_on(layout: ModuleType) -> Callable[[int, tuple[Offset, ...]], npt.NDArray[np.uint16]]:
    """The table of a game's layout: for each vertex those that the offsets lead to, on the board."""

    def around(size: int, offsets: tuple[Offset, ...]) -> npt.NDArray[np.uint16]:
        table = np.full((layout.vertex_count(size), len(offsets)), NO_POINT, np.uint16)
        for x, y in layout.cells(size):
            for k, (dx, dy) in enumerate(offsets):
                if layout.is_on_board(size, x + dx, y + dy):
                    table[layout.vertex_of(size, x, y), k] = layout.vertex_of(size, x + dx, y + dy)
        return table

    return around
