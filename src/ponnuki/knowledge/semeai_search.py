"""Who wins a capturing race, by exact search of its local game. Start with `solve`.

One question is asked at a time: can the *attacker* take the other side's stake (the *prey*) before his own is taken?
The defender may pass (he plays elsewhere); the attacker who passes has stopped, since the defender passes too. A
position that comes back has not been won. Neither side can take: both live, which in a race is a seki.

Who takes a small stake may have fallen into a trap: the search goes on, to see whether his own stake is taken in turn.
So a position is in one of three phases: the race; the prey is gone and the attacker must survive; the attacker's stake
is gone and he still tries to take the prey. In each, one side must not pass, and a repetition serves the other.

Ko is settled by asking twice. In the *hard* question the defender may take back any ko at once, as with threats
without end; in the *easy* one the attacker may. A stake that falls to the hard attack is lost whatever the ko
threats, one that stands against the easy attack is safe; what lies between is a ko, if there is one near
(`semeai_ko.py`). In the same way what was left out of the region is the defender's in the hard question and the
attacker's in the easy one. One kind of ko is no ko: the bent four in the corner and its like (`can_wait`).

The search is depth-first proof-number search (Nagai 2002): it goes where the least effort may settle the question. A
result that rests on a position coming back is true only where that position lies on the way; `lowest` says how far up,
and the table gets only what is true on every way.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_count import BLACK_WINS, KO, SEKI, UNKNOWN, WHITE_WINS
from ponnuki.knowledge.semeai_eyes import fold_all
from ponnuki.knowledge.semeai_ko import ko_is_near
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    COLOR_SHIFT,
    DEEPEST,
    GENERATION_SHIFT,
    KO_SHIFT,
    PHASE_SHIFT,
    SAFE_BLACK,
    SAFE_WHITE,
    WHITE_SHIFT,
    WHITE_STAKE,
    bit_of,
    first_of,
)
from ponnuki.knowledge.semeai_moves import (
    NEVER,
    OPEN,
    STAKE_GONE,
    STANDS,
    TAKEN,
    counted,
    expand,
    judge,
    put,
    slot_of,
)
from ponnuki.knowledge.semeai_nodes import build


@jit
def solve(board: Any, geometry: Any, local: Any, black_stone: Any, white_stone: Any, first: Any, limit: Any) -> Any:
    """The result of the race between two chains if `first` plays first, by its region and then by a narrow one."""
    for narrow in (False, True):
        if build(board, geometry, local, black_stone, white_stone, narrow):
            found = outcome(local, first, limit)
            if found != UNKNOWN:
                return found
    return UNKNOWN


@jit
def outcome(local: Any, first: Any, limit: Any) -> Any:
    """The result of the race if `first` plays first: UNKNOWN, BLACK_WINS, WHITE_WINS, SEKI or KO.

    Each of the up to four questions visits at most `limit` positions.
    """
    ko = local.ko if local.ko_color == first else np.int64(0)
    local.after_black, local.after_white = local.black, local.white
    local.after_rest = local.outside[0] | (local.outside[1] << WHITE_SHIFT) | (first << COLOR_SHIFT)
    if not local.only_search:
        fold_all(local)
    return outcome_from(local, local.after_black, local.after_white, local.after_rest, ko, limit)


@jit
def outcome_from(local: Any, black: Any, white: Any, rest: Any, ko: Any, limit: Any) -> Any:
    """As `outcome`, from any position of the local game in which both stakes stand."""
    first = (rest >> COLOR_SHIFT) & 3
    other = BLACK + WHITE - first
    local.ko_seen = ko
    given_up = False
    for attacker in (first, other):
        found = ask(local, black, white, rest, ko, attacker, other if attacker == first else first, limit)
        if found == TAKEN:
            return BLACK_WINS if attacker == BLACK else WHITE_WINS
        given_up |= found == OPEN
    if given_up:
        return UNKNOWN
    if local.ko_seen == 0 and local.open == 0:
        return SEKI
    for attacker in (first, other):
        found = ask(local, black, white, rest, ko, attacker, attacker, limit)
        if found == OPEN or (found == TAKEN and local.open != 0):
            return UNKNOWN
        if found == TAKEN:
            for side in (first, other):
                if ko == 0 and can_wait(local, black, white, rest, side, limit):
                    return BLACK_WINS if side == BLACK else WHITE_WINS
            return KO if ko != 0 or ko_is_near(local, black, white, rest) else UNKNOWN
    return SEKI


@jit
def can_wait(local: Any, black: Any, white: Any, rest: Any, side: Any, limit: Any) -> Any:
    """Whether a ko hangs over one side alone, as with a bent four in the corner.

    The other side risks nothing, can begin the ko when no threats are left, and wins outright against every move that
    would prevent it. By custom that is a win.
    """
    loser = BLACK + WHITE - side
    if counted(rest, side) > 0:
        return False
    rest &= ~(3 << COLOR_SHIFT)
    quiet = rest | (loser << COLOR_SHIFT)
    if ask(local, black, white, quiet, np.int64(0), side, side, limit) != TAKEN:
        return False
    if ask(local, black, white, quiet, np.int64(0), loser, loser, limit) != STANDS:
        return False
    stake = BLACK_STAKE if side == BLACK else WHITE_STAKE
    left = local.points & ~(black | white)
    while left != 0:
        node = first_of(local, left)
        left &= left - 1
        if put(local, black, white, rest, node, loser):
            after = rest | (side << COLOR_SHIFT)
            if local.taken & bit_of(stake) != 0:
                after |= STAKE_GONE << PHASE_SHIFT
            if ask(local, local.after_black, local.after_white, after, local.after_ko, side, loser, limit) != TAKEN:
                return False
    return True


@jit
def ask(local: Any, black: Any, white: Any, rest: Any, ko: Any, attacker: Any, master: Any, limit: Any) -> Any:
    """Whether the attacker takes the other's stake, with one side master of all kos and of what was left out."""
    local.attacker = attacker
    local.master = master
    local.visits = 0
    local.limit = limit
    give_open_points(local, master)
    if master != (rest >> COLOR_SHIFT) & 3:
        rest |= ko << KO_SHIFT
    rest |= (local.generation << GENERATION_SHIFT) | (attacker << 60) | (np.int64(attacker == master) << 62)
    found = judge(local, black, white, rest)
    if found != OPEN:
        return found
    search(local, black, white, rest)
    return result_of(local.proof, local.disproof)


@jit
def result_of(proof: Any, disproof: Any) -> Any:
    """What is settled when no effort is left for one of the results."""
    if proof == 0:
        return TAKEN
    return STANDS if disproof == 0 else OPEN


@jit
def give_open_points(local: Any, color: Any) -> None:
    """Let safe stones of a colour stand wherever the region was cut off."""
    safe = bit_of(SAFE_BLACK if color == BLACK else SAFE_WHITE)
    left = local.open
    while left != 0:
        node = first_of(local, left)
        local.near[node] = local.near_inside[node] | safe
        left &= left - 1


@jit
def search(local: Any, black: Any, white: Any, rest: Any) -> None:
    """Search a position until it is settled or the limit of visits is reached: `proof`, `disproof`.

    The way down is kept in the record: a kernel that calls itself is not safe to find again in the cache.
    """
    depth = np.int64(0)
    local.most_proof[0] = local.most_disproof[0] = NEVER
    enter(local, depth, black, white, rest)
    while True:
        attacking = (local.path_rest[depth] >> COLOR_SHIFT) & 3 == local.attacker
        best, second = choose(local, depth, attacking)
        if not is_done(local, depth):
            set_limits(local, depth, best, second, attacking)
            local.path_child[depth] = best
            depth += 1
            enter(
                local,
                depth,
                local.child_black[depth - 1, best],
                local.child_white[depth - 1, best],
                local.child_rest[depth - 1, best],
            )
            continue
        leave(local, depth)
        if depth == 0:
            return
        depth -= 1
        child = local.path_child[depth]
        local.child_proof[depth, child] = local.proof
        local.child_disproof[depth, child] = local.disproof
        for result in range(len(local.lowest)):
            local.path_lowest[depth, result] = min(local.path_lowest[depth, result], local.lowest[result])


@jit
def enter(local: Any, depth: Any, black: Any, white: Any, rest: Any) -> None:
    """Begin to search a position."""
    local.visits += 1
    local.path_black[depth] = black
    local.path_white[depth] = white
    local.path_rest[depth] = rest
    local.lowest[:] = DEEPEST
    expand(local, depth, black, white, rest)
    for result in range(len(local.lowest)):
        local.path_lowest[depth, result] = local.lowest[result]


@jit
def is_done(local: Any, depth: Any) -> Any:
    """Whether the search of a position ends, by what `choose` has found."""
    return (
        local.proof >= local.most_proof[depth]
        or local.disproof >= local.most_disproof[depth]
        or local.proof == 0
        or local.disproof == 0
        or local.visits >= local.limit
        or depth + 1 >= DEEPEST
    )


@jit
def set_limits(local: Any, depth: Any, best: Any, second: Any, attacking: Any) -> None:
    """Write the effort at which the search of a child ends: when another may be better, or the position is done."""
    most_proof, most_disproof = local.most_proof[depth], local.most_disproof[depth]
    other = second + 1 + (second >> 2)
    if attacking:
        local.most_proof[depth + 1] = min(most_proof, other)
        effort = most_disproof - local.disproof + local.child_disproof[depth, best]
        local.most_disproof[depth + 1] = min(np.int64(NEVER), effort)
    else:
        effort = most_proof - local.proof + local.child_proof[depth, best]
        local.most_proof[depth + 1] = min(np.int64(NEVER), effort)
        local.most_disproof[depth + 1] = min(most_disproof, other)


@jit
def leave(local: Any, depth: Any) -> None:
    """End the search of a position: keep what is true on every way, and say how far up the rest goes: `lowest`."""
    local.lowest[:] = DEEPEST
    if local.proof == 0 and local.path_lowest[depth, TAKEN] < depth:
        local.lowest[TAKEN] = local.path_lowest[depth, TAKEN]
    elif local.disproof == 0 and local.path_lowest[depth, STANDS] < depth:
        local.lowest[STANDS] = local.path_lowest[depth, STANDS]
    else:
        black, white, rest = local.path_black[depth], local.path_white[depth], local.path_rest[depth]
        slot = slot_of(black, white, rest)
        local.table_black[slot] = black
        local.table_white[slot] = white
        local.table_rest[slot] = rest
        local.table_proof[slot] = local.proof
        local.table_disproof[slot] = local.disproof


@jit
def choose(local: Any, depth: Any, attacking: Any) -> Any:
    """The child of least effort for the side to move and the effort of the second best; sets `proof` and `disproof`.

    The effort against the side to move is that of the hardest child and one for each other that is not settled: many
    ways lead to the same positions, and a sum would count those many times.
    """
    best, least, second, most, unsettled = 0, np.int64(NEVER), np.int64(NEVER), np.int64(0), 0
    for i in range(local.children[depth]):
        if attacking:
            own, against = local.child_proof[depth, i], local.child_disproof[depth, i]
        else:
            own, against = local.child_disproof[depth, i], local.child_proof[depth, i]
        if own < least:
            best, least, second = i, own, least
        elif own < second:
            second = own
        most = max(most, against)
        unsettled += 1 if against > 0 else 0
    if most > 0 and most < NEVER:
        most = min(np.int64(NEVER - 1), most + unsettled - 1)
    if attacking:
        local.proof, local.disproof = least, most
    else:
        local.proof, local.disproof = most, least
    return best, second
