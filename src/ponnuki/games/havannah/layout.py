"""The records that the Havannah kernels work on: a board, which changes, and a geometry, which does not.

A cell has a column x and a row y from 0 to 2 * size - 2, and is on the board if |x - y| < size. Its six neighbours,
in the order of a walk around it, are one step in x, in both, in y, and back (`DIRECTIONS`). Vertices are numbers into
the arrays of a board: `(y + 1) * 2 * size + x + 1`; one column of off-board vertices serves as the right edge of one
row and the left edge of the next. Vertex 0 is off the board and, as a move, means "swap".

Chains are kept as a forest (union-find): `parent` leads to the root of a chain, where `border` has the corners and
sides that it touches, as bits, and `weight` its stones.
"""

from functools import lru_cache

import numpy as np

from ponnuki.games.havannah.rules import check_size
from ponnuki.games.hexagons.layout import EMPTY, LONG_RUN, OFF, RUN_COUNT, RUN_PLACE, SWAP, clear, run_table
from ponnuki.kernels.records import Records, new_records

__all__ = ["BLACK", "EMPTY", "LONG_RUN", "OFF", "RUN_COUNT", "RUN_PLACE", "SWAP", "WHITE"]

WHITE, BLACK = 1, 2
"""White is player 1: it begins."""
RING, BRIDGE, FORK = 1, 2, 4
"""How a game was won; one move can complete several."""

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
CORNER_BITS = 0b111111
SIDE_SHIFT = 6


def side_length(size: int) -> int:
    """Columns, and rows, of a board: the length of its longest lines."""
    return 2 * size - 1


def row_stride(size: int) -> int:
    """Distance between a vertex and the one in the next row."""
    return 2 * size


def vertex_count(size: int) -> int:
    """How many vertices there are, off-board ones included."""
    return (side_length(size) + 2) * row_stride(size) + 2


def cell_count(size: int) -> int:
    """Cells of a board."""
    return 3 * size * (size - 1) + 1


def is_on_board(size: int, x: int, y: int) -> bool:
    """Whether there is such a cell."""
    side = side_length(size)
    return 0 <= x < side and 0 <= y < side and abs(x - y) < size


def vertex_of(size: int, x: int, y: int) -> int:
    """The vertex of a cell."""
    return (y + 1) * row_stride(size) + x + 1


def cell_of(size: int, vertex: int) -> tuple[int, int]:
    """Column and row of a vertex on the board."""
    row, column = divmod(vertex, row_stride(size))
    return column - 1, row - 1


@lru_cache
def cells(size: int) -> tuple[tuple[int, int], ...]:
    """All cells, row by row."""
    side = side_length(size)
    return tuple((x, y) for y in range(side) for x in range(side) if is_on_board(size, x, y))


def corners(size: int) -> tuple[tuple[int, int], ...]:
    """The six corners, in the order of a walk around the board."""
    near, far = size - 1, 2 * size - 2
    return (0, 0), (near, 0), (far, near), (far, far), (near, far), (0, near)


def border_bits(size: int, x: int, y: int) -> int:
    """What a cell touches: one bit if it is a corner, another if it is on a side; corners belong to no side."""
    if (x, y) in corners(size):
        return 1 << corners(size).index((x, y))
    far = 2 * size - 2
    sides = (y == 0, x - y == size - 1, x == far, y == far, y - x == size - 1, x == 0)
    return sum(1 << (SIDE_SHIFT + i) for i, touched in enumerate(sides) if touched)


@lru_cache
def board_dtype(size: int) -> np.dtype[np.void]:
    """The record type of a board; the size lives in the type."""
    vertices = vertex_count(check_size(size))
    return np.dtype(
        [
            ("parent", "u2", (vertices,)),
            ("border", "u2", (vertices,)),  # of a chain, at its root
            ("weight", "u2", (vertices,)),  # stones of a chain, at its root
            ("place", "u2", (vertices,)),  # where in `empty` a cell stands
            ("empty", "u2", (cell_count(size),)),  # the empty cells, in no order
            ("color", "u1", (vertices,)),
            ("empty_count", "u2"),
            ("last", "u2"),  # the last stone
            ("moves", "u2"),
            ("to_move", "u1"),
            ("won", "u1"),  # how, by whoever moved last; 0 while nobody has
            ("may_swap", "u1"),
            ("havannah", "u1"),  # marks the game; last, so that no record type begins like another
        ],
        align=True,
    )


@lru_cache
def geometry_dtype(size: int) -> np.dtype[np.void]:
    """The record type of the tables for one size."""
    vertices = vertex_count(size)
    return np.dtype(
        [
            ("border", "u2", (vertices,)),  # what a cell touches
            ("runs", "u2", (64,)),  # by mask of neighbours, see RUN_COUNT
            ("step", "i8", (6,)),  # to the neighbours
            ("points", "u2", (cell_count(size),)),
            ("stride", "u1", (row_stride(size),)),  # its length says how far the next row is, at compile time
            ("hexagons", "u1"),
        ],
        align=True,
    )


@lru_cache
def geometry(size: int) -> Records:
    """The tables for one size; made once, never written again."""
    records = new_records(geometry_dtype(check_size(size)))
    tables = records[0]
    for x, y in cells(size):
        tables.border[vertex_of(size, x, y)] = border_bits(size, x, y)
    tables.points[:] = [vertex_of(size, x, y) for x, y in cells(size)]
    tables.step[:] = [dx + dy * row_stride(size) for dx, dy in DIRECTIONS]
    tables.runs[:] = run_table()
    records.flags.writeable = False
    return records


def new_board(size: int, may_swap: bool = False) -> Records:
    """An empty board, White to move."""
    records = new_records(board_dtype(size))
    board, tables = records[0], geometry(size)[0]
    board.color[:] = OFF
    clear(board, tables.points, WHITE, may_swap)
    return records
