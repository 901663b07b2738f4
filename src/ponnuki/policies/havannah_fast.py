"""Fast Havannah playouts: uniform over the empty cells; a ring, bridge or fork ends the game at once.

Cells are drawn from the list of empty ones, which is used up on the way: a shuffle as long as the game.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.games.havannah.board import put
from ponnuki.games.havannah.layout import BLACK, BRIDGE, FORK, RING, WHITE, cell_count, geometry, new_board
from ponnuki.games.havannah.position import WIN_NAMES
from ponnuki.games.interface import DRAW, LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.random import below, seeded
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.interface import note_move


def new_policy() -> Records:
    """The record that makes a search use fast playouts."""
    return new_records([("fast", "u2"), ("havannah_fast", "u1")])


@jit
def play_to_end(board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play random moves until somebody wins or the board is full; how many there were. `board.won` says how it ended.

    The board's list of empty cells is used up and no longer fits the board.
    """
    color = np.int64(board.to_move)
    left = np.uint64(board.empty_count)
    moves = 0
    won = 0
    while left > 0 and won == 0:
        i = below(thread, left)
        left -= np.uint64(1)
        v = board.empty[i]
        board.empty[i] = board.empty[left]
        note_move(thread, depth + moves, v)
        won = put(board, geometry, v, color)
        color = WHITE + BLACK - color
        moves += 1
    board.won = won
    board.to_move = color
    return moves


@interface.playout.when("havannah_fast")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """A fast playout for the search."""
    thread.length = depth + play_to_end(board, geometry, thread, depth)
    if board.won == 0:
        return DRAW
    return LOSS if board.to_move == WHITE else WIN


# ---- many playouts, for statistics ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayoutSummary:
    """How playouts ended, by name ("draw" included), and their mean lengths by the same names."""

    playouts: int
    ends: dict[str, int]
    lengths: dict[str, float]


def thread_dtype(size: int) -> np.dtype[np.void]:
    """What a thread of playouts owns: its random state and the moves of a game."""
    return np.dtype([("random", "u8"), ("history", "u2", (cell_count(size),)), ("games", "u1")], align=True)


@jit
def run_playouts(start: Any, boards: Any, geometry: Any, thread: Any, ends: Any, moves: Any) -> None:
    """Fill `ends` with how playouts were won and `moves` with their lengths."""
    for i in range(len(ends)):
        boards[0] = start[0]
        moves[i] = play_to_end(boards[0], geometry, thread, 0)
        ends[i] = boards[0].won


def sample(size: int, count: int, seed: int = 0) -> PlayoutSummary:
    """Fast playouts from the empty board; one that completed several things counts for the first of fork, bridge, ring.

    That is the order in which Ewalds counts (2012), whose figures are compared with these.
    """
    start = new_board(size)
    ends, moves = np.zeros(count, np.uint8), np.zeros(count, np.int64)
    thread = new_records(thread_dtype(size), {"random": seeded(seed)})
    run_playouts(start, start.copy(), geometry(size)[0], thread[0], ends, moves)
    names = np.array([_name(int(end)) for end in ends])
    counts = Counter(names.tolist())
    return PlayoutSummary(count, dict(counts), {name: float(moves[names == name].mean()) for name in counts})


def _name(won: int) -> str:
    return next((WIN_NAMES[bit] for bit in (FORK, BRIDGE, RING) if won & bit), "draw")


def play_game(size: int, seed: int = 0) -> tuple[list[int], int]:
    """One playout from the empty board: its moves as vertices, and how it was won."""
    records = new_board(size)
    thread = new_records(thread_dtype(size), {"random": seeded(seed)})
    count = play_to_end(records[0], geometry(size)[0], thread[0], 0)
    return [int(v) for v in thread[0].history[:count]], int(records[0].won)
