"""Races that are decided by counting: every liberty is an outside one, a shared one, or in an eye. Start with `count`.

For each side, `fillable` is the number of liberties that the enemy can fill when he likes: outside ones, and those of
its eye but for the last. `last` is how many moves the rest of the eye takes, which he can begin only when all other
liberties are gone (0 without an eye; more than 1 for eyes of four points and more). With the `shared` liberties and
the turn these decide the race (Müller 1999; the tests compare with a search of all such races up to a size):

- without shared liberties, the larger sum of both wins, a tie goes to who is first;
- the side with the larger `last` has the shared liberties for himself, and there is no seki;
- with equal `last` both must fill the shared liberties, and if neither has enough liberties for that, it is a seki.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    DEEP_SHIFT,
    DEEP_WHITE,
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

UNKNOWN, BLACK_WINS, WHITE_WINS, SEKI, KO = 0, 1, 2, 3, 4
"""Results of a race."""
UNCLEAR, YES, NO = 0, 1, 2
"""Answers to the question whether an attack succeeds."""


@jit
def wins(fill: Any, last: Any, enemy_fill: Any, enemy_last: Any, shared: Any, is_first: Any) -> Any:
    """Whether a side takes the other's stake in a race that counting decides."""
    behind = 0 if is_first else 1
    if shared == 0 or last > enemy_last:
        return fill + last + shared >= enemy_fill + enemy_last + behind
    if last < enemy_last:
        return fill + last >= enemy_fill + enemy_last + shared + behind
    return fill >= enemy_fill + shared + behind - (1 if last == 0 else 0)


@jit
def count(local: Any, black: Any, white: Any, rest: Any, first: Any) -> Any:
    """The result if `first` plays first, or UNKNOWN if counting does not decide; both stakes are large."""
    if not take_stock(local, black, white, rest) or local.unclear[0] or local.unclear[1]:
        return UNKNOWN
    if side_wins(local, BLACK, first):
        return BLACK_WINS
    return WHITE_WINS if side_wins(local, WHITE, first) else SEKI


@jit
def decide(local: Any, black: Any, white: Any, rest: Any, first: Any, attacker: Any) -> Any:
    """Whether an attack succeeds: YES, NO or UNCLEAR; both stakes are large.

    What the unclear points do for a side is not known, but they can only help it, and the enemy fills one of their
    liberties by a move at most. So a side is at least as well off as with these liberties as outside ones: that may
    be enough for the attacker to win, or for the defender to stand.
    """
    if not take_stock(local, black, white, rest):
        return UNCLEAR
    if local.alive[BLACK + WHITE - attacker - 1]:
        return NO
    if side_wins(local, attacker, first):
        return UNCLEAR if local.unclear[BLACK + WHITE - attacker - 1] else YES
    return UNCLEAR if local.unclear[attacker - 1] else NO


@jit
def side_wins(local: Any, side: Any, first: Any) -> Any:
    """Whether a side takes the other's stake, by what `take_stock` has found."""
    own, other = side - 1, BLACK + WHITE - side - 1
    return not local.alive[other] and (
        local.alive[own] != 0
        or wins(
            local.fillable[own], local.last[own], local.fillable[other], local.last[other], local.shared, side == first
        )
    )


@jit
def take_stock(local: Any, black: Any, white: Any, rest: Any) -> Any:
    """Write `fillable`, `last`, `shared`, `alive` and `unclear` of a position; False if a point is unclear for both."""
    black_chain = chain_of(local, bit_of(BLACK_STAKE), black)
    white_chain = chain_of(local, bit_of(WHITE_STAKE), white)
    stakes = (black_chain | white_chain) & ~SAFE
    empty = local.points & ~(black | white)
    shared = around(local, black_chain) & around(local, white_chain) & empty
    local.fillable[0] = rest & LOW
    local.fillable[1] = (rest >> WHITE_SHIFT) & LOW
    local.last[:] = 0
    local.unclear[:] = 0
    local.alive[0] = black_chain & SAFE
    local.alive[1] = white_chain & SAFE
    local.shared = 0
    left = local.points & ~stakes
    while left != 0:
        point = left & -left
        if point & shared != 0 and local.near[first_of(local, point)] & ~(stakes | shared) == 0:
            left &= ~point
            local.shared += 1
            continue
        part = chain_of(local, point, local.points & ~stakes)
        left &= ~part
        border = around(local, part) & ~part
        if border & black_chain & ~SAFE == 0:
            side, walls = 1, white_chain
        elif border & white_chain & ~SAFE == 0:
            side, walls = 0, black_chain
        else:
            return False
        if part & ~empty == 0 and border & ~walls == 0 and part & (part - 1) & ((part & (part - 1)) - 1) == 0:
            local.alive[side] |= local.last[side]
            local.last[side] = 1 + ((rest >> (DEEP_SHIFT + DEEP_WHITE * side)) & LOW_DEEP)
            local.fillable[side] += np.int64(part != point)
        else:
            local.unclear[side] = 1
            local.fillable[side] += size_of(around(local, walls) & part & empty)
    return True
