"""The Havannah kernel: put a stone, and see at once whether it completed a ring, a bridge or a fork.

Start with `put`. All functions take a board and the geometry of its size (see `layout.py`), work in place and allocate
nothing; undo by copying the record back.

**Rings.** Let v be the new stone, and cut its own-coloured neighbours into runs, going around it. There is a new ring
exactly if

- two runs belong to the same chain: the loop through v and that chain separates the gaps between the runs, and one of
  the gaps is inside; or
- a neighbour of v now has six own neighbours. If a loop leaves v by two stones of one run, it can go along the run
  instead of through v. That loop was there before, so it encloses nothing: all that the new one encloses are stones of
  the run itself, and each of those has six own neighbours.

So a move costs one look at six cells and a root for each of the at most three runs.
"""

from typing import Any

import numpy as np

from ponnuki.games.havannah.layout import (
    BLACK,
    BRIDGE,
    CORNER_BITS,
    FORK,
    LONG_RUN,
    RING,
    RUN_COUNT,
    RUN_PLACE,
    SIDE_SHIFT,
    WHITE,
)
from ponnuki.games.hexagons import play as winning
from ponnuki.games.hexagons.board import beside, is_legal, root_of, take_from_empty
from ponnuki.kernels import inline, jit

__all__ = ["around", "beside", "is_legal", "play", "put", "root_of", "swap", "take_from_empty", "would_win"]

_ONE = np.uint64(1)


@inline
def around(geometry: Any, v: Any) -> Any:
    """The six neighbours of v, going around it; with the stride a constant of the type, faster than a table."""
    at, up = np.uint64(v), np.uint64(len(geometry.stride))
    return at + _ONE, at + up + _ONE, at + up, at - _ONE, at - up - _ONE, at - up


@inline
def neighbours_of(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Which of the six neighbours of v are of a colour (or EMPTY, or OFF), as bits."""
    n0, n1, n2, n3, n4, n5 = around(geometry, v)
    return (
        (board.color[n0] == color)
        | (board.color[n1] == color) << 1
        | (board.color[n2] == color) << 2
        | (board.color[n3] == color) << 3
        | (board.color[n4] == color) << 4
        | (board.color[n5] == color) << 5
    )


@inline
def join(board: Any, a: Any, b: Any) -> Any:
    """Make two chains one, given their roots; the root of both."""
    if board.weight[a] < board.weight[b]:
        a, b = b, a
    board.parent[b] = a
    board.weight[a] += board.weight[b]
    board.border[a] |= board.border[b]
    return a


@inline
def links(border: Any) -> Any:
    """BRIDGE or FORK or both, for a chain that touches these corners and sides."""
    joined = np.int64(border) & CORNER_BITS
    sides = np.int64(border) >> SIDE_SHIFT
    sides &= sides - 1
    return (BRIDGE if joined & (joined - 1) else 0) | (FORK if sides & (sides - 1) else 0)


@jit
def is_solid(board: Any, geometry: Any, v: Any, mask: Any, color: Any) -> Any:
    """Whether one of the neighbours of v in the mask would have six own neighbours with a stone on v."""
    both_beside = mask & (mask << 1 | mask >> 5) & (mask >> 1 | mask << 5)
    for i in range(6):
        if both_beside >> i & 1:
            u = beside(geometry, v, i)
            if neighbours_of(board, geometry, u, color) | 1 << ((i + 3) % 6) == 0b111111:
                return True
    return False


@inline
def put(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Put a stone on an empty cell: RING, BRIDGE, FORK, or 0. The list of empty cells is not touched."""
    board.color[v] = color
    board.parent[v] = v
    board.weight[v] = 1
    board.border[v] = geometry.border[v]
    mask = neighbours_of(board, geometry, v, color)
    if mask == 0:
        return 0
    runs = geometry.runs[mask]
    count = runs & RUN_COUNT
    first = root_of(board, beside(geometry, v, runs >> 2 & RUN_PLACE))
    won = 0
    if runs & LONG_RUN and is_solid(board, geometry, v, mask, color):
        won = RING
    whole = join(board, first, np.uint64(v))
    if count > 1:
        second = root_of(board, beside(geometry, v, runs >> 5 & RUN_PLACE))
        if second == whole:
            won = RING
        else:
            whole = join(board, whole, second)
        if count > 2:
            third = root_of(board, beside(geometry, v, runs >> 8 & RUN_PLACE))
            if third == whole:
                won = RING
            else:
                whole = join(board, whole, third)
    return won | links(board.border[whole])


@winning.would_win.when("havannah")
@inline
def would_win(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """What `put` would say of an empty cell, changing nothing but the length of ways to roots."""
    mask = neighbours_of(board, geometry, v, color)
    if mask == 0:
        return 0
    runs = geometry.runs[mask]
    count = runs & RUN_COUNT
    if count == 1 and geometry.border[v] == 0 and runs & LONG_RUN == 0:
        return 0  # joins nothing, touches nothing, fills nothing
    first = root_of(board, beside(geometry, v, runs >> 2 & RUN_PLACE))
    border = geometry.border[v] | board.border[first]
    won = 0
    if runs & LONG_RUN and is_solid(board, geometry, v, mask, color):
        won = RING
    if count > 1:
        second = root_of(board, beside(geometry, v, runs >> 5 & RUN_PLACE))
        border |= board.border[second]
        if second == first:
            won = RING
        if count > 2:
            third = root_of(board, beside(geometry, v, runs >> 8 & RUN_PLACE))
            border |= board.border[third]
            if third == first or third == second:
                won = RING
    return won | links(border)


@jit
def play(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Play a stone for a colour; who is to move is not asked, nor changed."""
    take_from_empty(board, v)
    board.won = put(board, geometry, v, color)
    board.last = v
    board.moves += 1
    board.may_swap = board.may_swap and board.moves == 1


@jit
def swap(board: Any) -> None:
    """The first stone changes its colour."""
    board.color[board.last] = WHITE + BLACK - board.color[board.last]
    board.moves += 1
    board.may_swap = 0
