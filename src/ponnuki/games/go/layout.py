"""The records that the Go kernels work on: a board, which changes, and a geometry, which does not.

A board is one structured record. Vertices are numbers into its arrays: a point in row r (0 is the first line) and
column c (0 is A) is `(r + 1) * (size + 1) + c + 1`; the vertices around the points are off the board, one column of
them serving as the right edge of one row and the left edge of the next. Vertex 0 is off the board and also means
"no move" and "pass".

Three fields are there only if the program needs them: `liberties` is a plain count or packed (see `SUM_SHIFT`), `code`
(the 3x3 surroundings of each point) and `hash` (Zobrist) exist or not. Kernels find out when they are compiled.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.rules import check_size
from ponnuki.kernels.records import Records, new_records

EMPTY, BLACK, WHITE, OFF = 0, 1, 2, 3
PASS = 0
SIMPLE, POSITIONAL, SITUATIONAL = 0, 1, 2
LENGTH_FACTOR = 3
"""Moves per point after which a playout is cut off: cycles longer than a ko are possible, if rare."""

# `neighbours` packs how the four neighbours of a point are occupied: bits 0-3 count Black, bits 4-7 White, bits
# 8-10 empty points; the edge counts as both colours, so "four of a colour" means "surrounded by it".
SURROUNDED_BY_BLACK, SURROUNDED_BY_WHITE, HAS_EMPTY = 0x004, 0x040, 0x100
EMPTY_SHIFT = 8
AT_TWO = 0x003F, 0x0CC3, 0xC330, 0xFC00
"""In the codes of the neighbours below, left, right and above: the points straight on and a knight's move away."""
VICINITY = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if 0 < abs(a) + abs(b) < 6]
_EDGE_NEIGHBOUR, _EMPTY_NEIGHBOUR = 0x011, 0x100
_OFF_BOARD_START = 0x1000  # kernels count for off-board vertices too, and never below zero

# A packed liberty word: count in bits 0-11, sum of vertices in bits 12-31, sum of squares from bit 32. All are
# pseudo-liberties: a liberty counts once for each stone it touches. Largest values on 25x25: 1 200, 843 thousand
# and 592 million.
SUM_SHIFT, SQUARES_SHIFT = 12, 32
COUNT_MASK, SUM_MASK = (1 << SUM_SHIFT) - 1, (1 << (SQUARES_SHIFT - SUM_SHIFT)) - 1
_NEVER_CAPTURED = {"u2": 1 << 14, "i8": 1 << 61}  # the "chain" of empty and off-board vertices has number 0


@dataclass(frozen=True, slots=True)
class Features:
    """Which optional fields a board has."""

    packed_liberties: bool = False
    codes: bool = False
    hash: bool = False


LIGHT = Features()
FULL = Features(packed_liberties=True, codes=True, hash=True)


def vertex_count(size: int) -> int:
    """How many vertices there are, off-board ones included."""
    return (size + 2) * (size + 1) + 1


def row_stride(size: int) -> int:
    """Distance between a vertex and the one above it."""
    return size + 1


@lru_cache
def board_dtype(size: int, features: Features = FULL) -> np.dtype[np.void]:
    """The record type of a board; the size and the features live in the type."""
    vertices, points = vertex_count(size), check_size(size) ** 2
    fields: list[tuple[Any, ...]] = [
        ("liberties", "i8" if features.packed_liberties else "u2", (vertices,)),  # of a chain, at its number
        ("color", "u2", (vertices,)),
        ("chain", "u2", (vertices,)),  # number of the chain: the vertex of one of its stones
        ("next_stone", "u2", (vertices,)),  # the stones of a chain form a ring
        ("chain_size", "u2", (vertices,)),  # at its number
        ("neighbours", "u2", (vertices,)),
        ("empty", "u2", (points,)),  # the empty points, in no order
        ("place", "u2", (vertices,)),  # where in `empty` a point stands
        ("empty_count", "u2"),
        ("ko", "u2"),  # the point forbidden by simple ko, or 0
        ("captured", "u2"),  # stones captured by the last move
        ("last", "u2"),  # the last move
        ("before_last", "u2"),  # the one before, for what is learned from games: a player goes on where he was
        ("moves", "u2"),
        ("to_move", "u1"),
        ("passes", "u1"),  # in a row; two end the game
        ("superko", "u1"),  # SIMPLE, POSITIONAL or SITUATIONAL
        ("suicide", "u1"),  # whether it is allowed
        ("komi", "f4"),
    ]
    if features.packed_liberties:
        fields.append(("packed", "u1"))  # marks the kind of `liberties`
    if features.codes:
        fields.append(("code", "u2", (vertices,)))
    if features.hash:
        fields.append(("hash", "u8"))
    # Last, so that no type begins like another: numba would take the longer record for a kind of the shorter one.
    fields.append(("go", "u1"))  # marks the game
    return np.dtype(fields, align=True)


@lru_cache
def geometry_dtype(size: int) -> np.dtype[np.void]:
    """The record type of the tables for one size."""
    vertices = vertex_count(size)
    return np.dtype(
        [
            ("liberty", "i8", (vertices,)),  # a vertex as a packed liberty
            ("zobrist", "u8", (vertices, 3)),  # by vertex and colour
            ("around8", "u2", (vertices, 8)),  # row by row from below left; opposite ones sum to 7
            ("at_two", "u8", (vertices,)),  # where the codes of the four neighbours tell what is two away (AT_TWO)
            ("apart", "i2", (vertices, vertices)),  # rows + columns + the larger of both; 1 where one is no point
            (
                "vicinity",
                "u2",
                (vertices, len(VICINITY)),
            ),  # the square of 7x7 but for its corners; 0 where there is none
            ("on_edge", "u2", (vertices,)),
            ("line", "u2", (vertices,)),  # 1 at the edge
            ("points", "u2", (size * size,)),
            ("stride", "u1", (row_stride(size),)),  # its length says how far the next row is, at compile time
        ],
        align=True,
    )


def vertex_of(size: int, row: int, column: int) -> int:
    """The vertex of a point; row 0 is the first line, column 0 is A."""
    return (row + 1) * row_stride(size) + column + 1


def point_of(size: int, vertex: int) -> tuple[int, int]:
    """Row and column of a vertex on the board."""
    row, column = divmod(vertex, row_stride(size))
    return row - 1, column - 1


@lru_cache
def geometry(size: int) -> Records:
    """The tables for one size; made once, never written again."""
    records = new_records(geometry_dtype(check_size(size)))
    tables, up = records[0], row_stride(size)
    points = [vertex_of(size, row, column) for row in range(size) for column in range(size)]
    tables.points[:] = points
    tables.liberty[:] = [1 | v << SUM_SHIFT | v * v << SQUARES_SHIFT for v in range(vertex_count(size))]
    tables.zobrist[:, BLACK:] = _zobrist_numbers(size)
    for v in points:
        tables.around8[v] = [v - up - 1, v - up, v - up + 1, v - 1, v + 1, v + up - 1, v + up, v + up + 1]
        row, column = point_of(size, v)
        there = _points_at(size, row, column, [(-1, 0), (0, -1), (0, 1), (1, 0)])
        tables.at_two[v] = sum(mask << 16 * k for k, mask in enumerate(AT_TWO) if there[k])
        tables.vicinity[v] = _points_at(size, row, column, VICINITY)
        tables.line[v] = 1 + min(row, column, size - 1 - row, size - 1 - column)
        tables.on_edge[v] = tables.line[v] == 1
    tables.apart[:] = 1
    rows, columns = (abs(np.subtract.outer(line, line)) for line in np.divmod(tables.points.astype(int), up))
    tables.apart[np.ix_(points, points)] = rows + columns + np.maximum(rows, columns)
    records.flags.writeable = False
    return records


def _points_at(size: int, row: int, column: int, offsets: list[tuple[int, int]]) -> list[int]:
    """The vertices so many rows and columns away, 0 beyond the edge."""
    there = [(row + up, column + right) for up, right in offsets]
    return [vertex_of(size, *point) if min(point) >= 0 and max(point) < size else 0 for point in there]


def _zobrist_numbers(size: int) -> npt.NDArray[np.uint64]:
    generator = np.random.Generator(np.random.PCG64(size))
    return generator.integers(1, 2**64, size=(vertex_count(size), 2), dtype=np.uint64)


def longest_playout(size: int) -> int:
    """Moves after which a playout is cut off, passes included."""
    return LENGTH_FACTOR * size * size


def new_board(size: int, features: Features = FULL) -> Records:
    """An empty board."""
    records = new_records(board_dtype(size, features))
    board, tables = records[0], geometry(size)[0]
    board.color[:] = OFF
    board.color[tables.points] = EMPTY
    board.place[tables.points] = np.arange(size * size)
    board.empty[:] = tables.points
    board.empty_count = size * size
    board.to_move = BLACK
    board.liberties[0] = _NEVER_CAPTURED["i8" if features.packed_liberties else "u2"]
    off = board.color == OFF
    board.neighbours[off] = _OFF_BOARD_START
    up = row_stride(size)
    for v in tables.points.astype(int):
        cross = (v - up, v - 1, v + 1, v + up)
        board.neighbours[v] = sum(_EDGE_NEIGHBOUR if off[u] else _EMPTY_NEIGHBOUR for u in cross)
        if features.codes:
            board.code[v] = sum(OFF << (2 * k) for k, u in enumerate(tables.around8[v]) if off[u])
    return records
