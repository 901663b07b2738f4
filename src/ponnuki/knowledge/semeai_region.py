"""The region of a capturing race: which points matter to it, and which chains around it are safe. Start with `grow`.

The region grows from the liberties of the two stakes over empty points. A chain that it meets is *safe* if it has room
of its own beyond the region which one enemy move cannot cut off (`is_safe`); otherwise it may be captured on the way,
its stones belong to the region and its liberties are added, and so on until nothing changes. That safe chains stay on
the board is an assumption: all answers rest on it.

If that does not come to an end or is too large to be searched, a *narrow* region is cut off a short way from its
chains. It leaves out the points behind, and weak chains with liberties there; the search then gives all that was left
out to one side and to the other (`semeai_search.py`).
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, is_own_eye, opponent
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_alive import has_two_eyes
from ponnuki.knowledge.semeai_local import MANY_WAYS

MOST_POINTS = 60
"""Empty points of a region."""
DEEP = 255
CUT_AFTER = 2
"""How far from its chains an open region goes on: its liberties, and the points next to these."""
ROOM = 7
"""Empty points beyond the region that make a chain safe: fewer may not hold two eyes."""
MOST_STONES = 30
"""Stones of chains in a region that may be captured."""
IS_NEW, IS_STAKE, IS_WAITING, IS_SAFE, IS_WEAK, IS_LEFT_OUT = 0, 1, 2, 3, 4, 5
"""What a chain is taken for: weak ones may be captured on the way."""


@jit
def grow(board: Any, geometry: Any, local: Any, black_stone: Any, white_stone: Any, deepest: Any) -> Any:
    """Find the points of the region (`queue`, `marked`) and what each chain at it is (`kind`); False if too many."""
    for v in range(len(board.color)):
        local.marked[v] = 0
        local.kind[v] = IS_NEW
    local.queued = 0
    local.stones = 0
    local.chain_count = 0
    local.stake_chain[0] = board.chain[black_stone]
    local.stake_chain[1] = board.chain[white_stone]
    local.kind[board.chain[black_stone]] = IS_STAKE
    local.kind[board.chain[white_stone]] = IS_STAKE
    add_liberties(board, geometry, local, board.chain[black_stone])
    add_liberties(board, geometry, local, board.chain[white_stone])
    add_neighbours(board, geometry, local, board.chain[black_stone])
    add_neighbours(board, geometry, local, board.chain[white_stone])
    done = 0
    judged = False
    while not judged:
        while done < local.queued:
            if local.queued > MOST_POINTS:
                return False
            look_around(board, geometry, local, local.queue[done], deepest)
            done += 1
        judged = True
        i = 0
        while i < local.chain_count:
            chain = local.chains[i]
            i += 1
            if local.kind[chain] < IS_WEAK:
                if is_safe(board, geometry, local, chain):
                    local.kind[chain] = IS_SAFE
                elif deepest < DEEP and not is_inside(board, geometry, local, chain):
                    local.kind[chain] = IS_LEFT_OUT
                else:
                    local.kind[chain] = IS_WEAK
                    judged = False
                    local.stones += np.int64(board.chain_size[chain])
                    if local.stones > MOST_STONES:
                        return False
                    add_liberties(board, geometry, local, chain)
                    add_neighbours(board, geometry, local, chain)
    return True


@jit
def look_around(board: Any, geometry: Any, local: Any, v: Any, deepest: Any) -> None:
    """Add the empty points and the chains next to a point of the region."""
    for u in cross(geometry, v):
        if board.color[u] == EMPTY:
            if local.marked[u] == 0 and local.level[v] < deepest:
                add_point(local, u, local.level[v] + 1)
        elif board.color[u] <= WHITE:
            add_chain(local, board.chain[u])


@jit
def add_point(local: Any, v: Any, level: Any) -> None:
    """Put an empty point into the region."""
    local.marked[v] = 1
    local.level[v] = level
    local.queue[local.queued] = v
    local.queued += 1


@jit
def add_chain(local: Any, chain: Any) -> None:
    """Note a chain next to the region, if it is new."""
    if local.kind[chain] == IS_NEW:
        local.kind[chain] = IS_WAITING
        local.chains[local.chain_count] = chain
        local.chain_count += 1


@jit
def add_liberties(board: Any, geometry: Any, local: Any, chain: Any) -> None:
    """Put the liberties of a chain into the region."""
    v = chain
    while True:
        for u in cross(geometry, v):
            if board.color[u] == EMPTY and local.marked[u] == 0:
                add_point(local, u, 1)
        v = board.next_stone[v]
        if v == chain:
            break


@jit
def add_neighbours(board: Any, geometry: Any, local: Any, chain: Any) -> None:
    """Note the enemy chains next to one that may be captured."""
    color = np.int64(board.color[chain])
    v = chain
    while True:
        for u in cross(geometry, v):
            if board.color[u] == BLACK + WHITE - color:
                add_chain(local, board.chain[u])
        v = board.next_stone[v]
        if v == chain:
            break


@jit
def is_safe(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether a chain has two eyes beyond the region, or reaches enough empty points there even if the enemy is first.

    The enemy may take one of its liberties beyond the region. So one way out is none, and a chain with few of them must
    do without each in turn. One way is enough if the enemy cannot play there, and attacks the chain only by filling
    two liberties and more of his own stake: the owner goes out when he must, and the enemy has gained nothing.
    """
    if has_two_eyes(board, geometry, local, chain):
        return True
    color = np.int64(board.color[chain])
    own, enemy = local.stake_chain[color - 1], local.stake_chain[opponent(color) - 1]
    local.walk += 1
    ways = 0
    costly = 0
    cheap = False
    v = np.int64(chain)
    while True:
        for u in cross(geometry, v):
            if board.color[u] == EMPTY and local.seen[u] != local.walk:
                local.seen[u] = local.walk
                if local.marked[u] != 0:
                    costly += 1
                    cheap |= is_next_to(board, geometry, u, own) or not is_next_to(board, geometry, u, enemy)
                else:
                    if ways < MANY_WAYS:
                        local.ways[ways] = u
                    ways += 1
        v = np.int64(board.next_stone[v])
        if v == chain:
            break
    if ways == 1:
        way = np.int64(local.ways[0])
        is_closed = not touches(board, geometry, way, EMPTY) and not touches(board, geometry, way, opponent(color))
        return is_closed and costly >= 2 and not cheap and has_room(board, geometry, local, chain, np.int64(0))
    if ways == 0:
        return False
    if ways > MANY_WAYS:
        return has_room(board, geometry, local, chain, np.int64(0))
    for i in range(ways):
        if not has_room(board, geometry, local, chain, np.int64(local.ways[i])):
            return False
    return True


@jit
def is_next_to(board: Any, geometry: Any, v: Any, chain: Any) -> Any:
    """Whether a stone of a chain stands next to a point."""
    for u in cross(geometry, v):
        if board.color[u] == board.color[chain] and board.chain[u] == chain:
            return True
    return False


@jit
def has_room(board: Any, geometry: Any, local: Any, chain: Any, without: Any) -> Any:
    """Whether a chain reaches enough empty points beyond the region, or two single-point eyes, but not over one point.

    It goes over stones of its colour, and over empty points that no enemy stands next to. The one point counts too:
    the enemy spends a move there, and cannot play into an eye.
    """
    local.walk += 1
    color = np.int64(board.color[chain])
    local.stack[0] = chain
    local.seen[chain] = local.walk
    local.seen[without] = local.walk
    waiting = 1
    empty = 1 if without > 0 else 0
    eyes = 1 if without > 0 and is_own_eye(board, geometry, without, color) else 0
    while waiting > 0:
        waiting -= 1
        v = local.stack[waiting]
        if board.color[v] == EMPTY:
            if touches(board, geometry, v, opponent(color)):
                continue
            empty += 1
            eyes += 1 if is_own_eye(board, geometry, v, color) else 0
            if empty >= ROOM or eyes >= 2:
                return True
        for u in cross(geometry, v):
            if local.seen[u] != local.walk and (
                board.color[u] == color or (board.color[u] == EMPTY and local.marked[u] == 0)
            ):
                local.seen[u] = local.walk
                local.stack[waiting] = u
                waiting += 1
    return False


@jit
def is_inside(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether the region has all liberties of a chain already."""
    v = chain
    while True:
        for u in cross(geometry, v):
            if board.color[u] == EMPTY and local.marked[u] == 0:
                return False
        v = board.next_stone[v]
        if v == chain:
            return True


@jit
def touches(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a stone of a colour stands next to a point."""
    n0, n1, n2, n3 = cross(geometry, v)
    return (
        (board.color[n0] == color)
        | (board.color[n1] == color)
        | (board.color[n2] == color)
        | (board.color[n3] == color)
    )
