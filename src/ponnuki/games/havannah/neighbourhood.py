"""The surroundings of a cell in Havannah: a hexagon of radius two, with twelve symmetries."""

from collections.abc import Callable
from math import sqrt

from ponnuki.games.havannah import layout
from ponnuki.games.hexagons.neighbourhood import around_on, rings
from ponnuki.games.neighbourhood import Neighbourhood, Offset


def _symmetry(mirrored: bool, turns: int) -> Callable[[Offset], Offset]:
    """Exchange x and y, or not; then as many sixths of a turn."""

    def turned(offset: Offset) -> Offset:
        x, y = (offset[1], offset[0]) if mirrored else offset
        for _ in range(turns):
            x, y = x - y, x
        return x, y

    return turned


NEIGHBOURHOOD = Neighbourhood(
    game="havannah",
    rings=rings(layout.DIRECTIONS, lambda o: max(abs(o[0]), abs(o[1]), abs(o[0] - o[1]))),
    symmetries=tuple(_symmetry(mirrored, turns) for mirrored in (False, True) for turns in range(6)),
    place=lambda o: (o[0] - o[1] / 2, o[1] * sqrt(3) / 2),
    around=around_on(layout),
)
