"""The surroundings of a move: nested neighbourhoods of growing size, and keys that name what is in them.

The distance of a point is rows + columns + the larger of both, as in papers on move prediction. A neighbourhood has
all points up to a distance; each adds a ring to the one before. A point is empty, an own stone, one of the other, or
off the board. What is in a neighbourhood is a *shape*; with the other's last move marked in it, it is a *reply*.

The key of either is the least of eight numbers, one for each symmetry, so that shapes that are turned or reflected have
one key; stones are the mover's or the other's, so that colours do not matter. Each of the eight is the exclusive or of
a random number for each point that is not empty: points can be added one after the other.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.layout import BLACK, OFF, WHITE, geometry, point_of, vertex_count, vertex_of
from ponnuki.kernels.records import Fields

DISTANCES = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14)
"""The largest distance of each neighbourhood: from the 3x3 square to 140 points."""
LEVELS = len(DISTANCES)
REPLY_DISTANCE = 8
"""A move is a reply if the last move is not farther away than this."""
SIDES = 8
_FARTHEST = DISTANCES[-1] // 2
_SEED = 20240229
"""Of the random numbers: another one makes other keys, and so needs another format of the file."""


def distance(row: int, column: int) -> int:
    """Of a point so many rows and columns away."""
    return abs(row) + abs(column) + max(abs(row), abs(column))


OFFSETS = sorted(
    (
        (row, column)
        for row in range(-_FARTHEST, _FARTHEST + 1)
        for column in range(-_FARTHEST, _FARTHEST + 1)
        if 0 < distance(row, column) <= DISTANCES[-1]
    ),
    key=lambda offset: (distance(*offset), offset),
)
"""All points of the largest neighbourhood as rows and columns from the move, ring by ring."""
CELLS = len(OFFSETS)
ENDS = tuple(sum(distance(*offset) <= most for offset in OFFSETS) for most in DISTANCES)
"""By level: how many of the offsets belong to the neighbourhood."""


def symmetries(row: int, column: int) -> list[tuple[int, int]]:
    """Where a point comes to lie on each of the eight sides of the board."""
    found = []
    for across in (column, -column):
        there = row, across
        for _ in range(4):
            there = -there[1], there[0]
            found.append(there)
    return found


def ring_fields(size: int) -> Fields:
    """The fields of a record that keys are made with, on boards of some size."""
    return [
        ("ends", "u2", (LEVELS,)),  # as in ENDS
        ("around", "u2", (vertex_count(size), CELLS)),  # by vertex: the points around it, 0 where there is none
        ("stone", "u8", (2, CELLS, 4, SIDES)),  # by mover, place and colour there: a number for each side
        ("marked", "u8", (CELLS, SIDES)),  # by place of the last move
        ("salt", "u8", (2, LEVELS)),  # of shapes and of replies
    ]


@lru_cache
def ring_tables(size: int) -> dict[str, npt.NDArray[Any]]:
    """The values of those fields."""
    stone, marked, salt = random_numbers()
    index = {offset: k for k, offset in enumerate(OFFSETS)}
    sides = np.array([[index[there] for there in symmetries(*offset)] for offset in OFFSETS])
    around = np.zeros((vertex_count(size), CELLS), np.uint16)
    for v in geometry(size)[0].points.tolist():
        row, column = point_of(size, v)
        for k, (up, right) in enumerate(OFFSETS):
            if 0 <= row + up < size and 0 <= column + right < size:
                around[v, k] = vertex_of(size, row + up, column + right)
    by_mover = np.zeros((2, CELLS, 4, SIDES), np.uint64)
    for mover in (BLACK, WHITE):
        for color, state in ((BLACK, 1 + (mover != BLACK)), (WHITE, 1 + (mover != WHITE)), (OFF, 3)):
            by_mover[mover - BLACK, :, color] = stone[:, state][sides]
    return {
        "ends": np.array(ENDS, np.uint16),
        "around": around,
        "stone": by_mover,
        "marked": marked[sides],
        "salt": salt,
    }


def random_numbers() -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """By place and state (1 own, 2 other, 3 off the board), by place of the last move, by kind and level."""
    generator = np.random.Generator(np.random.PCG64(_SEED))

    def draw(*shape: int) -> npt.NDArray[np.uint64]:
        return generator.integers(1, 2**64, size=shape, dtype=np.uint64)

    stone = draw(CELLS, 4)
    stone[:, 0] = 0
    return stone, draw(CELLS), draw(2, LEVELS)
