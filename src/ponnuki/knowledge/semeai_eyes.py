"""Large eyes with enemy stones inside, where theory knows what a search finds only after thousands of positions.

An eye is *settled* if its owner cannot make two eyes of it even by playing first, and its enemy can fill it up to one
point again and again, each time with a vital shape that is captured and played into anew. Then all that counts is how
many moves the enemy needs (Müller 1999): 1, 2, 3, 5, 8, 12 for one to six points, less the stones inside. He can fill
it up to one point at any time. The moves after that (none for three points, 1, 3 and 6 for four to six) are *deep*: he
gets to them only when the owner is forced to capture, so not before all other liberties are gone. The local game then
keeps one point of such an eye, takes the others for stones of the owner, and counts those moves. Start with `fold_eye`.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    DEEP_SHIFT,
    DEEP_WHITE,
    KO_SHIFT,
    LOW,
    LOW_DEEP,
    SAFE,
    WHITE_SHIFT,
    WHITE_STAKE,
    around,
    bit_of,
    chain_of,
    first_of,
    size_of,
)

LARGEST_EYE = 6


@jit
def fold_all(local: Any) -> None:
    """Fold all eyes of the position in `after_black`, `after_white` and `after_rest`."""
    left = local.points & ~(local.after_black | local.after_white)
    while left != 0:
        fold_eye(local, left & -left, BLACK)
        fold_eye(local, left & -left, WHITE)
        left &= left - 1


@jit
def fold_near(local: Any, node: Any, color: Any) -> None:
    """Fold what a move may have settled: the enemy's eye that it was played into, and eyes of its own next to it."""
    fold_eye(local, bit_of(node), BLACK + WHITE - color)
    left = local.near[node] & local.points
    while left != 0:
        fold_eye(local, left & -left, color)
        left &= left - 1


@jit
def fold_eye(local: Any, start: Any, owner: Any) -> None:
    """Fold the eye of a large stake that a point lies in, if it is one of three to six points and settled."""
    own, enemy = (local.after_black, local.after_white) if owner == BLACK else (local.after_white, local.after_black)
    stake, enemy_stake = (BLACK_STAKE, WHITE_STAKE) if owner == BLACK else (WHITE_STAKE, BLACK_STAKE)
    if start & own != 0 or local.points & bit_of(stake) != 0:
        return
    eye = eye_around(local, start, own)
    size = size_of(eye)
    if size < 3 or size > LARGEST_EYE or eye & (local.open | bit_of(enemy_stake)) != 0:
        return
    ko = (local.after_rest >> KO_SHIFT) & LOW
    if ko > 0 and eye & bit_of(ko - 1) != 0:
        return
    chain = chain_of(local, bit_of(stake), own)
    if chain & SAFE != 0 or around(local, eye) & ~(eye | chain) != 0:
        return
    stones = eye & enemy
    if not is_known_settled(local, eye, stones):
        return
    plain_shift = WHITE_SHIFT if owner == WHITE else 0
    deep_shift = DEEP_SHIFT + (DEEP_WHITE if owner == WHITE else 0)
    plain, deep = size - 1 - size_of(stones), (size - 2) * (size - 3) // 2
    if ((local.after_rest >> plain_shift) & LOW) + plain > LOW:
        return
    if ((local.after_rest >> deep_shift) & LOW_DEEP) + deep > LOW_DEEP:
        return
    local.after_rest += (plain << plain_shift) + (deep << deep_shift)
    empty = eye & ~stones
    own |= eye & ~(empty & -empty)
    enemy &= ~eye
    local.after_black, local.after_white = (own, enemy) if owner == BLACK else (enemy, own)


@jit
def eye_around(local: Any, start: Any, walls: Any) -> Any:
    """The points around one that are not walls, or more than an eye may have."""
    eye = start
    fresh = start
    while fresh != 0 and size_of(eye) <= LARGEST_EYE:
        reached = local.near[first_of(local, fresh)] & local.points & ~(walls | eye)
        eye |= reached
        fresh = (fresh & (fresh - 1)) | reached
    return eye


@jit
def is_known_settled(local: Any, eye: Any, stones: Any) -> Any:
    """Whether an eye with these enemy stones in it is settled, whoever plays first; remembered for one region."""
    slot = eye % 1021 % len(local.eye_points)
    if local.eye_points[slot] != eye or local.eye_region[slot] != local.generation:
        settle(local, eye)
        local.eye_points[slot] = eye
        local.eye_region[slot] = local.generation
        local.eye_answer[slot] = local.settled[packed(eye, eye)]
    return (local.eye_answer[slot] >> packed(eye, stones)) & 1 == 1


@jit
def settle(local: Any, eye: Any) -> None:
    """Find for each connected part of an eye the sets of enemy stones with which it is settled: `settled`.

    A part is answered after its own parts and a set of stones after the larger ones, so nothing has to be asked twice
    and no kernel has to call itself.
    """
    part = eye & -eye
    while part != 0:
        if size_of(part) <= 2:
            local.settled[packed(eye, part)] = -1
        elif chain_of(local, part & -part, part) == part:
            found = np.int64(0)
            local.settled[packed(eye, part)] = 0
            stones = (part - 1) & part
            while stones != 0:
                if is_settled(local, eye, part, stones):
                    found |= np.int64(1) << packed(eye, stones)
                    local.settled[packed(eye, part)] = found
                stones = (stones - 1) & part
        part = (part - eye) & eye


@jit
def is_settled(local: Any, whole: Any, eye: Any, stones: Any) -> Any:
    """Whether a part of an eye is settled, when its parts and larger sets of stones have been answered.

    The part has three points or more, a stone, and an empty point.
    """
    empty = eye & ~stones

    # A stone that the owner puts inside must be joined to the walls, or it could be captured.
    left = empty
    while left != 0:
        if local.near[first_of(local, left)] & ~eye == 0:
            return False
        left &= left - 1

    # One point is left: the owner takes all stones, and one new stone must settle the shape that they had.
    if empty & (empty - 1) == 0:
        if chain_of(local, stones & -stones, stones) != stones:
            return False
        left = stones
        while left != 0:
            if answered(local, whole, stones, left & -left):
                return True
            left &= left - 1
        return False

    # The owner plays inside: the enemy must have an answer, if one is needed.
    left = empty
    while left != 0:
        smaller = eye & ~(left & -left)
        left &= left - 1
        if chain_of(local, smaller & -smaller, smaller) != smaller:
            return False
        held = stones_held(local, smaller, stones)
        found = answered(local, whole, smaller, held)
        answers = smaller & ~held
        while answers != 0 and not found:
            answer = answers & -answers
            answers &= answers - 1
            found = breathes_inside(local, smaller, held | answer, answer) and answered(
                local, whole, smaller, held | answer
            )
        if not found:
            return False

    # The enemy plays inside: some move must lead on.
    left = empty
    while left != 0:
        move = left & -left
        left &= left - 1
        if breathes_inside(local, eye, stones | move, move) and answered(local, whole, eye, stones | move):
            return True
    return False


@jit
def answered(local: Any, whole: Any, eye: Any, stones: Any) -> Any:
    """What `settle` has found for a part of an eye."""
    return (local.settled[packed(whole, eye)] >> packed(whole, stones)) & 1 == 1


@jit
def packed(eye: Any, part: Any) -> Any:
    """A part of an eye as a number: one bit for each point of the eye."""
    number, bit = np.int64(0), np.int64(1)
    left = eye
    while left != 0:
        if part & left & -left != 0:
            number |= bit
        bit <<= 1
        left &= left - 1
    return number


@jit
def breathes_inside(local: Any, eye: Any, stones: Any, stone: Any) -> Any:
    """Whether the chain of an enemy stone has a liberty in an eye."""
    return around(local, chain_of(local, stone, stones)) & eye & ~stones != 0


@jit
def stones_held(local: Any, eye: Any, stones: Any) -> Any:
    """The enemy stones that still have a liberty in an eye."""
    held = np.int64(0)
    left = stones
    while left != 0:
        chain = chain_of(local, left & -left, stones)
        left &= ~chain
        if breathes_inside(local, eye, stones, chain & -chain):
            held |= chain
    return held
