"""Light Go playouts: uniform over the moves that do not fill an own eye.

A playout ends after two passes or after 3 * size * size moves, passes included, and is scored by area. It is the
fastest way to the end of a game and the yardstick for the rules kernel.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.board import is_playable, opponent, play
from ponnuki.games.go.layout import BLACK, LENGTH_FACTOR, LIGHT, PASS, geometry, new_board, vertex_count
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area, finished_area
from ponnuki.kernels import inline, jit
from ponnuki.kernels.random import below, seeded
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.interface import note_move


def thread_dtype(size: int) -> np.dtype[np.void]:
    """What a thread of playouts owns: its random state and scratch."""
    vertices = vertex_count(size)
    return np.dtype([("random", "u8"), ("owner", "u2", (vertices,)), ("stack", "u2", (vertices,))], align=True)


def new_thread(size: int, seed: int) -> Records:
    """The record of a thread."""
    return new_records(thread_dtype(size), {"random": seeded(seed)})


@inline
def swap_empty(board: Any, i: Any, j: Any) -> None:
    """Exchange two points in the list of empty ones."""
    v, w = board.empty[i], board.empty[j]
    board.empty[i] = w
    board.place[w] = i
    board.empty[j] = v
    board.place[v] = j


@inline
def random_move(board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """A uniformly drawn playable point, or PASS; rejected points move behind those not yet tried."""
    untried = board.empty_count + 0
    move = np.uint16(PASS)
    while untried > 0:
        i = below(thread, untried)
        v = board.empty[i]
        if is_playable(board, geometry, v, color):
            move = v
            break
        untried -= 1
        swap_empty(board, i, untried)
    return move


@jit
def play_to_end(board: Any, geometry: Any, thread: Any, color: Any, passes: Any, depth: Any) -> Any:
    """Play the board to its end; Black's area minus White's. `board.moves` counts the moves, passes included."""
    moves = 0
    longest = LENGTH_FACTOR * len(board.empty)
    forced_passes = 0
    while passes < 2 and moves < longest:
        v = random_move(board, geometry, thread, color)
        note_move(thread, depth + moves, v)
        if v != PASS:
            play(board, geometry, v, color)
            passes = 0
            forced_passes = 0
        else:
            board.ko = 0
            passes += 1
            forced_passes += 1
        color = opponent(color)
        moves += 1
    board.moves = moves
    if forced_passes == 2:  # neither had a move left, so every empty point is alone
        return finished_area(board)
    return area(board, geometry, thread.owner, thread.stack)


@interface.playout.when("go_light")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """A light playout for the search."""
    score = play_to_end(board, geometry, thread, np.int64(board.to_move), np.int64(board.passes), depth)
    thread.length = depth + board.moves
    return winner(board, score)


def new_policy() -> Records:
    """The record that makes a search use light playouts."""
    return new_records([("go_light", "u1")])


@jit
def run_playouts(start: Any, boards: Any, geometry: Any, thread: Any, color: Any, count: Any) -> Any:
    """Many playouts from one position: the sum of their scores and of their lengths."""
    score = 0
    moves = 0
    for _ in range(count):
        boards[0] = start[0]
        score += play_to_end(boards[0], geometry, thread, color, 0, 0)
        moves += int(boards[0].moves)
    return score, moves


@dataclass(frozen=True, slots=True)
class PlayoutSummary:
    """Averages over a number of playouts."""

    playouts: int
    mean_score: float
    mean_length: float


def sample(size: int, count: int, seed: int = 0) -> PlayoutSummary:
    """Light playouts from the empty board."""
    start = new_board(size, LIGHT)
    score, moves = run_playouts(start, start.copy(), geometry(size)[0], new_thread(size, seed)[0], BLACK, count)
    return PlayoutSummary(count, score / count, moves / count)


def play_game(size: int, seed: int = 0) -> tuple[npt.NDArray[np.uint8], int, int]:
    """One playout from the empty board: the last board by row and column, its score and its length."""
    records, tables = new_board(size, LIGHT), geometry(size)[0]
    score = play_to_end(records[0], tables, new_thread(size, seed)[0], BLACK, 0, 0)
    colors = np.asarray(records[0].color[tables.points.reshape(size, size)], np.uint8)
    return colors, int(score), int(records[0].moves)
