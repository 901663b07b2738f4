"""Whether a chain can be captured, read out move by move: ladders, nets, captures in a few moves. Start with `read`.

Attacker and defender move in turn on a spare board. The attacker fills liberties of the chain, as long as it has two
(or three, at the beginning of a line that may be *wide*); the defender extends, or captures a chain that is next to his
own and in atari. A chain with more liberties than that has got away. There is no undo: to go back, the moves of the
line are played again from the start. That is seldom needed, as all but one of the attacker's moves mostly fail at once.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, in_atari, is_legal, last_liberty, opponent, play
from ponnuki.games.go.ladders import gain
from ponnuki.games.go.layout import EMPTY, PASS
from ponnuki.games.go.tactics import captures, find_liberties, liberties_after
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields

DEEPEST = 128
"""Moves of a line after which a chain counts as captured: a ladder has then crossed the largest board."""
WIDEST = 16
"""Moves that are tried in one position, at most."""
WIDE_UNTIL, LOOSE_UNTIL = 3, 5
"""Moves of a line before which a chain with three liberties is attacked, and before which throw-ins are tried."""
_MOST = 4
_OPEN, _FREE, _CAPTURED = 0, 1, 2


def scratch() -> Fields:
    """What these kernels write to in the record of a thread, beside a board that is called `spare`."""
    return [
        ("read_line", "u2", (DEEPEST,)),  # the moves of the line
        ("read_options", "u2", (DEEPEST, WIDEST)),  # by depth: moves to try
        ("read_count", "u2", (DEEPEST,)),
        ("read_tried", "u2", (DEEPEST,)),
        ("read_found", "u2", (_MOST,)),
    ]


@jit
def read(
    board: Any, geometry: Any, thread: Any, stone: Any, prey: Any, first: Any, forced: Any, wide: Any, effort: Any
) -> Any:
    """Whether the chain of a stone of colour `prey` is captured if `first` moves first, and plays `forced` if not 0.

    With more than `effort` positions to look at it is not. If it is, and the attacker was first, his move is the first
    of `thread.read_line`.
    """
    thread.spare = board
    spare = thread.spare
    color = np.int64(first)
    depth, visited, entering, value = 0, 0, True, _OPEN
    while True:
        if entering:
            visited += 1
            if visited > effort:
                return False
            thread.read_tried[depth] = 0
            if depth == 0 and forced != PASS:
                thread.read_options[0, 0], thread.read_count[0] = forced, 1
            elif depth == DEEPEST - 1:
                return True
            elif color == prey:
                value = _list_defences(spare, geometry, thread, stone, prey, depth, wide)
            else:
                value = _list_attacks(spare, geometry, thread, stone, color, depth, wide)
        if value != _OPEN:  # the position has been settled: so is the one before, or another move is tried there
            if depth == 0:
                return value == _CAPTURED
            depth -= 1
            color = opponent(color)
            entering = False
            if (value == _CAPTURED) == (color != prey) or thread.read_tried[depth] == thread.read_count[depth]:
                continue
            value = _OPEN
            _go_back(board, geometry, thread, np.int64(first), depth)
        move = thread.read_options[depth, thread.read_tried[depth]]
        thread.read_tried[depth] += 1
        thread.read_line[depth] = move
        _make(spare, geometry, move, color)
        depth += 1
        color = opponent(color)
        entering = True


@jit
def _make(board: Any, geometry: Any, move: Any, color: Any) -> None:
    if move == PASS:
        board.ko = 0
    else:
        play(board, geometry, move, color)


@jit
def _go_back(board: Any, geometry: Any, thread: Any, first: Any, depth: Any) -> None:
    """Set up the position after so many moves of the line."""
    thread.spare = board
    color = first
    for k in range(depth):
        _make(thread.spare, geometry, thread.read_line[k], color)
        color = opponent(color)


@jit
def _list_attacks(board: Any, geometry: Any, thread: Any, stone: Any, color: Any, depth: Any, wide: Any) -> Any:
    """What the attacker may try; or that the chain is captured, or has got away."""
    found = thread.read_found
    liberties = find_liberties(board, geometry, board.chain[stone], _MOST, found, np.int64(0))
    if liberties == 1:
        return _CAPTURED if is_legal(board, geometry, found[0], color) else _FREE
    if liberties > (3 if wide and depth < WIDE_UNTIL else 2):
        return _FREE
    if liberties == 2:  # first where the chain would gain most
        prey = opponent(color)
        if gain(board, geometry, found[0], prey) < gain(board, geometry, found[1], prey):
            found[0], found[1] = found[1], found[0]
    count = 0
    for k in range(liberties):
        v = found[k]
        if is_legal(board, geometry, v, color) and (
            depth < LOOSE_UNTIL
            or not in_atari(liberties_after(board, geometry, v, color))
            or captures(board, geometry, v, color)
        ):
            thread.read_options[depth, count] = v
            count += 1
    thread.read_count[depth] = count
    return _FREE if count == 0 else _OPEN


@jit
def _list_defences(board: Any, geometry: Any, thread: Any, stone: Any, color: Any, depth: Any, wide: Any) -> Any:
    """What the defender may try; or that the chain is captured, or has got away."""
    found = thread.read_found
    chain = board.chain[stone]
    liberties = find_liberties(board, geometry, chain, _MOST, found, np.int64(0))
    if liberties > (3 if wide and depth < WIDE_UNTIL else 2):
        return _FREE
    count = _list_counterattacks(board, geometry, thread, chain, color, depth)
    for k in range(liberties):
        v = found[k]
        if is_legal(board, geometry, v, color) and not in_atari(liberties_after(board, geometry, v, color)):
            count = _added(thread, depth, count, v)
    if liberties > 1:
        for k in range(liberties):
            for u in cross(geometry, found[k]):
                if board.color[u] == EMPTY and is_legal(board, geometry, np.uint16(u), color):
                    count = _added(thread, depth, count, np.uint16(u))
        thread.read_options[depth, count] = PASS
        count += 1
    thread.read_count[depth] = count
    return _CAPTURED if count == 0 else _OPEN


@jit
def _list_counterattacks(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, depth: Any) -> Any:
    """Captures of chains next to the defender's; how many."""
    other = opponent(color)
    count = 0
    v = chain
    while True:
        for u in cross(geometry, v):
            if board.color[u] == other and in_atari(board.liberties[board.chain[u]]):
                point = last_liberty(board.liberties[board.chain[u]])
                if is_legal(board, geometry, point, color):
                    count = _added(thread, depth, count, point)
        v = board.next_stone[v]
        if v == chain:
            return count


@jit
def _added(thread: Any, depth: Any, count: Any, v: Any) -> Any:
    """Add a move to try unless it is there; one place is left for the pass."""
    for k in range(count):
        if thread.read_options[depth, k] == v:
            return count
    if count < WIDEST - 1:
        thread.read_options[depth, count] = v
        return count + 1
    return count
