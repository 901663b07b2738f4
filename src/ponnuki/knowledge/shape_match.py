"""How the search finds shapes: the points next to a move say at once which shapes are still possible.

`new_shapes` lists, for every code of the first ring around a point, the variants (shapes, turned and mirrored) that it
does not exclude; most lists are short or empty. What is left of a variant, its cells further away, is then looked at
one by one, stones first, until one does not fit. Shapes that ask nothing of the first ring are tried everywhere.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood, ring_code
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.priors import add, add_priors
from ponnuki.knowledge.shapes import EMPTY, OFF, OTHER, OWN, STONE, Mask, Shape, variants

MOST_SHAPES = 500
_ENTRIES = 1 << 18
"""Room of the lists, or sixteen times as much as often as needed: the types of kernels have it, and few are best."""

_ALLOWED = {EMPTY: 0b0001, OWN: 0b0010, OTHER: 0b0100, OFF: 0b1000, STONE: 0b0110}
"""Bits by colour, seen by player 1."""
_EXCHANGED = np.array([0, 2, 1, 3])
_RAREST_FIRST = (OFF, OWN, OTHER, STONE, EMPTY)
_GOOD, _BAD, _ONE = np.float32(1), np.float32(0), np.uint64(1)
_FIRST_BITS, _SECOND_BITS = np.uint64(0x5555555555555555), np.uint64(0xAAAAAAAAAAAAAAAA)


# ---- kernels ------------------------------------------------------------------------------------------------------


@inline
def _seen_by(code: Any, mover: Any) -> Any:
    """A code with the mover's stones as those of player 1: the two bits of each cell change places, but off-board
    and empty cells have two equal ones."""
    if mover == 1:
        return code
    return ((code & _FIRST_BITS) << _ONE) | ((code & _SECOND_BITS) >> _ONE)


@inline
def _fits(knowledge: Any, board: Any, v: Any, variant: Any, shift: Any) -> Any:
    """Whether the cells of a variant beyond the first ring are as they should be."""
    for k in range(knowledge.first_cell[variant], knowledge.first_cell[variant + 1]):
        cell = knowledge.cell[k]
        color = board.color[knowledge.near[v][cell >> 8]]
        if not (cell >> (shift + color)) & 1:
            return False
    return True


@jit
def _add_listed(knowledge: Any, board: Any, thread: Any, i: Any, first: Any, last: Any) -> None:
    """Add the biases of the shapes on a list that fit a candidate, each once however many of its variants do."""
    v = thread.candidates[i]
    shift = 0 if board.to_move == 1 else 4
    found = -1
    for k in range(first, last):
        variant = np.int64(knowledge.entry[k])
        shape = np.int64(knowledge.shape_of[variant])
        if shape != found and _fits(knowledge, board, v, variant, shift):
            found = shape
            bias = knowledge.bias[shape]
            add(thread, i, abs(bias), _GOOD if bias > 0 else _BAD)


@add_priors.when("shape_lists")
@jit
def _add_shapes(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    everywhere = np.int64(knowledge.everywhere)
    for i in range(count):
        v = thread.candidates[i]
        if v != NO_POINT:
            code = _seen_by(ring_code(board, geometry, v), board.to_move)
            first = np.int64(knowledge.first_entry[code])
            last = np.int64(knowledge.first_entry[code + _ONE])
            if first < last:
                _add_listed(knowledge, board, thread, i, first, last)
            if everywhere > 0:
                _add_listed(knowledge, board, thread, i, 0, everywhere)


# ---- tables -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def new_shapes(shapes: tuple[Shape, ...], neighbourhood: Neighbourhood, size: int) -> Records:
    """The record that makes a search use some shapes on a board of some size; made once, never written again."""
    if len(shapes) > MOST_SHAPES:
        raise BadInput(f"a player has at most {MOST_SHAPES} shapes, not {len(shapes)}")
    turned = [(n, mask) for n, shape in enumerate(shapes) for mask in variants(shape.mask, neighbourhood)]
    near = neighbourhood.around(size, neighbourhood.offsets)
    first, entries, everywhere = _lists(turned, near, neighbourhood)
    outer = [_outer_cells(mask, neighbourhood) for _, mask in turned]
    dtype = _dtype(near.shape, len(first), len(neighbourhood.symmetries) * MOST_SHAPES, len(entries))
    records = new_records(dtype)
    tables = records[0]
    tables.near[:] = near
    tables.first_entry[:] = first
    tables.entry[: len(entries)] = entries
    tables.everywhere = everywhere
    tables.first_cell[: len(outer) + 1] = np.cumsum([0, *map(len, outer)])
    cells = [cell for listed in outer for cell in listed]
    tables.cell[: len(cells)] = cells
    tables.shape_of[: len(turned)] = [number for number, _ in turned]
    tables.bias[: len(shapes)] = [shape.bias for shape in shapes]
    records.flags.writeable = False
    return records


def _dtype(near: tuple[int, ...], codes: int, most: int, entries: int) -> np.dtype[np.void]:
    room = _ENTRIES
    while room < entries:
        room *= 16
    return np.dtype(
        [
            ("first_entry", "u4", (codes,)),  # by code of the first ring: where its list begins
            ("near", "u2", near),  # by vertex and offset: the vertex there
            ("first_cell", "u4", (most + 1,)),  # by variant: where its cells beyond the first ring begin
            ("cell", "u2", (most * near[1],)),  # offset << 8 | allowed colours for player 2 << 4 | for player 1
            ("shape_of", "u2", (most,)),  # by variant
            ("bias", "f4", (MOST_SHAPES,)),
            ("everywhere", "u4"),  # how many variants at the beginning of `entry` are tried at every point
            ("entry", "u2", (room,)),  # lists of variants
            ("shape_lists", "u1"),
        ],
        align=True,
    )


def _lists(
    turned: list[tuple[int, Mask]], near: npt.NDArray[np.uint16], neighbourhood: Neighbourhood
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16], int]:
    """Where each code's list begins, the lists one after the other, and the length of the one for every point."""
    ring = len(neighbourhood.rings[0])
    codes = np.array(sorted(_possible_codes(near[:, :ring])), np.uint32)
    colors = (codes[:, None] >> (2 * np.arange(ring, dtype=np.uint32))) & 3
    everywhere: list[int] = []
    found_codes, found_variants = [np.zeros(0, np.uint32)], [np.zeros(0, np.uint16)]
    for number, (_, mask) in enumerate(turned):
        inner = [(neighbourhood.index[o], _ALLOWED[cell]) for o, cell in mask if neighbourhood.distance[o] == 1]
        if not inner:
            everywhere.append(number)
            continue
        fits = np.ones(len(codes), bool)
        for place, allowed in inner:
            fits &= (allowed >> colors[:, place]) & 1 == 1
        found_codes.append(codes[fits])
        found_variants.append(np.full(int(fits.sum()), number, np.uint16))
    listed, listed_variants = np.concatenate(found_codes), np.concatenate(found_variants)
    order = np.argsort(listed, kind="stable")
    counts = np.bincount(listed, minlength=4**ring)
    first = len(everywhere) + np.concatenate([[0], np.cumsum(counts)])
    entries = np.concatenate([np.array(everywhere, np.uint16), listed_variants[order]])
    return first.astype(np.uint32), entries, len(everywhere)


def _possible_codes(ring: npt.NDArray[np.uint16]) -> Iterator[int]:
    """The codes that points of a board can have: those at an edge have theirs, and few of all codes exist."""
    for on_board in {tuple(bool(v) for v in vertices) for vertices in ring}:
        cells: Iterable[tuple[int, ...]] = ((0, 1, 2) if inside else (3,) for inside in on_board)
        for colors in product(*cells):
            yield sum(color << 2 * k for k, color in enumerate(colors))


def _outer_cells(mask: Mask, neighbourhood: Neighbourhood) -> list[int]:
    """What remains to be looked at beyond the first ring, the likeliest to fail first."""
    cells = [(cell, neighbourhood.index[o]) for o, cell in mask if neighbourhood.distance[o] > 1]
    cells.sort(key=lambda one: (_RAREST_FIRST.index(one[0]), one[1]))
    return [place << 8 | _exchanged(_ALLOWED[cell]) << 4 | _ALLOWED[cell] for cell, place in cells]


def _exchanged(allowed: int) -> int:
    """Allowed colours with the players exchanged."""
    return sum(1 << int(_EXCHANGED[color]) for color in range(4) if allowed >> color & 1)
