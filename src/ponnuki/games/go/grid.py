"""Where the points of a Go board are drawn: the top line first, letters below, numbers on the left."""

from functools import lru_cache

from ponnuki.games.go.coords import LETTERS, to_gtp
from ponnuki.games.grid import Grid

EDGE = 0.9
"""From the first line to the coordinates."""
SMALL_BOARD, SMALLEST_WITH_STARS, SMALLEST_WITH_NINE = 12, 7, 13


@lru_cache
def go_grid(size: int) -> Grid:
    """The board of a size."""
    points = [(row, column) for row in reversed(range(size)) for column in range(size)]
    places = {to_gtp((row, column)): (float(column), float(size - 1 - row)) for row, column in points}
    letters = tuple((LETTERS[column], (float(column), size - 1 + EDGE)) for column in range(size))
    numbers = tuple((str(row + 1), (-EDGE, float(size - 1 - row))) for row in range(size))
    return Grid(places, letters + numbers, dots=_stars(size))


def _stars(size: int) -> tuple[str, ...]:
    """The points that wooden boards mark."""
    if size < SMALLEST_WITH_STARS or size % 2 == 0:
        return ()
    edge = 2 if size < SMALL_BOARD else 3
    near, middle, far = edge, size // 2, size - 1 - edge
    lines = (near, middle, far) if size >= SMALLEST_WITH_NINE else (near, far)
    return tuple(to_gtp((row, column)) for row in lines for column in lines) + (
        (to_gtp((middle, middle)),) if len(lines) == 2 else ()
    )
