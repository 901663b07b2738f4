"""Names of points: GTP vertices ("D4"), SGF letter pairs ("dc"), and the eight symmetries of the board.

A point is (row, column); row 0 is the first line, at the bottom, and column 0 is A, on the left.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.common import OffBoard

Point = tuple[int, int]

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # no I, by old custom
SYMMETRIES = 8


def to_gtp(point: Point | None) -> str:
    """The GTP vertex of a point; None is a pass."""
    return "pass" if point is None else f"{LETTERS[point[1]]}{point[0] + 1}"


def from_gtp(vertex: str, size: int) -> Point | None:
    """The point of a GTP vertex, in either case; None for "pass"."""
    name = vertex.strip().upper() if vertex.isascii() else ""  # some letters outside ASCII have an upper case inside
    if name == "PASS":
        return None
    letter, digits = name[:1], name[1:]
    if not letter or letter not in LETTERS or not digits.isdigit() or len(digits) > 3:
        raise BadInput(f"{vertex[:20]!r} is not a vertex: it must look like D4, or be pass")
    row, column = int(digits) - 1, LETTERS.index(letter)
    if not (0 <= row < size and column < size):
        raise OffBoard(f"{name} is off the {size}x{size} board")
    return row, column


def to_sgf(point: Point | None, size: int) -> str:
    """The SGF value of a move: column and row from the top, as letters; a pass is empty."""
    if point is None:
        return ""
    return chr(ord("a") + point[1]) + chr(ord("a") + size - 1 - point[0])


def from_sgf(value: str, size: int) -> Point | None:
    """The point of an SGF move; empty is a pass, and so is "tt" on boards up to 19x19."""
    if value == "" or (value == "tt" and size <= 19):
        return None
    if len(value) != 2:
        raise BadInput(f"{value!r} is not an SGF point: it must be two letters")
    column, row = ord(value[0]) - ord("a"), size - 1 - (ord(value[1]) - ord("a"))
    if not (0 <= row < size and 0 <= column < size):
        raise BadInput(f"SGF point {value!r} is off the {size}x{size} board")
    return row, column


def transform(point: Point, size: int, symmetry: int) -> Point:
    """A point under symmetry 0 (none) to 7: bit 0 flips columns, bit 1 flips rows, bit 2 then swaps them."""
    row, column = point
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 2:
        row = size - 1 - row
    return (column, row) if symmetry & 4 else (row, column)


def inverse(symmetry: int) -> int:
    """The symmetry that undoes one: all but the two quarter turns undo themselves."""
    return {5: 6, 6: 5}.get(symmetry, symmetry)


@lru_cache
def symmetry_table(size: int) -> npt.NDArray[np.intp]:
    """`table[s, row * size + column]`: where symmetry s sends each point, in the same numbering."""
    points = [(row, column) for row in range(size) for column in range(size)]
    images = [[transform(point, size, s) for point in points] for s in range(SYMMETRIES)]
    table = np.array([[row * size + column for row, column in image] for image in images], dtype=np.intp)
    table.flags.writeable = False
    return table
