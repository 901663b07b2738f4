"""Whether a chain in atari is caught in a ladder: read out on a spare board. Start with `is_caught`."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, in_atari, is_legal, last_liberty, opponent, play
from ponnuki.games.go.layout import COUNT_MASK, HAS_EMPTY
from ponnuki.games.go.tactics import find_liberties, liberties_after
from ponnuki.kernels import jit

LONGEST_LADDER = 60
"""Moves of the runner after which a ladder counts as caught: it has crossed the largest board."""
_MOST_TOUCHING = 8
"""Pseudo-liberties above which a chain surely has more than two liberties: one point touches four stones at most."""


@jit
def is_caught(board: Any, geometry: Any, scratch: Any, stone: Any, color: Any) -> Any:
    """Whether the chain of that stone, in atari and with its owner to move, is captured however it extends.

    The board is played on. The chaser puts the chain into atari again from the side where it would gain most, so that
    a ladder is one line of moves; a chain that can capture on its way, or that is given no atari, is not caught.
    """
    chaser = opponent(color)
    for _ in range(LONGEST_LADDER):
        chain = board.chain[stone]
        if captures_a_chaser(board, geometry, chain, color):
            return False
        way_out = last_liberty(board.liberties[chain])
        if not is_legal(board, geometry, way_out, color):
            return True
        play(board, geometry, way_out, color)
        chain = board.chain[stone]
        if in_atari(board.liberties[chain]):
            return True
        if (board.liberties[chain] & COUNT_MASK) > _MOST_TOUCHING:
            return False
        if find_liberties(board, geometry, chain, 3, scratch, np.int64(0)) != 2:
            return False
        one, other = scratch[0], scratch[1]
        if gain(board, geometry, one, color) < gain(board, geometry, other, color):
            one, other = other, one
        if not gives_safe_atari(board, geometry, one, chaser):
            one = other
            if not gives_safe_atari(board, geometry, one, chaser):
                return False
        play(board, geometry, one, chaser)
    return True


@jit
def surely_escapes(board: Any, geometry: Any, chain: Any, color: Any, way_out: Any, after: Any) -> Any:
    """Whether `is_caught` says no at its first step: for a chain in atari that has these liberties after extending."""
    return (
        (after & COUNT_MASK) > _MOST_TOUCHING
        or board.neighbours[way_out] >= 3 * HAS_EMPTY
        or captures_a_chaser(board, geometry, chain, color)
    )


@jit
def gives_safe_atari(board: Any, geometry: Any, v: Any, chaser: Any) -> Any:
    """Whether the chaser may fill one of two liberties without being in atari there."""
    return is_legal(board, geometry, v, chaser) and not in_atari(liberties_after(board, geometry, v, chaser))


@jit
def gain(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The pseudo-liberties of the chain that a move on v makes: enough to tell which way out is the better one."""
    return liberties_after(board, geometry, v, color) & COUNT_MASK


@jit
def captures_a_chaser(board: Any, geometry: Any, chain: Any, color: Any) -> Any:
    """Whether a chain of the other colour next to this one is in atari."""
    other = opponent(color)
    v = chain
    while True:
        for u in cross(geometry, v):
            if (board.color[u] == other) & in_atari(board.liberties[board.chain[u]]):
                return True
        v = board.next_stone[v]
        if v == chain:
            return False
