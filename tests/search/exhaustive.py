"""Exhaustive search under positional superko: no tree, no statistics, nothing of `ponnuki.search`."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import is_legal, play, play_pass
from ponnuki.games.go.layout import BLACK, WHITE, geometry, vertex_count
from ponnuki.games.go.scoring import area
from ponnuki.kernels import jit

TOO_LARGE = 9
MOST_DEPTH = 120


@jit
def value(boards: Any, geometry: Any, keys: Any, depth: Any, left: Any, owner: Any, stack: Any) -> Any:
    """The outcome for the player to move: 1, 0 or -1, or TOO_LARGE; a win ends a node early."""
    left[0] -= 1
    if left[0] < 0 or depth + 1 == len(keys):
        return TOO_LARGE
    board = boards[depth]
    if board.passes >= 2:
        margin = area(board, geometry, owner, stack) - board.komi
        if board.to_move == WHITE:
            margin = -margin
        return 1 if margin > 0 else (-1 if margin < 0 else 0)
    best = -1
    for round_ in range(3):  # a pass that ends the game, then captures, then the rest: a win is found sooner
        for i in range(len(geometry.points) + 1):
            after = boards[depth + 1]
            if i == 0:
                if round_ != (0 if board.passes > 0 else 2):
                    continue
                boards[depth + 1] = board
                play_pass(after)
                after.passes += 1
            else:
                v = geometry.points[i - 1]
                if round_ == 0 or not is_legal(board, geometry, v, board.to_move):
                    continue
                boards[depth + 1] = board
                play(after, geometry, v, board.to_move)
                if (after.captured > 0) != (round_ == 1):
                    continue
                after.passes = 0
                known = False
                for k in range(depth + 1):
                    known |= keys[k] == after.hash
                if known:
                    continue
            keys[depth + 1] = after.hash
            after.to_move = BLACK + WHITE - board.to_move
            result = value(boards, geometry, keys, depth + 1, left, owner, stack)
            if result == TOO_LARGE:
                return TOO_LARGE
            if -result > best:
                best = -result
            if best == 1:
                return best
    return best


def exact(position, komi, most_nodes):
    """The value of a position without a past; None if it has too many lines."""
    start = position.board(komi=komi)
    boards = np.zeros(MOST_DEPTH, start.dtype).view(np.recarray)
    boards[0] = start[0]
    keys = np.zeros(MOST_DEPTH, np.uint64)
    keys[0] = start[0].hash
    scratch = [np.zeros(vertex_count(position.size), np.uint16) for _ in range(2)]
    found = value(boards, geometry(position.size)[0], keys, 0, np.array([most_nodes]), *scratch)
    return None if found == TOO_LARGE else int(found)
