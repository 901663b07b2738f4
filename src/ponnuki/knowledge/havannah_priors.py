"""What a Havannah move is worth before any simulation: virtual wins for the swap, and for moves that join.

No playout ever swaps, so RAVE says nothing about it; without a prior the search would not try it as long as any other
move looks better than even.

Two cells are a *bridge* apart if two empty cells touch both of them: whoever has both can join them, whatever the other
does. A side is a bridge away from a cell that two of its empty cells touch.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from ponnuki.games.havannah.layout import EMPTY, OFF, SIDE_SHIFT, SWAP
from ponnuki.games.havannah.tactics import broken_connection
from ponnuki.games.hexagons.board import beside, root_of
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.havannah_prior_weights import HavannahPriors
from ponnuki.knowledge.priors import add, add_priors

_GOOD = np.float32(1)


def havannah_priors(weights: HavannahPriors) -> Records:
    """The record that makes a search use these priors."""
    fields = [(name, "f4") for name in asdict(weights)]
    return new_records([*fields, ("havannah_priors", "u1")], asdict(weights))


@add_priors.when("havannah_priors")
@jit
def _add_havannah_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if board.may_swap and board.moves == 1:
        for i in range(count):
            if thread.candidates[i] == SWAP:
                add(thread, i, knowledge.swap, _GOOD)
    kept = np.uint64(0)
    if knowledge.keep > 0 and board.last != 0:
        kept = broken_connection(board, geometry, board.last, board.to_move, 0)
    for i in range(count):
        v = np.uint64(thread.candidates[i])
        if v == SWAP:
            continue
        if v == kept:
            add(thread, i, knowledge.keep, _GOOD)
        if knowledge.join > 0:
            things = joined(board, geometry, thread, v, board.to_move)
            if things > 1:
                add(thread, i, knowledge.join * np.float32(things - 1), _GOOD)
        if knowledge.near > 0 and board.last != 0 and is_near(board, geometry, v, board.last):
            add(thread, i, knowledge.near, _GOOD)
        if knowledge.around > 0:
            stones = stones_around(board, geometry, v, board.to_move)
            if stones > 0:
                add(thread, i, knowledge.around * np.float32(stones), _GOOD)


@jit
def joined(board: Any, geometry: Any, thread: Any, v: Any, color: Any) -> Any:
    """How many chains of a colour, sides and corners an empty cell touches or is a bridge away from."""
    chains = 0
    borders = np.int64(0)
    touched = np.int64(geometry.border[v])
    once = np.int64(0)
    for i in range(6):
        u = beside(geometry, v, i)
        if board.color[u] == color:
            chains += _note(board, thread, chains, u)
        elif board.color[u] == EMPTY:
            side = np.int64(geometry.border[u]) >> SIDE_SHIFT << SIDE_SHIFT
            touched |= once & side
            once |= side
            if board.color[beside(geometry, v, (i + 1) % 6)] == EMPTY:
                far = beside(geometry, u, (i + 1) % 6)
                if board.color[far] == color:
                    chains += _note(board, thread, chains, far)
    for k in range(chains):
        borders |= np.int64(board.border[thread.stack[k]])
    left = touched & ~borders
    while left:
        left &= left - 1
        chains += 1
    return chains


@jit
def _note(board: Any, thread: Any, chains: Any, stone: Any) -> Any:
    """Write a stone's chain behind those that are noted already; whether it is another one."""
    root = root_of(board, stone)
    for k in range(chains):
        if thread.stack[k] == root:
            return 0
    thread.stack[chains] = root
    return 1


@jit
def is_near(board: Any, geometry: Any, v: Any, stone: Any) -> Any:
    """Whether an empty cell is beside a stone, or a bridge away from it."""
    for i in range(6):
        u = beside(geometry, v, i)
        other = beside(geometry, v, (i + 1) % 6)
        is_bridge = beside(geometry, u, (i + 1) % 6) == stone and board.color[u] == board.color[other] == EMPTY
        if u == stone or is_bridge:
            return True
    return False


@jit
def stones_around(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """How many stones of a colour are within two cells; a cell two away is behind one beside it, or behind two."""
    stones = 0
    for i in range(6):
        u = beside(geometry, v, i)
        if board.color[u] != OFF:
            stones += board.color[u] == color
            stones += board.color[beside(geometry, u, i)] == color
            stones += board.color[beside(geometry, u, (i + 1) % 6)] == color
        else:
            after = beside(geometry, v, (i + 1) % 6)
            if board.color[after] != OFF:
                stones += board.color[beside(geometry, after, i)] == color
    return stones
