"""The 3x3 shapes of sequence-like playouts, as a table over the codes of the eight points around a move.

The families are those of MoGo (Gelly, Wang, Munos & Teytaud 2006): hane, two kinds of cut, and moves at the edge.
Written with the side to move as `X`: `X` own, `O` other, `.` empty, `#` off the board, `?` anything, `x` anything
but own, `o` anything but other; the middle is the move. Each holds with the colours exchanged too.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.layout import BLACK, EMPTY, OFF, WHITE
from ponnuki.kernels import inline

HANE = ("XOX|...|???", "XO.|...|?.?", "XO?|X..|x.?")
CUT = ("XO?|O.o|?o?", "?X?|O.O|ooo")
EDGE = ("X.?|O.?|###", "OX?|o.O|###", "?X?|x.O|###", "?XO|x.x|###", "?OX|X.O|###")
MOGO = HANE + CUT + EDGE

CODES = 1 << 16
WORDS = CODES // 16
"""A packed table holds two bits for each code, 16 codes in a word: 16 kB, which stays in the fastest cache."""
_OWN, _OTHER = 1, 2
_ALLOWED: dict[str, frozenset[int]] = {
    "?": frozenset({EMPTY, _OWN, _OTHER, OFF}),
    ".": frozenset({EMPTY}),
    "X": frozenset({_OWN}),
    "O": frozenset({_OTHER}),
    "#": frozenset({OFF}),
    "x": frozenset({EMPTY, _OTHER}),
    "o": frozenset({EMPTY, _OWN}),
}


@lru_cache
def shape_table(shapes: tuple[str, ...] = MOGO) -> npt.NDArray[np.uint8]:
    """By code: bit 0 if a shape matches for Black to move, bit 1 for White."""
    table = np.zeros(CODES, np.uint8)
    for shape in shapes:
        for grid in _variants(shape):
            wanted = [cell for row in grid for cell in row]
            del wanted[4]
            table |= _matches(wanted, {_OWN: BLACK, _OTHER: WHITE}) * np.uint8(BLACK)
            table |= _matches(wanted, {_OWN: WHITE, _OTHER: BLACK}) * np.uint8(WHITE)
    table.flags.writeable = False
    return table


def packed_shape_table(shapes: tuple[str, ...] = MOGO) -> npt.NDArray[np.uint32]:
    """The table as `matches` reads it."""
    bits = shape_table(shapes).astype(np.uint32).reshape(WORDS, 16) << (2 * np.arange(16, dtype=np.uint32))
    return np.asarray(bits.sum(axis=1, dtype=np.uint32))


@inline
def matches(tables: Any, code: Any, color: Any) -> Any:
    """Whether a shape of `tables.shape_table` fits a point for a colour."""
    return (tables.shape_table[code >> 4] >> np.uint32(2 * (code & 15))) & np.uint32(color)


def _matches(wanted: list[str], colors: dict[int, int]) -> npt.NDArray[np.uint8]:
    """By code whether each of its cells may be what is wanted there; the first cell, two bits of a code, varies fastest
    (around8 order: row by row from below left)."""
    fits = np.ones(1, np.uint8)
    for symbol in wanted:
        allowed = np.zeros((4, 1), np.uint8)
        allowed[[colors.get(cell, cell) for cell in _ALLOWED[symbol]]] = 1
        fits = (allowed * fits).ravel()
    return fits


def _variants(shape: str) -> set[tuple[tuple[str, ...], ...]]:
    """The eight symmetries of a shape and of the same with the colours exchanged."""
    exchanged = shape.translate(str.maketrans("XOxo", "OXox"))
    found: set[tuple[tuple[str, ...], ...]] = set()
    for text in (shape, exchanged):
        grid = tuple(tuple(row) for row in text.split("|"))
        for _ in range(4):
            grid = tuple(zip(*grid[::-1], strict=True))
            found.add(grid)
            found.add(tuple(row[::-1] for row in grid))
    return found
