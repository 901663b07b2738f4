"""What a playout of `go_mogo` answers to the last move: atari, captures of many stones, fights, 3x3 shapes.

Each rule is asked with the last move and gives a move or PASS; `go_mogo.choose` says in which order.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, in_atari, is_playable, last_liberty, opponent, ring
from ponnuki.games.go.ladders import is_caught, surely_escapes
from ponnuki.games.go.layout import BLACK, COUNT_MASK, EMPTY, HAS_EMPTY, PASS, WHITE, Features, board_dtype
from ponnuki.games.go.tactics import captured_size, find_liberties, gives_atari, is_bad_self_atari, liberties_after
from ponnuki.kernels import inline, jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Fields
from ponnuki.knowledge.shape_weights import weight_of
from ponnuki.knowledge.shapes3x3 import matches

MOST_CANDIDATES = 48
"""Moves that one rule may propose; more would mean many chains around one point."""
MOST_TOUCHING = 4
"""Pseudo-liberties above which a chain is not asked whether it has two liberties: it seldom has, and asking costs."""
SMALLEST_NAKADE, LARGEST_NAKADE = 3, 6
"""Points of an eye space that has a single vital point."""


def scratch(size: int, features: Features) -> Fields:
    """What these kernels write to in the record of a thread, beside what every search has there."""
    return [("spare", board_dtype(size, features))]  # to read ladders on


@jit
def pick(board: Any, geometry: Any, thread: Any, count: Any, color: Any) -> Any:
    """One of the first candidates that is playable, drawn at random, or PASS."""
    while count > 0:
        i = below(thread, count)
        v = thread.candidates[i]
        if is_playable(board, geometry, v, color):
            return v
        count -= 1
        thread.candidates[i] = thread.candidates[count]
    return np.uint16(PASS)


@jit
def save(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """Answer atari: capture the chain of the last move, or save own chains next to it."""
    if not any_atari(board, geometry, last):
        return np.uint16(PASS)
    count: Any = np.int64(0)
    chain = board.chain[last]
    if board.color[last] == opponent(color) and in_atari(board.liberties[chain]):
        thread.candidates[0] = last_liberty(board.liberties[chain])
        count = 1
    seen = np.uint16(0)
    for u in cross(geometry, last):
        if board.color[u] == color:
            chain = board.chain[u]
            if chain != seen and in_atari(board.liberties[chain]):
                seen = chain
                count = ways_to_save(policy, board, geometry, thread, chain, color, count)
    return pick(board, geometry, thread, count, color)


@inline
def any_atari(board: Any, geometry: Any, v: Any) -> Any:
    """Whether the chain at v or one next to it is in atari; without branches, as the answer is mostly no."""
    n0, n1, n2, n3 = cross(geometry, v)
    return (
        in_atari(board.liberties[board.chain[v]])
        | (is_stone(board, n0) & in_atari(board.liberties[board.chain[n0]]))
        | (is_stone(board, n1) & in_atari(board.liberties[board.chain[n1]]))
        | (is_stone(board, n2) & in_atari(board.liberties[board.chain[n2]]))
        | (is_stone(board, n3) & in_atari(board.liberties[board.chain[n3]]))
    )


@inline
def is_stone(board: Any, v: Any) -> Any:
    """Empty and off-board vertices belong to chain 0."""
    return board.chain[v] != 0


@jit
def ways_to_save(policy: Any, board: Any, geometry: Any, thread: Any, chain: Any, color: Any, count: Any) -> Any:
    """Add the moves that give a chain in atari two liberties or more, and those that capture next to it."""
    v = last_liberty(board.liberties[chain])
    after = liberties_after(board, geometry, v, color)
    if (
        count < MOST_CANDIDATES
        and after != 0
        and not in_atari(after)
        and not (policy.ladders and dies_in_ladder(board, geometry, thread, chain, color, v, after))
    ):
        thread.candidates[count] = v
        count += 1
    other = opponent(color)
    stone = chain
    while True:
        for u in cross(geometry, stone):
            liberties = board.liberties[board.chain[u]]
            if (board.color[u] == other) & in_atari(liberties) and count < MOST_CANDIDATES:
                thread.candidates[count] = last_liberty(liberties)
                count += 1
        stone = board.next_stone[stone]
        if stone == chain:
            break
    return count


@jit
def dies_in_ladder(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, way_out: Any, after: Any) -> Any:
    """Whether extending a chain in atari, which then has these liberties, only makes the loss larger."""
    if surely_escapes(board, geometry, chain, color, way_out, after):  # half of them: the copy costs more
        return False
    thread.spare = board
    return is_caught(thread.spare, geometry, thread.stack, chain, color)


@jit
def nakade(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The vital point of an eye space of three to six points that the last move made by capturing."""
    for u in cross(geometry, last):
        if board.color[u] == EMPTY:
            v = vital_point(board, geometry, thread, np.uint16(u))
            if v != PASS and is_playable(board, geometry, v, color):
                return v
    return np.uint16(PASS)


@jit
def vital_point(board: Any, geometry: Any, thread: Any, start: Any) -> Any:
    """The point that decides a small region of empty points surrounded by one colour, or PASS.

    It is the point with most neighbours in the region: two in a row of three, three in a T of four or a bulky five,
    four in a cross of five or a rabbity six. In most other regions of that size the neighbours are fewer, and
    nothing is vital.
    """
    thread.stack[0] = start
    size = 1
    border = 0
    i = 0
    best = np.uint16(PASS)
    most = 0
    ties = 0
    while i < size:
        v = thread.stack[i]
        i += 1
        inside = 0
        for u in cross(geometry, v):
            color = board.color[u]
            if color == EMPTY:
                inside += 1
                known = False
                for j in range(size):
                    known |= thread.stack[j] == u
                if not known:
                    if size == LARGEST_NAKADE:
                        return np.uint16(PASS)
                    thread.stack[size] = u
                    size += 1
            elif color == BLACK or color == WHITE:
                border |= color
                if border == BLACK + WHITE:
                    return np.uint16(PASS)
        if inside > most:
            most = inside
            best = v
            ties = 0
        elif inside == most:
            ties += 1
    if ties > 0 or size < SMALLEST_NAKADE:
        return np.uint16(PASS)
    needed = 2 if size == 3 else (3 if size <= 5 else 4)
    return best if most >= needed else np.uint16(PASS)


@jit
def fight(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """Chains of two liberties next to the last move: put the other's into atari, or give an own one more."""
    count: Any = np.int64(0)
    other = opponent(color)
    if board.color[last] == other and may_have_two(board, board.chain[last]):
        count = two_liberty_moves(board, geometry, thread, board.chain[last], color, count, True)
    seen = np.uint16(0)
    for u in cross(geometry, last):
        chain, before = board.chain[u], seen
        seen = chain if board.color[u] == color else seen
        if (seen != before) & may_have_two(board, chain):
            count = two_liberty_moves(board, geometry, thread, chain, color, count, False)
    return pick(board, geometry, thread, count, color)


@inline
def may_have_two(board: Any, chain: Any) -> Any:
    """Whether a chain of more than one stone may have two liberties; without branches, as the answer is mostly no."""
    liberties = board.liberties[chain]
    return ((liberties & COUNT_MASK) <= MOST_TOUCHING) & (board.chain_size[chain] > 1) & (not in_atari(liberties))


@jit
def two_liberty_moves(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, count: Any, attack: Any) -> Any:
    """Add what a chain that may have two liberties calls for, if it has two."""
    if count + 3 > MOST_CANDIDATES:
        return count
    if find_liberties(board, geometry, chain, 3, thread.candidates, count) != 2:
        return count
    first, second = thread.candidates[count], thread.candidates[count + 1]
    for v in (first, second):
        after = liberties_after(board, geometry, v, color)
        good = after != 0 and not in_atari(after)
        if good and attack:
            good = gives_atari(board, geometry, v, color) > 0
        elif good:
            good = find_more(board, geometry, v, color)
        if good:
            thread.candidates[count] = v
            count += 1
    return count


@jit
def find_more(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a move on v surely leads to three liberties: two new ones, or a capture."""
    return board.neighbours[v] >= 2 * HAS_EMPTY or captured_size(board, geometry, v, color) > 0


@jit
def shape(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """A point next to the last move where a 3x3 shape matches."""
    count: Any = np.int64(0)
    for u in ring(geometry, last):  # without branches: what matches cannot be predicted
        thread.candidates[count] = u
        count += (board.color[u] == EMPTY) & (matches(policy, board.code[u], color) != 0)
    while count > 0:
        i = below(thread, count)
        v = thread.candidates[i]
        if is_playable(board, geometry, v, color) and not (
            policy.self_atari and is_bad_self_atari(board, geometry, v, color)
        ):
            return v
        count -= 1
        thread.candidates[i] = thread.candidates[count]
    return np.uint16(PASS)


@jit
def likely_shape(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """A point next to the last move, drawn by the weights of 3x3 shapes; PASS if elsewhere is drawn, or a point that
    cannot be played or is given away."""
    total = np.uint64(policy.elsewhere)
    for k, u in enumerate(ring(geometry, last)):
        thread.candidates[k] = u
        thread.stack[k] = weight_of(policy, board.code[u], color) if board.color[u] == EMPTY else 0
        total += np.uint64(thread.stack[k])
    left = np.int64(below(thread, total)) - np.int64(policy.elsewhere)
    if left < 0:
        return np.uint16(PASS)
    k = 0
    while left >= thread.stack[k]:
        left -= np.int64(thread.stack[k])
        k += 1
    v = thread.candidates[k]
    if not is_playable(board, geometry, v, color) or (
        policy.self_atari and is_bad_self_atari(board, geometry, v, color)
    ):
        return np.uint16(PASS)
    return v
