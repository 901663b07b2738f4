"""How the search finds shapes: all moves of a node at once, as sets of bits, down a tree of what the shapes ask.

The own stones, the other's, and the empty points are sets, one bit for each vertex. "An own stone two to the right" is
then one shift of a set, and a mask is a few of them one after the other, each leaving fewer moves, until none is left.
Shapes, turned and mirrored, are put into one tree: what many of them ask first is asked once (`new_shapes`), and where
no move is left the whole branch is skipped (`_add_shapes`). So the cost does not grow with the number of moves, and
grows slowly with the number of shapes.
"""

from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.knowledge.priors import add, add_priors, both, no_knowledge
from ponnuki.knowledge.shapes import EMPTY, MOST_SHAPES, OFF, OTHER, OWN, STONE, Shape, variants

MOST_SETS, SET_PADDING = 560, 2
"""Rows of `thread.sets`, and unused words at both ends of each: a shift reads beyond the set."""
_NODES = 1 << 14
"""Nodes that the tables have room for; where that is too few, 4 times as many, or 16 times and so on. Kernels are
compiled for each number, so there are not many different ones."""

_PLANES = (OWN, OTHER, EMPTY, STONE, OFF)
_RAREST_FIRST = (OFF, OWN, OTHER, STONE, EMPTY)
_OWN, _OTHER, _EMPTY, _STONE, _OFF = range(5)
_FIRST_DEPTH = _OFF
"""Rows of `thread.sets`: four planes (what is off the board never changes), then the moves left at each depth."""
_GOOD, _BAD = np.float32(1), np.float32(0)
_BYTE, _BYTE_BITS = np.uint64(0xFF), np.uint64(8)
_NOTHING, _BIT, _LAST_BIT = np.uint64(0), np.uint64(1), np.uint64(63)


def scratch(codes: int) -> Fields:
    """What these kernels write to in the record of a thread of a search whose moves are numbers below `codes`."""
    return [("sets", "u8", (MOST_SETS, codes // 64 + 1 + 2 * SET_PADDING))]  # of moves, a bit for each


# ---- kernels ------------------------------------------------------------------------------------------------------


@jit
def _fill_planes(knowledge: Any, board: Any, thread: Any, count: Any) -> None:
    """Write the board and the candidates as sets."""
    words = len(knowledge.words)
    mover = board.to_move
    for row in range(_FIRST_DEPTH + 1):
        for w in range(words + 2 * SET_PADDING):
            thread.sets[row, w] = _NOTHING
    last = len(board.color)
    for w in range(words):
        low, high = _NOTHING, _NOTHING  # the two bits of a colour; without a branch, as stones are hard to foresee
        place = _NOTHING
        for v in range(64 * w, min(64 * w + 64, last)):
            color = np.uint64(board.color[v])
            low |= (color & _BIT) << place
            high |= (color >> _BIT) << place
            place += _BIT
        stones = low ^ high
        own = stones & (low if mover == 1 else high)
        thread.sets[_OWN, w + SET_PADDING] = own
        thread.sets[_OTHER, w + SET_PADDING] = stones ^ own
        thread.sets[_EMPTY, w + SET_PADDING] = ~(low | high)  # and beyond the last vertex, where nobody looks
        thread.sets[_STONE, w + SET_PADDING] = stones
    for i in range(count):
        v = thread.candidates[i]
        thread.stack[v] = i
        if v != NO_POINT:
            thread.sets[_FIRST_DEPTH, (v >> 6) + SET_PADDING] |= _BIT << np.uint64(v & 63)


@inline
def _narrow(knowledge: Any, thread: Any, at: Any) -> Any:
    """Which of the moves above a node have what it asks for, one row further down; 0 if none."""
    offset = knowledge.offset[at]
    asked = knowledge.asked[at]
    row = knowledge.depth[at] + _FIRST_DEPTH
    left = _NOTHING
    if asked == _OFF:
        for w in range(len(knowledge.words)):
            here = thread.sets[row - 1, w + SET_PADDING] & ~knowledge.inside[offset, w]
            thread.sets[row, w + SET_PADDING] = here
            left |= here
    else:
        start = knowledge.word_shift[offset]
        shift = knowledge.bit_shift[offset]
        for w in range(len(knowledge.words)):
            low = thread.sets[asked, start + w] >> shift
            high = (thread.sets[asked, start + w + 1] << _BIT) << (_LAST_BIT - shift)
            here = thread.sets[row - 1, w + SET_PADDING] & knowledge.inside[offset, w] & (low | high)
            thread.sets[row, w + SET_PADDING] = here
            left |= here
    return left


@jit
def _credit(knowledge: Any, thread: Any, at: Any) -> None:
    """Add the bias of the shape that is complete at a node, once for each move however many of its variants fit."""
    shape = knowledge.complete[at] - 1
    row = knowledge.depth[at] + _FIRST_DEPTH
    done = knowledge.first_done + shape
    bias = knowledge.bias[shape]
    for w in range(len(knowledge.words)):
        fresh = thread.sets[row, w + SET_PADDING] & ~thread.sets[done, w + SET_PADDING]
        thread.sets[done, w + SET_PADDING] |= fresh
        v = 64 * w
        while fresh != _NOTHING:
            while fresh & _BYTE == _NOTHING:
                fresh >>= _BYTE_BITS
                v += 8
            if fresh & _BIT:
                add(thread, thread.stack[v], abs(bias), _GOOD if bias > 0 else _BAD)
            fresh >>= _BIT
            v += 1


@add_priors.when("shape_tree")
@jit
def _add_shapes(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    _fill_planes(knowledge, board, thread, count)
    for row in range(knowledge.first_done, knowledge.first_done + knowledge.shapes):
        for w in range(len(knowledge.words)):
            thread.sets[row, w + SET_PADDING] = _NOTHING
    at: Any = np.int64(0)
    while at < knowledge.nodes:
        if _narrow(knowledge, thread, at) == _NOTHING:
            at = np.int64(knowledge.skip[at])
        else:
            if knowledge.complete[at]:
                _credit(knowledge, thread, at)
            at += 1


# ---- tables -------------------------------------------------------------------------------------------------------


def with_shapes(knowledge: Records | None, shapes: tuple[Shape, ...], around: Neighbourhood, size: int) -> Records:
    """What a search knows of moves with some shapes added; None is nothing."""
    if not shapes:
        return no_knowledge() if knowledge is None else knowledge
    found = new_shapes(shapes, around, size)
    return found if knowledge is None else both(knowledge, found)


@lru_cache(maxsize=64)
def new_shapes(shapes: tuple[Shape, ...], neighbourhood: Neighbourhood, size: int) -> Records:
    """The record that makes a search use some shapes on a board of some size; made once, never written again."""
    if len(shapes) > MOST_SHAPES:
        raise BadInput(f"a player has at most {MOST_SHAPES} shapes, not {len(shapes)}")
    near = neighbourhood.around(size, neighbourhood.offsets)
    steps, inside = _shifts(near)
    nodes = _tree(shapes, neighbourhood)
    records = new_records(_dtype(near.shape[1], inside.shape[1], len(nodes)))
    tables = records[0]
    tables.word_shift[:] = SET_PADDING + steps // 64
    tables.bit_shift[:] = steps % 64
    tables.inside[:] = inside
    tables.nodes, tables.shapes = len(nodes), len(shapes)
    tables.first_done = _FIRST_DEPTH + len(neighbourhood.offsets) + 1
    tables.bias[: len(shapes)] = [shape.bias for shape in shapes]
    for name, column in zip(("offset", "asked", "depth", "complete", "skip"), zip(*nodes, strict=True), strict=False):
        tables[name][: len(nodes)] = column
    records.flags.writeable = False
    return records


def _dtype(offsets: int, words: int, nodes: int) -> np.dtype[np.void]:
    room = _NODES
    while room < nodes:
        room *= 4
    return np.dtype(
        [
            ("inside", "u8", (offsets, words)),  # the points whose offset is on the board, as a set
            ("bit_shift", "u8", (offsets,)),  # what brings a point's offset to its own place
            ("word_shift", "u1", (offsets,)),
            ("words", "u1", (words,)),  # its length says how many words a set has, at compile time
            ("nodes", "u4"),
            ("shapes", "u2"),
            ("first_done", "u2"),  # row of the moves that got the bias of shape 0
            ("bias", "f4", (MOST_SHAPES,)),
            ("offset", "u1", (room,)),  # the tree, each node before all below it: where it looks
            ("asked", "u1", (room,)),  # what has to be there
            ("depth", "u1", (room,)),  # 1 for the first
            ("complete", "u2", (room,)),  # the shape that is complete here, from 1; 0 for none
            ("skip", "u4", (room,)),  # the first node that is not below
            ("shape_tree", "u1"),
        ],
        align=True,
    )


def _shifts(near: npt.NDArray[np.uint16]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
    """By offset: the difference of vertex numbers, the same everywhere, and the points for which it is on the board."""
    vertices, offsets = near.shape
    words = vertices // 64 + 1
    inside = np.zeros((offsets, words), np.uint64)
    steps = np.zeros(offsets, np.int64)
    for k in range(offsets):
        points = np.flatnonzero(near[:, k] != NO_POINT)
        found = np.unique(near[points, k].astype(np.int64) - points)
        assert len(found) <= 1, "vertices must be numbered so that an offset is the same step everywhere"
        steps[k] = found[0] if len(found) else 0  # a small board may have no such pair at all
        for v in points.tolist():
            inside[k, v // 64] |= np.uint64(1 << v % 64)
    return steps, inside


def _tree(shapes: tuple[Shape, ...], neighbourhood: Neighbourhood) -> list[tuple[int, int, int, int, int]]:
    """The nodes, each as (offset, asked, depth, complete shape, skip).

    Stones are asked for before empty points, as they are fewer, and then what most variants ask for first, so that
    they share the beginning of their way.
    """
    masks = [(number, mask) for number, shape in enumerate(shapes, 1) for mask in variants(shape.mask, neighbourhood)]
    common = Counter(asked for _, mask in masks for asked in mask)
    root: dict[Any, Any] = {}
    for number, mask in masks:
        branch = root
        order = sorted(mask, key=lambda one: (_RAREST_FIRST.index(one[1]), -common[one], neighbourhood.index[one[0]]))
        for offset, cell in order:
            branch = branch.setdefault((neighbourhood.index[offset], _PLANES.index(cell)), {})
        if branch.setdefault(None, number) != number:
            raise BadInput(f"shapes {branch[None]} and {number} are the same")
    return _flat(root, 1, 0)


def _flat(branch: dict[Any, Any], depth: int, first: int) -> list[tuple[int, int, int, int, int]]:
    """The nodes below one, each followed by its own; the first of them gets number `first`."""
    nodes: list[tuple[int, int, int, int, int]] = []
    for asked, below in branch.items():
        if asked is not None:
            at = first + len(nodes)
            inner = _flat(below, depth + 1, at + 1)
            nodes.append((*asked, depth, below.get(None, 0), at + 1 + len(inner)))
            nodes += inner
    return nodes


assert _FIRST_DEPTH + 49 + MOST_SHAPES <= MOST_SETS
