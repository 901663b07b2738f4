"""Slow Hex playouts: keep bridges, and answer as it was good to answer before.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `SlowRules`
(`hex_slow_rules`):

1. `connect`: the second of two cells between two own stones, or an own stone and an own side, when the other has just
   taken the first
2. `reply`: what answered the same move last, if that playout was won (last good reply with forgetting, Baier and Drake
   2010)
3. a random empty cell

As in `hex_fast` the board is filled before anybody asks who has won. The table of replies lives in the policy's record,
so in the player: threads share it, and it lasts for a game.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from ponnuki.games.hex.board import take_from_empty, winner_of_full_board
from ponnuki.games.hex.layout import BLACK, EMPTY, WHITE, vertex_count
from ponnuki.games.hex.tactics import saving_move
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.hex_slow_rules import SlowRules
from ponnuki.policies.interface import note_move
from ponnuki.policies.last_good_reply import learn_replies, replies, reply_to


def policy_dtype(size: int) -> np.dtype[np.void]:
    """The rules, and the replies: by colour and by the move that they answer."""
    names = [(name, "u1") for name in asdict(SlowRules())]
    return np.dtype([*names, *replies(vertex_count(size)), ("hex_slow", "u1")], align=True)


def new_policy(size: int, rules: SlowRules = SlowRules()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search on boards of that size use these playouts."""
    return new_records(policy_dtype(size), asdict(rules))


@interface.playout.when("hex_slow")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play until the board is full."""
    color = np.int64(board.to_move)
    last = np.uint64(board.last)
    moves = 0
    while board.empty_count > 0:
        v = choose(policy, board, geometry, thread, color, last)
        note_move(thread, depth + moves, v)
        take_from_empty(board, v)
        board.color[v] = color
        color = WHITE + BLACK - color
        last = v
        moves += 1
    thread.length = depth + moves
    board.won = winner_of_full_board(board, geometry)
    if policy.reply:
        learn_replies(policy, thread, np.int64(board.won), WHITE + BLACK - color)
    return WIN if board.won == BLACK else LOSS


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The move of the first rule that has one."""
    if last != 0:
        if policy.connect:
            v = saving_move(board, geometry, last, color, below(thread, 6))
            if v != 0:
                return v
        if policy.reply:
            v = reply_to(policy, color, last)
            if v != 0 and board.color[v] == EMPTY:
                return v
    return np.uint64(board.empty[below(thread, board.empty_count)])
