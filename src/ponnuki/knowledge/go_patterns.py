"""Shapes of 12, 20 and 28 points around a move, and what the move predictor has learned about each.

The smallest is the 3x3 surroundings and the four points two away in a straight line; the next adds the eight points a
knight's move away, the largest the corners of the 5x5 square and the points three away in a straight line. A shape is a
word of two bits a point, with the mover's stones as Black's: the code of the 3x3 surroundings in the low 16 bits, then
`AT_TWO` and `FURTHER` in their order. All eight symmetries of a shape stand in one table of open addressing, so that a
lookup is one multiplication and mostly one probe. Start with `pattern_score`.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.layout import AT_TWO, BLACK, FURTHER
from ponnuki.kernels import inline, jit

SLOT_BITS = 16
SLOTS = 1 << SLOT_BITS
_AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
CELLS = _AROUND + AT_TWO + FURTHER
"""Where the points of a shape are, seen from the move, in the order of their bits."""
_FIRST_AT_TWO, _FIRST_FURTHER = 2 * len(_AROUND), 2 * len(_AROUND + AT_TWO)


def _mask(points: Iterable[tuple[int, int]]) -> np.uint64:
    return np.uint64(sum(3 << (2 * CELLS.index(point)) for point in points))


KINDS = ("middle", "large", "huge")
MASKS = (
    _mask(_AROUND + [point for point in AT_TWO if 0 in point]),
    _mask(_AROUND + AT_TWO),
    _mask(CELLS),
)
"""By kind: the points of the shape."""
MARKS = (np.uint64(1 << 61), np.uint64(1 << 62), np.uint64(1 << 63))
"""By kind: a bit that tells it from the others; no word in the table is 0, which marks a free slot."""
_LOW_BITS = np.uint64(0x5555555555555555)
_ONE = np.uint64(1)
_SPREAD, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(64 - SLOT_BITS)  # Fibonacci hashing
_LAST = np.uint64(SLOTS - 1)


@inline
def word_of(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The points around v as a player sees them."""
    word = np.uint64(board.code[v])
    for k in range(len(geometry.at_two[v])):
        word |= np.uint64(board.color[geometry.at_two[v][k]]) << np.uint64(_FIRST_AT_TWO + 2 * k)
    for k in range(len(geometry.further[v])):
        word |= np.uint64(board.color[geometry.further[v][k]]) << np.uint64(_FIRST_FURTHER + 2 * k)
    return word if color == BLACK else ((word & _LOW_BITS) << _ONE) | ((word >> _ONE) & _LOW_BITS)


@inline
def _first_slot(word: Any) -> Any:
    return (word * _SPREAD) >> _SHIFT


@jit
def pattern_score(weights: Any, word: Any) -> Any:
    """The weights of all shapes of a move together."""
    score = np.float32(0)
    for kind in range(len(MASKS)):
        wanted = (word & MASKS[kind]) | MARKS[kind]
        slot = _first_slot(wanted)
        while weights.pattern[slot] != wanted and weights.pattern[slot] != 0:
            slot = (slot + _ONE) & _LAST
        score += weights.pattern_weight[slot] if weights.pattern[slot] != 0 else weights.unknown[kind]
    return score


def symmetries(words: npt.NDArray[np.uint64]) -> list[npt.NDArray[np.uint64]]:
    """Each word turned and flipped in all eight ways."""
    found = []
    for flip in (1, -1):
        for quarter_turns in range(4):
            turned = np.zeros_like(words)
            for k, (row, column) in enumerate(CELLS):
                there = (row, flip * column)
                for _ in range(quarter_turns):
                    there = (-there[1], there[0])
                bits = (words >> np.uint64(2 * k)) & np.uint64(3)
                turned |= bits << np.uint64(2 * CELLS.index(there))
            found.append(turned)
    return found


def canonical(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The smallest of the eight, which stands for all of them."""
    return np.asarray(np.min(symmetries(words), axis=0))


def new_table(
    kinds: Iterable[tuple[np.uint64, npt.NDArray[np.uint64], npt.NDArray[np.float32]]],
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]]:
    """The table of some kinds of shapes, each given by its mark, canonical words and their weights."""
    keys, values = np.zeros(SLOTS, np.uint64), np.zeros(SLOTS, np.float32)
    for mark, words, weights in kinds:
        known: dict[int, float] = {}
        for turned in symmetries(words):
            known.update(zip((turned | mark).tolist(), weights.tolist(), strict=True))
        for word, weight in known.items():
            slot = ((word * int(_SPREAD)) & (2**64 - 1)) >> int(_SHIFT)
            while keys[slot]:
                slot = (slot + 1) % SLOTS
            keys[slot], values[slot] = word, weight
    return keys, values
