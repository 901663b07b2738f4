"""Races that were solved before: a search asks about the same race at thousands of nodes. Start with `recall`.

A race is known by its local game (`game_key`): what lies next to what, the stones, the counted liberties and ko. Moves
elsewhere on the board leave it as it is. So one search solves it once and looks it up from then on. A newer race takes
the place of an older one that falls on the same slot.
"""

from typing import Any

import numpy as np

from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_count import UNKNOWN
from ponnuki.knowledge.semeai_find import list_moves, list_necessary
from ponnuki.knowledge.semeai_local import MEMORY_BITS, MOST_NODES
from ponnuki.knowledge.semeai_nodes import build
from ponnuki.knowledge.semeai_search import outcome

_SLOT = np.uint64((1 << MEMORY_BITS) - 1)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: it spreads bits
_DOWN = np.uint64(29)
_LISTED = np.int64(1) << (MOST_NODES + 1)


@jit
def recall(board: Any, geometry: Any, local: Any, black_stone: Any, white_stone: Any, first: Any, limit: Any) -> Any:
    """As `semeai_search.solve`, but no local game is searched twice."""
    for narrow in (False, True):
        if build(board, geometry, local, black_stone, white_stone, narrow):
            key = game_key(local, first, limit)
            slot = key & _SLOT
            local.game = slot
            if local.known_key[slot] != key:
                local.known_result[slot] = outcome(local, first, limit)
                local.known_good[slot] = 0
                local.known_key[slot] = key
            if local.known_result[slot] != UNKNOWN:
                return np.int64(local.known_result[slot])
    return np.int64(UNKNOWN)


@jit
def recall_necessary(local: Any, color: Any, result: Any, limit: Any) -> Any:
    """As `semeai_find.list_necessary`, of the race that was recalled last."""
    slot = local.game
    if local.known_good[slot] == 0:
        list_necessary(local, color, result, limit)
        local.known_good[slot] = local.good_nodes | _LISTED
    return list_moves(local, color, local.known_good[slot])


@jit
def game_key(local: Any, first: Any, limit: Any) -> Any:
    """A number for the local game that was built last and the question about it; two are the same by chance only."""
    key = mixed(np.uint64(limit), first)
    key = mixed(key, local.black)
    key = mixed(key, local.white)
    key = mixed(key, local.points)
    key = mixed(key, local.open)
    key = mixed(key, local.outside[0] + (local.outside[1] << 8))
    key = mixed(key, local.ko if local.ko_color == first else np.int64(0))
    for node in range(local.count):
        key = mixed(key, local.near[node])
    return key


@jit
def mixed(key: Any, value: Any) -> Any:
    """A key with one more value in it."""
    key = (key ^ np.uint64(value)) * _FACTOR
    return key ^ (key >> _DOWN)
