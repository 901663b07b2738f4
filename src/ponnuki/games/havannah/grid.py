"""Where the cells of a Havannah board are drawn: row 1 at the top, its coordinates as in the diagrams of `diagram`."""

from functools import lru_cache

from ponnuki.games.grid import ROW, Grid, Place
from ponnuki.games.havannah.coords import CLASSIC, LETTERS, Cell
from ponnuki.games.havannah.diagram import row_cells
from ponnuki.games.havannah.layout import side_length

EDGE = 0.95
"""From the outermost cells to the coordinates."""


def _place(cell: Cell) -> Place:
    return cell[0] - cell[1] / 2, cell[1] * ROW


@lru_cache
def havannah_grid(size: int) -> Grid:
    """The board of a size."""
    rows = [row_cells(size, y) for y in range(side_length(size))]
    places = {CLASSIC.write(cell, size): _place(cell) for row in rows for cell in row}
    numbers = tuple((str(y + 1), (_place(row[0])[0] - EDGE, y * ROW)) for y, row in enumerate(rows))
    letters = tuple((LETTERS[x], _above(size, x)) for x in range(side_length(size)))
    return Grid(places, numbers + letters, hexagonal=True)


def _above(size: int, x: int) -> Place:
    """Where the letter of a column stands: beyond the first cell of it, in the direction of the column."""
    right, down = _place((x, max(0, x - size + 1)))
    return right + EDGE / 2, down - EDGE * ROW
