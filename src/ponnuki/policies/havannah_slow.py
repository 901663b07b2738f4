"""Slow Havannah playouts: see the move that wins and the one that must be stopped, and keep connections.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `SlowRules`:

1. `win`: a cell next to one's own last stone that wins at once
2. `stop`: a cell next to the other's last stone on which the other would win at once
3. `connect`: the second of two cells between two own chains, when the other has just taken the first
4. `local`: now and then a cell next to the other's last stone
5. a random empty cell

Only the surroundings of the last two stones are looked at: a scan of the board for wins would cost more than the whole
rest. The first move of a playout is looked for on the whole board (`first`).
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.havannah.board import around, put, take_from_empty, would_win
from ponnuki.games.havannah.layout import BLACK, EMPTY, WHITE
from ponnuki.games.havannah.tactics import broken_connection, find_wins
from ponnuki.games.interface import DRAW, LOSS, WIN
from ponnuki.kernels import inline, jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies import interface
from ponnuki.policies.interface import note_move

_NONE = np.uint64(0)


@dataclass(frozen=True, slots=True)
class SlowRules:
    """Which rules are on."""

    first: bool = True
    win: bool = True
    stop: bool = True
    connect: bool = True
    local: int = 0
    """Percent of the moves that are left to chance which are played next to the last stone."""

    def __post_init__(self) -> None:
        if not 0 <= self.local <= 100:
            raise BadInput("playout.local is a number of percent, from 0 to 100")


policy_dtype = np.dtype(
    [
        ("first", "u1"),
        ("win", "u1"),
        ("stop", "u1"),
        ("connect", "u1"),
        ("local", "u1"),
        ("havannah_slow", "u1"),
    ],
    align=True,
)


def new_policy(rules: SlowRules = SlowRules()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search use these playouts."""
    return new_records(policy_dtype, asdict(rules))


@interface.playout.when("havannah_slow")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end."""
    color = board.to_move
    last = np.uint64(board.last)
    own_last = np.uint64(thread.history[depth - 2]) if depth >= 2 else _NONE
    moves = 0
    won = 0
    v = first_move(board, geometry, thread, color) if policy.first else _NONE
    while board.empty_count > 0 and won == 0:
        if v == 0:
            v = choose(policy, board, geometry, thread, color, last, own_last)
        note_move(thread, depth + moves, v)
        take_from_empty(board, v)
        won = put(board, geometry, v, color)
        color = WHITE + BLACK - color
        own_last = last
        last = v
        v = _NONE
        moves += 1
    board.won = won
    board.to_move = color
    thread.length = depth + moves
    if won == 0:
        return DRAW
    return LOSS if color == WHITE else WIN


@jit
def first_move(board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """A win anywhere, else a cell on which the other would win; 0 if there is neither."""
    if find_wins(board, geometry, thread.candidates, color, 1) > 0:
        return np.uint64(thread.candidates[0])
    if find_wins(board, geometry, thread.candidates, WHITE + BLACK - color, 1) > 0:
        return np.uint64(thread.candidates[0])
    return _NONE


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any, own_last: Any) -> Any:
    """The move of the first rule that has one."""
    if policy.win and own_last != 0:
        v = winning_neighbour(board, geometry, own_last, color)
        if v != 0:
            return v
    if last != 0:
        if policy.stop:
            v = winning_neighbour(board, geometry, last, WHITE + BLACK - color)
            if v != 0:
                return v
        if policy.connect:
            v = broken_connection(board, geometry, last, color, below(thread, 6))
            if v != 0:
                return v
        if policy.local > 0 and below(thread, 100) < policy.local:
            v = last + geometry.step[below(thread, 6)]
            if board.color[v] == EMPTY:
                return v
    return np.uint64(board.empty[below(thread, board.empty_count)])


@inline
def winning_neighbour(board: Any, geometry: Any, stone: Any, color: Any) -> Any:
    """An empty cell next to a stone on which a colour wins at once; 0 if there is none."""
    found = _NONE
    for u in around(geometry, stone):
        if board.color[u] == EMPTY and would_win(board, geometry, u, color):
            found = u
            break
    return found
