"""The moves of the local game, and positions whose result needs no search. Start with `expand`.

A position is in one of three phases: the race; the prey is gone and the attacker must survive; the attacker's stake is
gone and he still tries to take the prey. See `semeai_search.py` for the question that is asked.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_count import UNCLEAR, YES, decide
from ponnuki.knowledge.semeai_eyes import fold_near
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    COLOR_SHIFT,
    DEEP_SHIFT,
    DEEP_WHITE,
    KO_SHIFT,
    LARGE_STAKE,
    LOW,
    LOW_DEEP,
    PHASE_SHIFT,
    SAFE,
    TABLE_BITS,
    WHITE_SHIFT,
    WHITE_STAKE,
    around,
    bit_of,
    chain_of,
    first_of,
    size_of,
)

OPEN, TAKEN, STANDS = 0, 1, 2
"""Whether the attack succeeds."""
RACE, PREY_GONE, STAKE_GONE = 0, 1, 2
"""Phases."""
NEVER = 1 << 28
"""The effort to show what is not so."""


@jit
def expand(local: Any, depth: Any, black: Any, white: Any, rest: Any) -> None:
    """List the positions after each move of the side to move."""
    local.children[depth] = 0
    color = (rest >> COLOR_SHIFT) & 3
    phase = (rest >> PHASE_SHIFT) & 3
    turned = (rest ^ (3 << COLOR_SHIFT)) & ~(LOW << KO_SHIFT)
    attacking = color == local.attacker
    stake, prey = (BLACK_STAKE, WHITE_STAKE) if local.attacker == BLACK else (WHITE_STAKE, BLACK_STAKE)
    enemy_gone = PREY_GONE if attacking else STAKE_GONE
    if phase != enemy_gone:
        fill_counted(local, depth, black, white, turned, BLACK + WHITE - color, enemy_gone)
    left = local.points & ~(black | white)
    ko = (rest >> KO_SHIFT) & LOW
    if ko > 0:
        left &= ~bit_of(ko - 1)
    while left != 0:
        node = first_of(local, left)
        left &= left - 1
        if put(local, black, white, rest, node, color):
            after = turned
            if local.after_ko != 0:
                local.ko_seen = 1
                if local.master == color:
                    after |= local.after_ko << KO_SHIFT
            if phase == RACE and local.taken & bit_of(prey) != 0:
                after |= PREY_GONE << PHASE_SHIFT
            elif phase == RACE and local.taken & bit_of(stake) != 0:
                after |= STAKE_GONE << PHASE_SHIFT
            local.after_rest = after
            if not local.only_search:
                fold_near(local, node, color)
            add_child(local, depth, local.after_black, local.after_white, local.after_rest)
    if attacking == (phase == PREY_GONE):
        add_child(local, depth, black, white, turned)
    elif local.children[depth] == 0:
        add_result(local, depth, TAKEN if phase == PREY_GONE else STANDS)


@jit
def fill_counted(local: Any, depth: Any, black: Any, white: Any, rest: Any, enemy: Any, enemy_gone: Any) -> None:
    """List the position after a counted liberty of the enemy's stake was filled, if there is one: all are alike.

    A small stake may fall by that. A deep liberty can be filled when the eye's own point is all that is left.
    """
    stones, stake = (white, WHITE_STAKE) if enemy == WHITE else (black, BLACK_STAKE)
    shift = WHITE_SHIFT if enemy == WHITE else 0
    deep_shift = DEEP_SHIFT + (DEEP_WHITE if enemy == WHITE else 0)
    plain, deep = (rest >> shift) & LOW, (rest >> deep_shift) & LOW_DEEP
    if plain > 1:
        add_child(local, depth, black, white, rest - (1 << shift))
    elif plain + deep > 0:
        chain = chain_of(local, bit_of(stake), stones)
        free = around(local, chain) & local.points & ~(black | white)
        if plain == 0:
            if chain & SAFE == 0 and free & (free - 1) == 0:
                add_child(local, depth, black, white, rest - (1 << deep_shift))
        elif chain & SAFE == 0 and free == 0:
            after = (rest - (1 << shift)) | (enemy_gone << PHASE_SHIFT)
            add_child(local, depth, black & ~chain, white & ~chain, after)
        else:
            add_child(local, depth, black, white, rest - (1 << shift))


@jit
def counted(rest: Any, color: Any) -> Any:
    """The liberties of a stake that are not nodes."""
    if color == BLACK:
        return (rest & LOW) + ((rest >> DEEP_SHIFT) & LOW_DEEP)
    return ((rest >> WHITE_SHIFT) & LOW) + ((rest >> (DEEP_SHIFT + DEEP_WHITE)) & LOW_DEEP)


@jit
def add_child(local: Any, depth: Any, black: Any, white: Any, rest: Any) -> None:
    """List a position with what is known of it."""
    child = local.children[depth]
    local.child_black[depth, child] = black
    local.child_white[depth, child] = white
    local.child_rest[depth, child] = rest
    slot = slot_of(black, white, rest)
    if local.table_rest[slot] == rest and local.table_black[slot] == black and local.table_white[slot] == white:
        local.child_proof[depth, child] = local.table_proof[slot]
        local.child_disproof[depth, child] = local.table_disproof[slot]
        if local.table_proof[slot] == 0 or local.table_disproof[slot] == 0:
            local.children[depth] += 1
            return
    for i in range(depth - 1, -1, -2):
        if local.path_rest[i] == rest and local.path_black[i] == black and local.path_white[i] == white:
            result = TAKEN if (rest >> PHASE_SHIFT) & 3 == PREY_GONE else STANDS
            local.lowest[result] = min(local.lowest[result], i)
            add_result(local, depth, result)
            return
    if not (local.table_rest[slot] == rest and local.table_black[slot] == black and local.table_white[slot] == white):
        result = judge(local, black, white, rest)
        if result != OPEN:
            add_result(local, depth, result)
            return
        local.child_proof[depth, child] = local.proof
        local.child_disproof[depth, child] = local.disproof
    local.children[depth] += 1


@jit
def add_result(local: Any, depth: Any, result: Any) -> None:
    """List a position whose result is known."""
    child = local.children[depth]
    local.child_proof[depth, child] = 0 if result == TAKEN else NEVER
    local.child_disproof[depth, child] = NEVER if result == TAKEN else 0
    local.children[depth] += 1


@jit
def judge(local: Any, black: Any, white: Any, rest: Any) -> Any:
    """The result of a position that needs no search, or OPEN with a first guess of the effort for either.

    A stake that holds safe stones stands. A stake with one liberty is taken by an enemy who is to move, and that ends
    the search if it is the last to fall or so large that its room holds two eyes.
    """
    color, phase, ko = (rest >> COLOR_SHIFT) & 3, (rest >> PHASE_SHIFT) & 3, (rest >> KO_SHIFT) & LOW
    empty = local.points & ~(black | white)
    forbidden = bit_of(ko - 1) if ko > 0 else np.int64(0)
    black_attacks = local.attacker == BLACK
    attacking = color == local.attacker
    own, other = (black, white) if black_attacks else (white, black)
    stake, prey = (BLACK_STAKE, WHITE_STAKE) if black_attacks else (WHITE_STAKE, BLACK_STAKE)
    out_stake, out_prey = counted(rest, local.attacker), counted(rest, BLACK + WHITE - local.attacker)
    prey_liberties, stake_liberties = np.int64(1), np.int64(1)
    if phase != PREY_GONE:
        chain = chain_of(local, bit_of(prey), other)
        if chain & SAFE != 0:
            return STANDS
        free = around(local, chain) & empty
        prey_liberties = size_of(free) + out_prey
        falls = attacking and prey_liberties == 1 and free & forbidden == 0
        if falls and (phase == STAKE_GONE or is_large(local, prey, chain)):
            return TAKEN
    if phase != STAKE_GONE:
        chain = chain_of(local, bit_of(stake), own)
        if chain & SAFE != 0:
            if phase == PREY_GONE:
                return TAKEN
            stake_liberties = np.int64(8)
        else:
            free = around(local, chain) & empty
            stake_liberties = size_of(free) + out_stake
            falls = not attacking and stake_liberties == 1 and free & forbidden == 0
            if falls and (phase == PREY_GONE or is_large(local, stake, chain)):
                return STANDS
    if phase == RACE and ko == 0 and not local.only_search and local.points & (bit_of(stake) | bit_of(prey)) == 0:
        answer = decide(local, black, white, rest, color, local.attacker)
        if answer != UNCLEAR:
            return TAKEN if answer == YES else STANDS
    local.proof, local.disproof = prey_liberties, stake_liberties
    return OPEN


@jit
def is_large(local: Any, stake: Any, chain: Any) -> Any:
    """Whether the capture of the chain that a stake belongs to ends the race, as it leaves room for two eyes."""
    return local.points & bit_of(stake) == 0 or size_of(chain) >= LARGE_STAKE


@jit
def put(local: Any, black: Any, white: Any, rest: Any, node: Any, color: Any) -> Any:
    """Play on a point: `after_black`, `after_white`, `after_ko` and `taken` are the position then; False if illegal.

    A move that only fills a one-point eye within one chain of its own is left out like suicide: it takes a liberty and
    gives nothing.
    """
    own, other = (black, white) if color == BLACK else (white, black)
    own_stake, other_stake = (BLACK_STAKE, WHITE_STAKE) if color == BLACK else (WHITE_STAKE, BLACK_STAKE)
    out_own, out_other = counted(rest, color), counted(rest, BLACK + WHITE - color)
    near, stone = local.near[node], bit_of(node)
    if near & ~own == 0 and near & ~chain_of(local, near & -near, own) == 0:
        return False
    own |= stone
    taken = np.int64(0)
    left = near & other
    while left != 0:
        chain = chain_of(local, left & -left, other)
        left &= ~chain
        held = chain & bit_of(other_stake) != 0 and out_other > 0
        if not held and chain & SAFE == 0 and around(local, chain) & local.points & ~(own | other) == 0:
            taken |= chain
    other &= ~taken
    local.taken = taken
    local.after_ko = 0
    chain = chain_of(local, stone, own)
    if chain & SAFE == 0:
        free = around(local, chain) & local.points & ~(own | other)
        if free == 0 and (chain & bit_of(own_stake) == 0 or out_own == 0):
            return False
        if chain == stone and free == taken and taken != 0 and taken & (taken - 1) == 0:
            local.after_ko = first_of(local, taken) + 1
    local.after_black, local.after_white = (own, other) if color == BLACK else (other, own)
    return True


@jit
def slot_of(black: Any, white: Any, rest: Any) -> Any:
    """Where the table keeps a position."""
    return (black % 65521 * 31 + white % 65519 * 17 + rest % 65497) & ((1 << TABLE_BITS) - 1)
