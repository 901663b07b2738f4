"""Slow Havannah playouts: see the move that wins and the one that must be stopped, and keep connections.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `SlowRules`
(`havannah_slow_rules`):

1. `win`: a cell that wins at once. The first move of a playout looks for one on the whole board. Later ones need not
   look: whoever answered the last stone has stopped the win that it threatened, and has remembered a second one
2. `stop`: a cell next to the other's last stone on which the other would win at once
3. `connect`: the second of two cells between two own chains, when the other has just taken the first
4. `reply`: what answered the same move last, if that playout was won (last good reply with forgetting, Baier and Drake
   2010; for Havannah Stankiewicz 2011)
5. `local`: now and then a cell next to the other's last stone
6. a random empty cell

`stop` looks around the last stone only: a stone can make a threat elsewhere by joining two long chains, but looking for
that would cost more than the whole rest. The table of replies lives in the policy's record, so in the player: threads
share it, and it lasts for a game.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from ponnuki.games.havannah.board import around, beside, put, root_of, take_from_empty, would_win
from ponnuki.games.havannah.layout import BLACK, EMPTY, RING, WHITE, vertex_count
from ponnuki.games.havannah.tactics import broken_connection
from ponnuki.games.hexagons.play import find_wins
from ponnuki.games.interface import DRAW, LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.havannah_slow_rules import ALWAYS, SlowRules
from ponnuki.policies.interface import note_move
from ponnuki.policies.last_good_reply import learn_replies, replies, reply_to

_NONE = np.uint64(0)
SHORTEST_OPEN_RING = 5
"""Stones of the shortest ring, which has six, before the last one is played."""


def scratch() -> Fields:
    """What these kernels write to in the record of a thread, beside what every search has there."""
    return [("second_win", "u4")]  # a cell on which the last mover wins, as the other could stop only one; 0 if none


def policy_dtype(size: int) -> np.dtype[np.void]:
    """The rules, and the replies: by colour and by the move that they answer."""
    names = [(name, "u1") for name in asdict(SlowRules())]
    return np.dtype([*names, *replies(vertex_count(size)), ("havannah_slow", "u1")], align=True)


def new_policy(size: int, rules: SlowRules = SlowRules()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search on boards of that size use these playouts."""
    return new_records(policy_dtype(size), asdict(rules))


@interface.playout.when("havannah_slow")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end."""
    color = np.int64(board.to_move)
    last = np.uint64(board.last)
    moves = 0
    won = 0
    thread.second_win = 0
    v = first_move(board, geometry, thread, color) if policy.win else _NONE
    while board.empty_count > 0 and won == 0:
        if v == 0:
            v = choose(policy, board, geometry, thread, color, last)
        note_move(thread, depth + moves, v)
        take_from_empty(board, v)
        won = put(board, geometry, v, color)
        if moves >= policy.rings and policy.rings < ALWAYS:
            won &= ~RING
        color = WHITE + BLACK - color
        last = v
        v = _NONE
        moves += 1
    board.won = won
    board.to_move = color
    thread.length = depth + moves
    if won == 0:
        return DRAW
    if policy.reply:
        learn_replies(policy, thread, WHITE + BLACK - color, WHITE + BLACK - color)
    return LOSS if color == WHITE else WIN


@jit
def first_move(board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """A win anywhere, else a cell on which the other would win; 0 if there is neither."""
    if find_wins(board, geometry, thread.candidates, color, 1) > 0:
        return np.uint64(thread.candidates[0])
    threats = find_wins(board, geometry, thread.candidates, WHITE + BLACK - color, 2)
    if threats == 0:
        return _NONE
    if threats == 2:
        thread.second_win = thread.candidates[1]
    return np.uint64(thread.candidates[0])


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The move of the first rule that has one. `thread.second_win` is a win that the other could not stop, or 0."""
    if thread.second_win != 0:
        v = np.uint64(thread.second_win)
        thread.second_win = 0
        if board.color[v] == EMPTY:
            return v
    if last != 0:
        if policy.stop:
            v = threat(policy, board, geometry, thread, last, WHITE + BLACK - color)
            if v != 0:
                return v
        if policy.connect:
            v = broken_connection(board, geometry, last, color, below(thread, 6))
            if v != 0:
                return v
        if policy.reply:
            v = reply_to(policy, color, last)
            if v != 0 and board.color[v] == EMPTY:
                return v
        if policy.local > 0 and below(thread, 100) < policy.local:
            v = beside(geometry, last, below(thread, 6))
            if board.color[v] == EMPTY:
                return v
    return np.uint64(board.empty[below(thread, board.empty_count)])


@jit
def threat(policy: Any, board: Any, geometry: Any, thread: Any, stone: Any, color: Any) -> Any:
    """An empty cell beside a stone on which its colour wins at once, or 0; a second one goes to `thread.second_win`."""
    root = root_of(board, stone)
    if board.border[root] == 0 and board.weight[root] < SHORTEST_OPEN_RING:
        return _NONE
    found = _NONE
    for u in around(geometry, stone):
        if board.color[u] == EMPTY and would_win(board, geometry, u, color):
            if found != 0:
                if policy.win:
                    thread.second_win = u
                break
            found = u
    return found
