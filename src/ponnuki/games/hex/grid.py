"""Where the cells of a Hex board are drawn: a rhombus, row 1 at the top, Black's sides above and below."""

from functools import lru_cache

from ponnuki.games.common import Color
from ponnuki.games.grid import LEFT, LOWER_LEFT, LOWER_RIGHT, RIGHT, ROW, UPPER_LEFT, UPPER_RIGHT, Grid
from ponnuki.games.hex.coords import CLASSIC, LETTERS
from ponnuki.games.hex.layout import cells


@lru_cache
def hex_grid(size: int) -> Grid:
    """The board of a size."""
    by_row = sorted(cells(size), key=lambda cell: (cell[1], cell[0]))
    places = {CLASSIC.write((x, y), size): (x + y / 2, y * ROW) for x, y in by_row}
    letters = tuple((LETTERS[x], (x - 0.5, -ROW)) for x in range(size))
    numbers = tuple((str(y + 1), (y / 2 - 1.0, y * ROW)) for y in range(size))
    return Grid(places, letters + numbers, hexagonal=True, borders=tuple(_borders(size)))


def _borders(size: int) -> list[tuple[Color, str, int]]:
    """Which edges of which cells are whose side; the corners belong to both."""
    found: list[tuple[Color, str, int]] = []
    for i in range(size):
        top, bottom = CLASSIC.write((i, 0), size), CLASSIC.write((i, size - 1), size)
        left, right = CLASSIC.write((0, i), size), CLASSIC.write((size - 1, i), size)
        found += [("b", top, edge) for edge in (UPPER_LEFT, UPPER_RIGHT)]
        found += [("b", bottom, edge) for edge in (LOWER_LEFT, LOWER_RIGHT)]
        found += [("w", left, edge) for edge in (LEFT, LOWER_LEFT)]
        found += [("w", right, edge) for edge in (RIGHT, UPPER_RIGHT)]
    return found
