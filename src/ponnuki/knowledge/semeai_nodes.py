"""The nodes of a local game: from the points and chains of a region to sets of bits. Start with `build`."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    FIRST_POINT,
    LARGE_STAKE,
    MOST_NODES,
    SAFE_BLACK,
    SAFE_WHITE,
    WHITE_STAKE,
    bit_of,
)
from ponnuki.knowledge.semeai_region import CUT_AFTER, DEEP, IS_LEFT_OUT, IS_STAKE, IS_WEAK, grow

_WHOSE, _BESIDE = 3, 4


@jit
def build(board: Any, geometry: Any, local: Any, black_stone: Any, white_stone: Any, narrow: Any) -> Any:
    """Write the local game of the race between two chains; False if it is too large to be searched.

    A narrow region leaves out all that it can.
    """
    deepest = CUT_AFTER if narrow else DEEP
    return grow(board, geometry, local, black_stone, white_stone, deepest) and write_nodes(board, geometry, local)


@jit
def write_nodes(board: Any, geometry: Any, local: Any) -> Any:
    """Number the points of the region and say what lies next to what; False if there are too many."""
    for v in range(len(board.color)):
        local.node[v] = 0
    for node in range(FIRST_POINT):
        local.near[node] = 0
        local.vertex[node] = 0
    local.points = 0
    local.count = FIRST_POINT
    local.black = bit_of(BLACK_STAKE) | bit_of(SAFE_BLACK)
    local.white = bit_of(WHITE_STAKE) | bit_of(SAFE_WHITE)
    find_plain_liberties(board, geometry, local)
    for i in range(local.queued):
        v = local.queue[i]
        if local.marked[v] == 1 and not add_node(local, v):
            return False
    for i in range(local.chain_count):
        chain = local.chains[i]
        if local.kind[chain] == IS_WEAK and not add_stones(board, local, chain, chain):
            return False
    for stake in (BLACK_STAKE, WHITE_STAKE):
        chain = local.stake_chain[stake]
        if board.chain_size[chain] < LARGE_STAKE:
            local.node[chain] = stake
            local.vertex[stake] = chain
            local.points |= bit_of(stake)
            second = board.next_stone[chain]
            if second != chain and not add_stones(board, local, second, chain):
                return False
    local.points |= bit_of(local.count) - bit_of(FIRST_POINT)
    local.open = 0
    for node in range(local.count):
        if local.vertex[node] != 0:
            link(board, geometry, local, node)
    for stake in (BLACK_STAKE, WHITE_STAKE):
        local.near_inside[stake] = local.near[stake]
        if touches_left_out(board, geometry, local, local.stake_chain[stake]):
            local.open |= bit_of(stake)
    local.listed[0], local.listed[1] = local.outside[0], local.outside[1]
    local.ko = np.int64(local.node[board.ko] + 1 if local.marked[board.ko] == 1 else 0)
    local.ko_color = np.int64(board.to_move)
    local.generation += 1
    return True


@jit
def add_node(local: Any, v: Any) -> Any:
    """Make a point a node; False if there are too many."""
    if local.count == MOST_NODES:
        return False
    local.node[v] = local.count
    local.vertex[local.count] = v
    local.near[local.count] = 0
    local.count += 1
    return True


@jit
def add_stones(board: Any, local: Any, start: Any, end: Any) -> Any:
    """Make the stones of a chain nodes, from one to the one before another; False if there are too many."""
    v = start
    while True:
        if not add_node(local, v):
            return False
        if board.color[v] == BLACK:
            local.black |= bit_of(local.node[v])
        else:
            local.white |= bit_of(local.node[v])
        v = board.next_stone[v]
        if v == end:
            return True


@jit
def link(board: Any, geometry: Any, local: Any, node: Any) -> None:
    """Write what lies next to a point."""
    near = np.int64(0)
    is_open = False
    for u in cross(geometry, local.vertex[node]):
        if board.color[u] == EMPTY:
            if local.marked[u] == 1:
                near |= bit_of(local.node[u])
            elif local.marked[u] == 0:
                is_open = True
            elif board.color[local.vertex[node]] != EMPTY:
                # a plain liberty of this stake: when the stake has been captured, the enemy stands there
                near |= bit_of(SAFE_WHITE if board.color[local.vertex[node]] == BLACK else SAFE_BLACK)
        elif board.color[u] <= WHITE:
            if local.kind[board.chain[u]] == IS_LEFT_OUT:
                is_open = True
            else:
                near |= bit_of(node_of_stone(board, local, u))
    local.near[node] |= near
    local.near_inside[node] = local.near[node]
    if is_open:
        local.open |= bit_of(node)
    for stake in (BLACK_STAKE, WHITE_STAKE):
        if (near >> stake) & 1 == 1:
            local.near[stake] |= bit_of(node)


@jit
def touches_left_out(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether a stone that was left out stands next to a chain."""
    v = chain
    while True:
        for u in cross(geometry, v):
            if local.kind[board.chain[u]] == IS_LEFT_OUT:
                return True
        v = board.next_stone[v]
        if v == chain:
            return False


@jit
def node_of_stone(board: Any, local: Any, v: Any) -> Any:
    """The node that a stone next to the region is part of."""
    chain = board.chain[v]
    kind = local.kind[chain]
    black = board.color[v] == BLACK
    if kind == IS_WEAK or (kind == IS_STAKE and board.chain_size[chain] < LARGE_STAKE):
        return np.int64(local.node[v])
    if kind == IS_STAKE:
        return np.int64(BLACK_STAKE if black else WHITE_STAKE)
    return np.int64(SAFE_BLACK if black else SAFE_WHITE)


@jit
def find_plain_liberties(board: Any, geometry: Any, local: Any) -> None:
    """Take plain outside liberties out of the region and count them.

    A liberty of one stake is plain if a safe enemy stone stands next to it, no other chain does but the stake and safe
    enemies, and every empty point next to it is a liberty of the stake with a safe enemy next to it as well. The enemy
    takes it by one move; its owner gains neither a liberty nor an eye by playing there.
    """
    local.outside[:] = 0
    for i in range(local.queued):
        v = local.queue[i]
        local.level[v] = liberty_kind(board, geometry, local, v)
    for i in range(local.queued):
        v = local.queue[i]
        color = np.int64(local.level[v] & _WHOSE)
        plain = local.level[v] == color and color != EMPTY
        for u in cross(geometry, v):
            if board.color[u] == EMPTY:
                plain &= local.marked[u] != 0 and np.int64(local.level[u] & _WHOSE) == color
        if plain and local.outside[color - 1] < MOST_NODES:
            local.marked[v] = 2
            local.outside_vertex[color - 1, local.outside[color - 1]] = v
            local.outside[color - 1] += 1


@jit
def liberty_kind(board: Any, geometry: Any, local: Any, v: Any) -> Any:
    """Whose liberty a point is if it is no one else's and a safe enemy stands next to it, else EMPTY.

    The colour comes with _BESIDE if a chain stands next to it that may be captured, or a safe one of that colour.
    """
    stake, safe, beside = np.int64(EMPTY), np.int64(EMPTY), np.int64(EMPTY)
    for u in cross(geometry, v):
        color = np.int64(board.color[u])
        if color == BLACK or color == WHITE:
            kind = local.kind[board.chain[u]]
            if kind >= IS_WEAK:
                beside = np.int64(_BESIDE)
            elif kind == IS_STAKE:
                stake |= color
            else:
                safe |= color
    if stake == EMPTY or stake == _WHOSE or safe & (BLACK + WHITE - stake) == 0:
        return EMPTY
    return stake | beside | (_BESIDE if safe & stake else EMPTY)
