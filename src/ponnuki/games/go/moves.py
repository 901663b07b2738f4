"""What real moves need beyond the kernel: a reason when a move is illegal, superko, all legal points at once."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import breathes, play_or_suicide
from ponnuki.games.go.layout import BLACK, EMPTY, HAS_EMPTY, WHITE
from ponnuki.kernels import jit

LEGAL, OCCUPIED, KO, SUICIDE = 0, 1, 2, 3

_WHITE_TO_MOVE = np.uint64(0x9D39247E33776D41)  # any numbers with half their bits set
_OTHERWISE = np.uint64(0x5C2B1A09F8E7D6C5)  # not 0: tables of what was seen mark free slots by 0


@jit
def judge(board: Any, geometry: Any, v: Any, color: Any, suicide: Any) -> Any:
    """LEGAL or why not, under simple ko; superko is asked with `repeats`."""
    if board.color[v] != EMPTY:
        return OCCUPIED
    if v == board.ko:
        return KO
    if suicide or board.neighbours[v] >= HAS_EMPTY or breathes(board, geometry, v, color):
        return LEGAL
    return SUICIDE


@jit
def situation(board: Any, to_move: Any, situational: Any) -> Any:
    """What superko compares: the hash of the stones and, if situational, of who is to move."""
    return board.hash ^ (_WHITE_TO_MOVE if situational and to_move == WHITE else _OTHERWISE)


@jit
def repeats(board: Any, to_move: Any, situational: Any, seen: Any) -> Any:
    """Whether this board has been seen; `seen` is empty where simple ko is the rule."""
    now = situation(board, to_move, situational)
    for i in range(len(seen)):
        if seen[i] == now:
            return True
    return False


@jit
def legal_points(
    start: Any, scratch: Any, geometry: Any, color: Any, suicide: Any, situational: Any, seen: Any, found: Any
) -> Any:
    """Fill `found` with the vertices of all legal moves but the pass; how many there are."""
    count = 0
    for i in range(len(geometry.points)):
        v = geometry.points[i]
        if judge(start[0], geometry, v, color, suicide) != LEGAL:
            continue
        if len(seen) > 0:
            scratch[0] = start[0]
            play_or_suicide(scratch[0], geometry, v, color)
            if repeats(scratch[0], BLACK + WHITE - color, situational, seen):
                continue
        found[count] = v
        count += 1
    return count
