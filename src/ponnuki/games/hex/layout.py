"""The records that the Hex kernels work on: a board, which changes, and a geometry, which does not.

A cell has a column x and a row y from 0 to size - 1. Its six neighbours, in the order of a walk around it, are in
`DIRECTIONS`. Vertices are numbers into the arrays of a board: `(y + 1) * (size + 2) + x + 1`, with one row or column
beyond each side. What lies there belongs to a player: the first and last rows are Black's sides, the first and last
columns White's. Sides are kept as stones that are there from the start, so that a stone is joined to a side as it is to
another stone. The four corners between them belong to nobody. Vertex 0 is one of them and, as a move, means "swap".

Chains are kept as a forest (union-find): `parent` leads to the root of a chain, where `sides` has the sides that it
touches, as bits, and `weight` its stones.
"""

from functools import lru_cache

import numpy as np

from ponnuki.games.hex.rules import check_size
from ponnuki.games.hexagons.layout import EMPTY, OFF, RUN_COUNT, RUN_PLACE, SWAP, clear, run_table
from ponnuki.kernels.records import Records, new_records

__all__ = ["BLACK", "EMPTY", "OFF", "RUN_COUNT", "RUN_PLACE", "SWAP", "WHITE"]

BLACK, WHITE = 1, 2
"""Black is player 1: it begins."""
FIRST_ROW, LAST_ROW, FIRST_COLUMN, LAST_COLUMN = 1, 2, 4, 8
BOTH_ROWS, BOTH_COLUMNS = FIRST_ROW | LAST_ROW, FIRST_COLUMN | LAST_COLUMN
"""What a chain must touch to win: the rows for Black, the columns for White."""

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def row_stride(size: int) -> int:
    """Distance between a vertex and the one in the next row."""
    return size + 2


def vertex_count(size: int) -> int:
    """How many vertices there are, those beyond the sides included."""
    return row_stride(size) ** 2


def cell_count(size: int) -> int:
    """Cells of a board."""
    return size**2


def is_on_board(size: int, x: int, y: int) -> bool:
    """Whether there is such a cell."""
    return 0 <= x < size and 0 <= y < size


def vertex_of(size: int, x: int, y: int) -> int:
    """The vertex of a cell."""
    return (y + 1) * row_stride(size) + x + 1


def cell_of(size: int, vertex: int) -> tuple[int, int]:
    """Column and row of a vertex."""
    row, column = divmod(vertex, row_stride(size))
    return column - 1, row - 1


@lru_cache
def cells(size: int) -> tuple[tuple[int, int], ...]:
    """All cells, row by row."""
    return tuple((x, y) for y in range(size) for x in range(size))


def sides(size: int) -> dict[int, tuple[int, list[int]]]:
    """By the bit of a side: its colour, and the vertices beyond it."""
    along = range(size)
    return {
        FIRST_ROW: (BLACK, [vertex_of(size, i, -1) for i in along]),
        LAST_ROW: (BLACK, [vertex_of(size, i, size) for i in along]),
        FIRST_COLUMN: (WHITE, [vertex_of(size, -1, i) for i in along]),
        LAST_COLUMN: (WHITE, [vertex_of(size, size, i) for i in along]),
    }


@lru_cache
def board_dtype(size: int) -> np.dtype[np.void]:
    """The record type of a board; the size lives in the type."""
    vertices = vertex_count(check_size(size))
    return np.dtype(
        [
            ("parent", "u2", (vertices,)),
            ("weight", "u2", (vertices,)),  # stones of a chain, at its root
            ("place", "u2", (vertices,)),  # where in `empty` a cell stands
            ("empty", "u2", (cell_count(size),)),  # the empty cells, in no order
            ("color", "u1", (vertices,)),
            ("sides", "u1", (vertices,)),  # that a chain touches, at its root
            ("empty_count", "u2"),
            ("last", "u2"),  # the last stone
            ("moves", "u2"),
            ("to_move", "u1"),
            ("won", "u1"),  # by whom; 0 while nobody has
            ("may_swap", "u1"),
            ("hex", "u1"),  # marks the game; last, so that no record type begins like another
        ],
        align=True,
    )


@lru_cache
def geometry_dtype(size: int) -> np.dtype[np.void]:
    """The record type of the tables for one size."""
    return np.dtype(
        [
            ("runs", "u2", (64,)),  # by mask of neighbours, see RUN_COUNT
            ("step", "i8", (6,)),  # to the neighbours
            ("points", "u2", (cell_count(size),)),
            ("mirrored", "u2", (vertex_count(size),)),  # the vertex with column and row exchanged
            ("stride", "u1", (row_stride(size),)),  # its length says how far the next row is, at compile time
            ("rhombus_of_hexagons", "u1"),
        ],
        align=True,
    )


@lru_cache
def geometry(size: int) -> Records:
    """The tables for one size; made once, never written again."""
    records = new_records(geometry_dtype(check_size(size)))
    tables = records[0]
    tables.points[:] = [vertex_of(size, x, y) for x, y in cells(size)]
    tables.step[:] = [dx + dy * row_stride(size) for dx, dy in DIRECTIONS]
    tables.mirrored[:] = np.arange(vertex_count(size)).reshape(row_stride(size), -1).T.reshape(-1)
    tables.runs[:] = run_table()
    records.flags.writeable = False
    return records


def new_board(size: int, may_swap: bool = False) -> Records:
    """An empty board, Black to move."""
    records = new_records(board_dtype(size))
    board, tables = records[0], geometry(size)[0]
    board.color[:] = OFF
    board.parent[:] = np.arange(vertex_count(size))
    for bit, (color, vertices) in sides(size).items():
        board.color[vertices] = color
        board.parent[vertices] = vertices[0]
        board.weight[vertices[0]] = size
        board.sides[vertices[0]] = bit
    clear(board, tables.points, BLACK, may_swap)
    return records
