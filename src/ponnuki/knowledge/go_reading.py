"""What reading says of moves: which capture, which save, and which only look as if they did. Start with `read_all`.

Chains with up to three liberties are read out on a spare board (`games/go/reading`), once for a node that matters. Each
point gets a class in three groups: what a move there does to the other's chains, what it does for own ones, and whether
the chain that it makes is captured at once. Sizes of chains are in three classes: one stone, two or three, more.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.board import cross, in_atari, is_legal, last_liberty, opponent
from ponnuki.games.go.layout import EMPTY, PASS, vertex_count
from ponnuki.games.go.reading import read
from ponnuki.games.go.reading import scratch as reading_scratch
from ponnuki.games.go.tactics import captures, find_liberties
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields, joined
from ponnuki.knowledge.go_moves import BESIDE, size_class

ATTACK = 0  # nothing; then by size of the other's chain:
GETS_AWAY, CAUGHT_ANYWAY, IN_THREE, NET, LADDER, STOPS = 1, 4, 7, 10, 13, 16
"""An atari that does not catch; a capture of what cannot get away; with three liberties, caught all the same; with two,
by a move beside them; by an atari; a capture of what could get away."""
DEFEND = ATTACK + STOPS + 3  # nothing; then by size of the own chain:
IN_VAIN, SAVES_THREE, SAVES_TWO, SAVES_ONE = 1, 4, 7, 10
"""Does not save it; saves it from capture, if it has three, two or one liberties."""
INTO = DEFEND + SAVES_ONE + 3  # nothing, or by size of the chain with two liberties that is made and then captured
READINGS = INTO + 4
READING_GROUPS = 3
_EFFORT, _NET_EFFORT = 400, 120
"""Positions that may be looked at for one question: about a ladder, about a net or a chain of three liberties."""
_MOST_BESIDE = 12


def _worth() -> npt.NDArray[np.float32]:
    """By class: what a move is worth for what is read of it, from -1 to 1 (guesses)."""
    found = np.zeros(READINGS, np.float32)
    for first in (ATTACK + IN_THREE, ATTACK + NET, ATTACK + LADDER, ATTACK + STOPS):
        found[first : first + 3] = 0.5, 0.75, 1
    for first in (DEFEND + SAVES_THREE, DEFEND + SAVES_TWO, DEFEND + SAVES_ONE):
        found[first : first + 3] = 0.5, 0.75, 1
    found[ATTACK + GETS_AWAY : ATTACK + GETS_AWAY + 3] = 0, -0.5, -1
    found[DEFEND + IN_VAIN : DEFEND + IN_VAIN + 3] = -0.5, -1, -1
    found[INTO + 1 : INTO + 4] = -0.25, -1, -1
    return found


WORTH = _worth()


def scratch(size: int) -> Fields:
    """What these kernels write to in the record of a thread, beside a board that is called `spare`."""
    codes = vertex_count(size)
    own: Fields = [
        ("readings", "u2", (codes, READING_GROUPS)),  # by vertex
        ("liberties_read", "u2", (4,)),
        ("beside_read", "u2", (_MOST_BESIDE,)),
    ]
    return joined(own, reading_scratch())


@jit
def read_all(board: Any, geometry: Any, thread: Any, count: Any) -> None:
    """Write the classes of all points to `thread.readings`."""
    readings = thread.readings
    for v in range(len(board.color)):
        readings[v, 0], readings[v, 1], readings[v, 2] = ATTACK, DEFEND, INTO
    color = np.int64(board.to_move)
    for v in range(len(board.color)):
        if board.chain[v] == v and v != 0:
            chain = np.uint16(v)
            liberties = find_liberties(board, geometry, chain, 4, thread.liberties_read, np.int64(0))
            if liberties < 4:
                if board.color[v] == color:
                    _read_own(board, geometry, thread, chain, color, liberties)
                else:
                    _read_other(board, geometry, thread, chain, color, liberties)
    for i in range(count):
        v = thread.candidates[i]
        if v != PASS:
            _read_into(board, geometry, thread, v, color)


@jit
def _mark(thread: Any, v: Any, group: Any, found: Any) -> None:
    """The higher class counts."""
    thread.readings[v, group] = max(thread.readings[v, group], found)


@jit
def _find_beside(board: Any, geometry: Any, thread: Any, liberties: Any) -> Any:
    """Write the empty points next to liberties, other than these, to `thread.beside_read`; how many."""
    count = 0
    for k in range(liberties):
        for u in cross(geometry, thread.liberties_read[k]):
            known = board.color[u] != EMPTY or count == _MOST_BESIDE
            for j in range(liberties):
                known |= thread.liberties_read[j] == u
            for j in range(count):
                known |= thread.beside_read[j] == u
            if not known:
                thread.beside_read[count] = u
                count += 1
    return count


@jit
def _read_other(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, liberties: Any) -> None:
    """What moves do to a chain of the other's."""
    other = opponent(color)
    size = size_class(board.chain_size[chain])
    own = thread.liberties_read
    if liberties == 1:
        caught = read(board, geometry, thread, chain, other, other, PASS, False, _EFFORT)
        _mark(thread, own[0], 0, ATTACK + (CAUGHT_ANYWAY if caught else STOPS) + size)
        return
    any_works = False
    effort = _EFFORT if liberties == 2 else _NET_EFFORT
    for k in range(liberties):
        if not is_legal(board, geometry, own[k], color):
            continue
        works = read(board, geometry, thread, chain, other, color, own[k], liberties == 3, effort)
        any_works |= works
        if liberties == 2:
            _mark(thread, own[k], 0, ATTACK + (LADDER if works else GETS_AWAY) + size)
        elif works:
            _mark(thread, own[k], 0, ATTACK + IN_THREE + size)
    if liberties == 2 and not any_works:
        for k in range(_find_beside(board, geometry, thread, liberties)):
            v = thread.beside_read[k]
            if is_legal(board, geometry, v, color) and read(
                board, geometry, thread, chain, other, color, v, True, _NET_EFFORT
            ):
                _mark(thread, v, 0, ATTACK + NET + size)


@jit
def _read_own(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, liberties: Any) -> None:
    """What moves do for an own chain that would be captured."""
    other = opponent(color)
    size = size_class(board.chain_size[chain])
    own = thread.liberties_read
    effort = _EFFORT if liberties < 3 else _NET_EFFORT
    wide = liberties == 3
    if liberties > 1 and not read(board, geometry, thread, chain, color, other, PASS, wide, effort):
        return
    saves = SAVES_ONE if liberties == 1 else (SAVES_TWO if liberties == 2 else SAVES_THREE)
    beside = 0 if liberties == 1 else _find_beside(board, geometry, thread, liberties)
    for k in range(liberties):
        if is_legal(board, geometry, own[k], color):
            lost = read(board, geometry, thread, chain, color, color, own[k], wide, effort)
            _mark(thread, own[k], 1, DEFEND + (IN_VAIN if lost else saves) + size)
    for k in range(beside):
        _read_rescue(board, geometry, thread, chain, color, thread.beside_read[k], wide, DEFEND + saves + size)
    stone = chain
    while True:
        for u in cross(geometry, stone):
            if board.color[u] == other and in_atari(board.liberties[board.chain[u]]):
                v = last_liberty(board.liberties[board.chain[u]])
                _read_rescue(board, geometry, thread, chain, color, v, wide, DEFEND + saves + size)
        stone = board.next_stone[stone]
        if stone == chain:
            break


@jit
def _read_rescue(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, v: Any, wide: Any, found: Any) -> None:
    """Mark a move that saves a chain without extending it."""
    effort = _NET_EFFORT if wide else _EFFORT
    if is_legal(board, geometry, v, color) and not read(board, geometry, thread, chain, color, color, v, wide, effort):
        _mark(thread, v, 1, found)


@jit
def _read_into(board: Any, geometry: Any, thread: Any, v: Any, color: Any) -> None:
    """Whether a move makes a chain of two liberties that the other captures; not asked where it touches no stone."""
    code = board.code[v]
    if not (code ^ (code >> 1)) & BESIDE or captures(board, geometry, v, color):
        return
    left = thread.liberties_read
    count, stones = 0, 1
    for u in cross(geometry, v):
        if board.color[u] == EMPTY:
            if count == 2:
                return
            left[count] = u
            count += 1
    for u in cross(geometry, v):
        if board.color[u] == color:
            chain = board.chain[u]
            stones += board.chain_size[chain]
            found = find_liberties(board, geometry, chain, 4, thread.beside_read, np.int64(0))
            if found == 4:
                return
            for k in range(found):
                known = thread.beside_read[k] == v
                for j in range(count):
                    known |= left[j] == thread.beside_read[k]
                if not known:
                    if count == 2:
                        return
                    left[count] = thread.beside_read[k]
                    count += 1
    if count == 2 and read(board, geometry, thread, v, color, color, v, False, _EFFORT):
        thread.readings[v, 2] = INTO + 1 + size_class(stones)
