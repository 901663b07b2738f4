"""What a playout of `go_mogo` knows of eyes: the vital points of small eye spaces next to the last move."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, is_playable, opponent
from ponnuki.games.go.layout import BLACK, EMPTY, HAS_EMPTY, PASS, WHITE
from ponnuki.kernels import inline, jit

SMALLEST_NAKADE = 3
LARGEST_NAKADE = 6
"""Eye spaces above this have no single vital point."""
_NOBODY = np.uint16(EMPTY)


@jit
def nakade(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The vital point of an eye space of three to six points that the last move made by capturing."""
    for u in cross(geometry, last):
        if board.color[u] == EMPTY:
            v = vital_point(board, geometry, thread, np.uint16(u), _NOBODY)
            if v != PASS and is_playable(board, geometry, v, color):
                return v
    return np.uint16(PASS)


@jit
def eye_space(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The vital point of an eye space that the last move has closed, or of an own one in which it stands.

    To save time only narrow places are looked at: a T of four that is closed beside its middle is not found.
    """
    for u in cross(geometry, last):
        if board.color[u] == EMPTY and is_narrow(board, u):
            v = vital_point(board, geometry, thread, np.uint16(u), _NOBODY)
            if v != PASS and is_playable(board, geometry, v, color):
                return v
    if board.color[last] == opponent(color) and is_narrow(board, last):
        v = vital_point(board, geometry, thread, last, board.color[last])
        if v != PASS and is_playable(board, geometry, v, color):
            return v
    return np.uint16(PASS)


@inline
def is_narrow(board: Any, v: Any) -> Any:
    """Whether at most two points beside v are empty: elsewhere a search for the walls would mostly find none."""
    return board.neighbours[v] < 3 * HAS_EMPTY


@jit
def vital_point(board: Any, geometry: Any, thread: Any, start: Any, intruder: Any) -> Any:
    """The point that decides a small region of empty points surrounded by one colour, or PASS.

    Stones of an intruder, if there is one, count as if they could be taken: the region goes on below them.

    It is the point with most neighbours in the region: two in a row of three, three in a T of four or a bulky five,
    four in a cross of five or a rabbity six. In most other regions of that size the neighbours are fewer, and
    nothing is vital.
    """
    thread.stack[0] = start
    size = 1
    border = 0
    i = 0
    best = np.uint16(PASS)
    most = 0
    ties = 0
    while i < size:
        v = thread.stack[i]
        i += 1
        inside = 0
        for u in cross(geometry, v):
            color = board.color[u]
            if color == EMPTY or color == intruder:
                inside += 1
                known = False
                for j in range(size):
                    known |= thread.stack[j] == u
                if not known:
                    if size == LARGEST_NAKADE:
                        return np.uint16(PASS)
                    thread.stack[size] = u
                    size += 1
            elif color == BLACK or color == WHITE:
                border |= color
                if border == BLACK + WHITE:
                    return np.uint16(PASS)
        if board.color[v] == EMPTY:
            if inside > most:
                most = inside
                best = v
                ties = 0
            elif inside == most:
                ties += 1
    if ties > 0 or size < SMALLEST_NAKADE:
        return np.uint16(PASS)
    needed = 2 if size == 3 or intruder != EMPTY else (3 if size <= 5 else 4)
    return best if most >= needed else np.uint16(PASS)
