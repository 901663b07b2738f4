"""Go as the search plays it: turns, passes, the end of the game and superko on top of the board kernel."""

from typing import Any

import numpy as np

from ponnuki.games import interface
from ponnuki.games.go.board import breathes, is_own_eye, play, play_or_suicide, play_pass
from ponnuki.games.go.layout import BLACK, HAS_EMPTY, PASS, SIMPLE, SITUATIONAL, WHITE, vertex_count
from ponnuki.games.go.moves import situation
from ponnuki.games.go.scoring import area
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields

_TURN, _KO, _PASSES = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
"""Odd numbers with as many ones as zeros, as hashes have."""
_LEAST_POINTS = 16


def scratch(size: int) -> Fields:
    """What these kernels write to in the record of a thread, beside what every search has there."""
    return [("owner", "u2", (vertex_count(size),))]  # of each vertex, for `area`


@interface.play_move.when("go")
@jit
def play_move(board: Any, geometry: Any, move: Any) -> None:
    """Play a legal move or pass."""
    color = np.int64(board.to_move)
    if move == PASS:
        play_pass(board)
        board.passes += 1
    else:
        board.passes = 0
        if board.suicide:
            play_or_suicide(board, geometry, move, color)
        else:
            play(board, geometry, move, color)
    board.to_move = BLACK + WHITE - color


@interface.outcome.when("go")
@jit
def outcome(board: Any, geometry: Any, thread: Any) -> Any:
    """Two passes end the game; the stones on the board are then taken as they stand."""
    if board.passes < 2:
        return interface.OPEN
    return winner(board, area(board, geometry, thread.owner, thread.stack))


@jit
def winner(board: Any, score: Any) -> Any:
    """The outcome for Black of a score before komi."""
    margin = score - board.komi
    if margin > 0:
        return interface.WIN
    return interface.LOSS if margin < 0 else interface.DRAW


@interface.list_moves.when("go")
@jit
def list_moves(board: Any, geometry: Any, thread: Any, every_move: Any) -> Any:
    """Legal points but own eyes, then the pass; superko is left to `repeats`."""
    color = np.int64(board.to_move)
    count = 0
    left_out = False
    for i in range(board.empty_count):
        v = board.empty[i]
        if v == board.ko:
            continue
        if board.neighbours[v] < HAS_EMPTY:
            if not (breathes(board, geometry, v, color) or (every_move and board.suicide)):
                left_out |= board.suicide != 0
                continue
            if not every_move and is_own_eye(board, geometry, v, color):
                left_out = True
                continue
        thread.candidates[count] = v
        count += 1
    thread.candidates[count] = PASS
    count += 1
    return -count if left_out else count


@interface.repeats.when("hash")
@jit
def repeats(board: Any, thread: Any, depth: Any) -> Any:
    """Superko against the moves of the tree (`thread.keys`) and those of the game (`thread.seen`, a hash table)."""
    if board.superko == SIMPLE:
        return False
    key = situation(board, board.to_move, board.superko == SITUATIONAL)
    thread.keys[depth] = key
    if board.passes > 0:
        return False
    for i in range(depth):
        if thread.keys[i] == key:
            return True
    mask = np.uint64(len(thread.seen) - 1)
    slot = key & mask
    while thread.seen[slot] != 0:
        if thread.seen[slot] == key:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@interface.position_key.when("hash")
@jit
def position_key(board: Any) -> Any:
    """Stones, whose turn it is, ko and passes. None on boards so small that what superko forbids decides games."""
    if len(board.empty) < _LEAST_POINTS:
        return np.uint64(0)
    return (
        board.hash
        ^ (np.uint64(board.to_move) * _TURN)
        ^ (np.uint64(board.ko) * _KO)
        ^ (np.uint64(board.passes) * _PASSES)
    )
