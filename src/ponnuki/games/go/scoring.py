"""Area scoring: the stones of a colour and the empty regions that touch only that colour."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross
from ponnuki.games.go.layout import BLACK, EMPTY, SURROUNDED_BY_BLACK, SURROUNDED_BY_WHITE, WHITE
from ponnuki.kernels import jit


@jit
def stone_lead(board: Any) -> Any:
    """Black's stones minus White's."""
    lead = 0
    for v in range(len(board.color)):
        lead += int(board.color[v] == BLACK) - int(board.color[v] == WHITE)
    return lead


@jit
def finished_area(board: Any) -> Any:
    """Black's area minus White's where every empty point is alone, as after a playout that two passes ended."""
    score = stone_lead(board)
    for i in range(board.empty_count):
        around = board.neighbours[board.empty[i]]
        score += (1 if around & SURROUNDED_BY_BLACK else 0) - (1 if around & SURROUNDED_BY_WHITE else 0)
    return score


@jit
def area(board: Any, geometry: Any, owner: Any, stack: Any) -> Any:
    """Black's area minus White's on any board, filling `owner`: by vertex, BLACK, WHITE or 0 for nobody's points.

    `owner` and `stack` are scratch of at least as many numbers as there are vertices and points. Regions are
    flooded twice: once to see which colours they touch, once to write the answer.
    """
    unseen, counting = np.int64(8), np.int64(4)
    for i in range(len(geometry.points)):
        v = geometry.points[i]
        owner[v] = board.color[v] if board.color[v] != EMPTY else unseen
    score = 0
    for i in range(len(geometry.points)):
        v = geometry.points[i]
        if owner[v] == unseen:
            touched = _flood(board, geometry, v, unseen, counting, owner, stack)
            _flood(board, geometry, v, counting, touched if touched != BLACK + WHITE else 0, owner, stack)
        score += (1 if owner[v] == BLACK else 0) - (1 if owner[v] == WHITE else 0)
    return score


@jit
def _flood(board: Any, geometry: Any, start: Any, old: Any, new: Any, owner: Any, stack: Any) -> Any:
    """Turn a region of empty points from `old` to `new`; which colours touch it, as BLACK | WHITE."""
    touched = 0
    owner[start] = new
    stack[0] = start
    waiting = 1
    while waiting > 0:
        waiting -= 1
        v = stack[waiting]
        for u in cross(geometry, v):
            color = board.color[u]
            if color == BLACK or color == WHITE:
                touched |= color
            elif color == EMPTY and owner[u] == old:
                owner[u] = new
                stack[waiting] = u
                waiting += 1
    return touched
