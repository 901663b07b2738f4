"""What a playout of `go_mogo` plays when the last move asks for nothing: a capture somewhere, or a random move.

A random move fills no own eye and gives no chain away, unless nothing else is left and the stones given away are such
as kill inside an eye space.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, is_playable
from ponnuki.games.go.layout import HAS_EMPTY, PASS
from ponnuki.games.go.tactics import captures, is_bad_self_atari, size_after
from ponnuki.kernels import jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Fields
from ponnuki.policies.go_light import swap_empty

LARGEST_SACRIFICE = 4
"""Stones that a playout gives away in self-atari when nothing else is left: enough to kill inside an eye space."""


def scratch() -> Fields:
    """What these kernels write to in the record of a thread, beside what every search has there."""
    return [("turned_down", "u1")]


@jit
def capture(board: Any, geometry: Any, thread: Any, color: Any, tries: Any) -> Any:
    """A capture, looked for at a few random empty points."""
    if board.empty_count == 0:
        return np.uint16(PASS)
    for _ in range(tries):
        v = board.empty[below(thread, board.empty_count)]
        if captures(board, geometry, v, color) and is_playable(board, geometry, v, color):
            return v
    return np.uint16(PASS)


@jit
def may_be_given_away(board: Any, geometry: Any, thread: Any, v: Any, color: Any) -> Any:
    """Whether the chain that a move on v makes is worth losing: few stones, in a shape that leaves no two eyes.

    Up to three stones do, four in a square or a T do, four in a row or bent do not: giving those away breaks seki.
    """
    if size_after(board, geometry, v, color) > 2 * LARGEST_SACRIFICE - 1:  # it may count a chain twice
        return False
    size = 1
    thread.stack[0] = v
    for u in cross(geometry, v):
        if board.color[u] == color:
            stone = board.chain[u]
            while True:
                known = False
                for i in range(size):
                    known |= thread.stack[i] == stone
                if not known:
                    if size == LARGEST_SACRIFICE:
                        return False
                    thread.stack[size] = stone
                    size += 1
                stone = board.next_stone[stone]
                if stone == board.chain[u]:
                    break
    if size < LARGEST_SACRIFICE:
        return True
    contacts, most = 0, 0
    for i in range(size):
        touching = 0
        for u in cross(geometry, thread.stack[i]):
            for j in range(size):
                touching += thread.stack[j] == u
        contacts += touching
        most = max(most, touching)
    return most == 3 or contacts == 8


@jit
def random_move(policy: Any, board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """A playable point drawn at random; bad self-atari only as a last resort, if the stones that it gives away are few.

    PASS means that there is none; `thread.turned_down` tells whether a playable point was left because of that.
    """
    untried = board.empty_count + 0
    last_resort = np.uint16(PASS)
    thread.turned_down = False
    while untried > 0:
        i = below(thread, untried)
        v = board.empty[i]
        if board.neighbours[v] >= 2 * HAS_EMPTY:  # so it is neither an eye, nor the ko, nor self-atari
            return v
        if is_playable(board, geometry, v, color):
            if not policy.self_atari or not is_bad_self_atari(board, geometry, v, color):
                return v
            if may_be_given_away(board, geometry, thread, v, color):
                last_resort = v
            else:
                thread.turned_down = True
        untried -= 1
        swap_empty(board, i, untried)
    return last_resort
