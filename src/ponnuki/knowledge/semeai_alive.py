"""Chains that live whatever is played: each of them has two eyes (Benson 1976). Start with `has_two_eyes`.

An eye is a few empty points that have only stones of one colour around them. It counts for a chain if each of its
points is a liberty of that chain, and if the other chains around it live too. So chains are looked at together, and
those with fewer than two eyes are dropped until nothing changes. Enemy stones inside an eye are not allowed here.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross
from ponnuki.games.go.layout import EMPTY, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_local import MOST_PARTNERS

ALONE, GATHER, TOGETHER = 0, 1, 2
"""Which other chains of the colour may stand around an eye: none, any (they are noted), those that live so far."""


@jit
def has_two_eyes(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether a chain has two eyes beyond the region that nothing can take from it."""
    if count_eyes(board, geometry, local, chain, ALONE) >= 2:
        return True
    local.partners = 1
    local.partner[0] = chain
    i = 0
    while i < local.partners:
        if count_eyes(board, geometry, local, local.partner[i], GATHER) < 2 and i == 0:
            return False
        i += 1
    if local.partners == 1:
        return False
    for i in range(local.partners):
        local.lives[i] = 1
    changed = True
    while changed and local.lives[0]:
        changed = False
        for i in range(local.partners):
            if local.lives[i] and count_eyes(board, geometry, local, local.partner[i], TOGETHER) < 2:
                local.lives[i] = 0
                changed = True
    return local.lives[0] == 1


@jit
def count_eyes(board: Any, geometry: Any, local: Any, chain: Any, company: Any) -> Any:
    """The number of a chain's eyes."""
    local.walk += 1
    eyes = 0
    v = np.int64(chain)
    while True:
        for u in cross(geometry, v):
            if board.color[u] == EMPTY and local.seen[u] != local.walk:
                known = local.partners
                if is_eye(board, geometry, local, u, np.int64(chain), company):
                    eyes += 1
                else:
                    local.partners = known
        v = np.int64(board.next_stone[v])
        if v == chain:
            return eyes


@jit
def is_eye(board: Any, geometry: Any, local: Any, start: Any, chain: Any, company: Any) -> Any:
    """Whether the empty points around one are an eye of a chain."""
    local.stack[0] = start
    local.seen[start] = local.walk
    waiting = 1
    sure = True
    while waiting > 0:
        waiting -= 1
        v = local.stack[waiting]
        is_liberty = False
        sure &= local.marked[v] == 0
        for u in cross(geometry, v):
            if board.color[u] == EMPTY:
                if local.seen[u] != local.walk:
                    local.seen[u] = local.walk
                    local.stack[waiting] = u
                    waiting += 1
            elif board.color[u] <= WHITE:
                other = np.int64(board.chain[u])
                is_liberty |= other == chain
                if other != chain and sure:
                    sure = (
                        company != ALONE
                        and board.color[u] == board.color[chain]
                        and is_partner(local, other, company == GATHER)
                    )
        sure &= is_liberty
    return sure


@jit
def is_partner(local: Any, chain: Any, gather: Any) -> Any:
    """Whether a chain is one of those that are looked at and live so far; with `gather`, it becomes one."""
    for i in range(local.partners):
        if local.partner[i] == chain:
            return gather or local.lives[i] == 1
    if not gather or local.partners == MOST_PARTNERS:
        return False
    local.partner[local.partners] = chain
    local.partners += 1
    return True
