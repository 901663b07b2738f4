"""Fast Hex playouts: the empty cells are filled at random, and then it is seen who has won.

A full board has exactly one winner, and what is played after a win cannot change it: so nothing is asked before the
board is full, and then one walk along the line between the colours tells it. Cells are drawn from the list of empty
ones, which is used up on the way: a shuffle.
"""

from typing import Any

import numpy as np

from ponnuki.games.hex.board import winner_of_full_board
from ponnuki.games.hex.layout import BLACK, WHITE, cell_count, geometry, new_board
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.random import below, seeded
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.interface import note_move


def new_policy() -> Records:
    """The record that makes a search use fast playouts."""
    return new_records([("fast", "u2"), ("hex_fast", "u1")])


@jit
def fill(board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Fill the board at random, in turns; how many moves there were. `board.won` says who has won.

    Chains and the list of empty cells no longer fit the board.
    """
    color = np.int64(board.to_move)
    left = np.uint64(board.empty_count)
    moves = 0
    while left > 0:
        i = below(thread, left)
        left -= np.uint64(1)
        v = board.empty[i]
        board.empty[i] = board.empty[left]
        note_move(thread, depth + moves, v)
        board.color[v] = color
        color = WHITE + BLACK - color
        moves += 1
    board.won = winner_of_full_board(board, geometry)
    return moves


@interface.playout.when("hex_fast")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """A fast playout for the search."""
    thread.length = depth + fill(board, geometry, thread, depth)
    return WIN if board.won == BLACK else LOSS


# ---- whole games, for tests and benchmarks --------------------------------------------------------------------------


def thread_dtype(size: int) -> np.dtype[np.void]:
    """What a thread of playouts owns: its random state and the moves of a game."""
    return np.dtype([("random", "u8"), ("history", "u2", (cell_count(size),)), ("games", "u1")], align=True)


def play_game(size: int, seed: int = 0) -> tuple[list[int], int]:
    """One playout from the empty board: its moves as vertices, and who has won."""
    records = new_board(size)
    thread = new_records(thread_dtype(size), {"random": seeded(seed)})
    count = fill(records[0], geometry(size)[0], thread[0], 0)
    return [int(v) for v in thread[0].history[:count]], int(records[0].won)
