"""Sequence-like Go playouts, as MoGo's: answer the last move where it was played, otherwise play at random.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `MogoRules`:

1. `save`: a chain put into atari is saved by capturing or by extending; a chain that put itself there is captured
2. `nakade`: the vital point of a small eye space that the last move made by capturing
3. `two_liberties`: a fight next to the last move between chains of two liberties
4. `shapes`: a 3x3 shape next to the last move
5. `capture`: a capture anywhere, looked for at a few random points
6. a random move that fills no own eye

`self_atari` turns down moves of rules 4 and 6 that put a chain of the mover's own into atari for nothing, and `mercy`
ends a playout in which one side is far ahead in stones.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.go.board import cross, in_atari, is_playable, last_liberty, opponent, play, play_pass, ring
from ponnuki.games.go.layout import BLACK, COUNT_MASK, EMPTY, HAS_EMPTY, LENGTH_FACTOR, PASS, WHITE
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area, finished_area
from ponnuki.games.go.tactics import (
    captured_size,
    find_liberties,
    gives_atari,
    is_self_atari,
    liberties_after,
    size_after,
)
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import inline, jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.shapes3x3 import WORDS, matches, packed_shape_table
from ponnuki.policies import interface
from ponnuki.policies.interface import note_move

MOST_CANDIDATES = 48
"""Moves that one rule may propose; more would mean many chains around one point."""
MOST_TOUCHING = 4
"""Pseudo-liberties above which a chain is not asked whether it has two liberties: it seldom has, and asking costs."""
LARGEST_SACRIFICE = 4
"""Stones that a playout gives away in self-atari when nothing else is left: enough to kill inside an eye space."""
SMALLEST_NAKADE = 3
LARGEST_NAKADE = 6
"""Eye spaces above this have no single vital point."""


@dataclass(frozen=True, slots=True)
class MogoRules:
    """Which rules are on. The defaults are the program; `BARE` is the papers' starting point."""

    save: bool = True
    nakade: bool = True
    two_liberties: bool = True
    shapes: bool = True
    capture: int = 2
    """How many random points are looked at for a capture (a guess)."""
    self_atari: bool = True
    mercy: float = 0.35
    """Lead in stones beyond komi, as a share of the points, that ends a playout; 0 never does (Fuego: 0.3)."""

    def __post_init__(self) -> None:
        if self.capture < 0 or not self.mercy >= 0:
            raise BadInput("playout.capture and playout.mercy must not be negative")


BARE = MogoRules(save=False, nakade=False, two_liberties=False, shapes=False, capture=0, self_atari=False, mercy=0.0)
"""The bare program: every named rule off."""
CLASSIC = MogoRules(nakade=False, two_liberties=False, capture=0, self_atari=False, mercy=0.0)
"""Atari replies, 3x3 shapes, random: MoGo's playouts as first published."""

policy_dtype = np.dtype(
    [
        ("save", "u1"),
        ("nakade", "u1"),
        ("two_liberties", "u1"),
        ("shapes", "u1"),
        ("capture", "u2"),
        ("self_atari", "u1"),
        ("mercy", "f4"),
        ("shape_table", "u4", (WORDS,)),
        ("go_mogo", "u1"),
    ],
    align=True,
)


def new_policy(rules: MogoRules = MogoRules()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search use these playouts."""
    return new_records(policy_dtype, asdict(rules) | {"shape_table": packed_shape_table()})


# ---- the playout --------------------------------------------------------------------------------------------------


@interface.playout.when("go_mogo")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end, or to a lead that decides it."""
    color = board.to_move
    passes = board.passes
    forced_passes = 0
    moves = 0
    points = len(board.empty)
    longest = LENGTH_FACTOR * points
    lead = stone_lead(board, geometry) if policy.mercy > 0 else 0
    enough = policy.mercy * points if policy.mercy > 0 else longest
    black_needs = enough + max(board.komi, 0)
    white_needs = enough + max(-board.komi, 0)
    while passes < 2 and moves < longest:
        v = choose(policy, board, geometry, thread, color)
        note_move(thread, depth + moves, v)
        moves += 1
        if v != PASS:
            play(board, geometry, v, color)
            passes = 0
            forced_passes = 0
            change = 1 + board.captured
            lead += change if color == BLACK else -change
            if lead > black_needs or -lead > white_needs:
                thread.length = depth + moves
                return WIN if lead > 0 else LOSS
        else:
            play_pass(board)
            passes += 1
            forced_passes += thread.mark == 0
        color = opponent(color)
    thread.length = depth + moves
    if forced_passes == 2:  # neither had a move left, so every empty point is alone
        return winner(board, finished_area(board, geometry))
    return winner(board, area(board, geometry, thread.owner, thread.stack))


@jit
def stone_lead(board: Any, geometry: Any) -> Any:
    """Black's stones minus White's."""
    lead = 0
    for i in range(len(geometry.points)):
        color = board.color[geometry.points[i]]
        lead += (color == BLACK) - (color == WHITE)
    return lead


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """The next move of a playout, or PASS."""
    v = np.uint16(PASS)
    last = board.last
    if last != PASS:
        if policy.save:
            v = save(board, geometry, thread, color, last)
        if v == PASS and policy.nakade and board.captured >= SMALLEST_NAKADE:
            v = nakade(board, geometry, thread, color, last)
        if v == PASS and policy.two_liberties:
            v = fight(board, geometry, thread, color, last)
        if v == PASS and policy.shapes:
            v = shape(policy, board, geometry, thread, color, last)
    if v == PASS and policy.capture > 0:
        v = capture(board, geometry, thread, color, policy.capture)
    if v == PASS:
        v = random_move(policy, board, geometry, thread, color)
    return v


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


# ---- the rules ----------------------------------------------------------------------------------------------------


@jit
def save(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """Answer atari: capture the chain of the last move, or save own chains next to it."""
    if not any_atari(board, geometry, last):
        return np.uint16(PASS)
    count = 0
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
                count = ways_to_save(board, geometry, thread, chain, color, count)
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
def ways_to_save(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, count: Any) -> Any:
    """Add the moves that give a chain in atari two liberties or more, and those that capture next to it."""
    v = last_liberty(board.liberties[chain])
    after = liberties_after(board, geometry, v, color)
    if count < MOST_CANDIDATES and after != 0 and not in_atari(after):
        thread.candidates[count] = v
        count += 1
    other = opponent(color)
    stone = chain
    while True:
        for u in cross(geometry, stone):
            if board.color[u] == other:
                liberties = board.liberties[board.chain[u]]
                if in_atari(liberties) and count < MOST_CANDIDATES:
                    thread.candidates[count] = last_liberty(liberties)
                    count += 1
        stone = board.next_stone[stone]
        if stone == chain:
            break
    return count


@jit
def fight(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """Chains of two liberties next to the last move: put the other's into atari, or give an own one more."""
    count = 0
    other = opponent(color)
    if board.color[last] == other:
        count = two_liberty_moves(board, geometry, thread, board.chain[last], color, count, True)
    seen = np.uint16(0)
    for u in cross(geometry, last):
        if board.color[u] == color and board.chain[u] != seen:
            seen = board.chain[u]
            count = two_liberty_moves(board, geometry, thread, seen, color, count, False)
    return pick(board, geometry, thread, count, color)


@jit
def two_liberty_moves(board: Any, geometry: Any, thread: Any, chain: Any, color: Any, count: Any, attack: Any) -> Any:
    """Add what a chain of two liberties calls for, if it has two."""
    touching = board.liberties[chain] & COUNT_MASK
    if touching > MOST_TOUCHING or count + 3 > MOST_CANDIDATES or in_atari(board.liberties[chain]):
        return count
    if board.chain_size[chain] == 1:
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
def nakade(board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """The vital point of an eye space of three to six points that the last move made by capturing."""
    for u in cross(geometry, last):
        if board.color[u] == EMPTY:
            v = vital_point(board, geometry, thread, u)
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
def shape(policy: Any, board: Any, geometry: Any, thread: Any, color: Any, last: Any) -> Any:
    """A point next to the last move where a 3x3 shape matches."""
    count = 0
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
def capture(board: Any, geometry: Any, thread: Any, color: Any, tries: Any) -> Any:
    """A capture, looked for at a few random empty points."""
    if board.empty_count == 0:
        return np.uint16(PASS)
    for _ in range(tries):
        v = board.empty[below(thread, board.empty_count)]
        if (
            board.neighbours[v] < 4 * HAS_EMPTY
            and captured_size(board, geometry, v, color) > 0
            and is_playable(board, geometry, v, color)
        ):
            return v
    return np.uint16(PASS)


@inline
def is_bad_self_atari(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Self-atari of more than one stone; a throw-in of a single stone may be good."""
    return is_self_atari(board, geometry, v, color) and size_after(board, geometry, v, color) > 1


@jit
def may_be_given_away(board: Any, geometry: Any, thread: Any, v: Any, color: Any) -> Any:
    """Whether the chain that a move on v makes is worth losing: few stones, in a shape that leaves no two eyes.

    Up to three stones do, four in a square or a T do, four in a row or bent do not: giving those away breaks seki.
    """
    if size_after(board, geometry, v, color) > 2 * LARGEST_SACRIFICE - 1:  # it may count a chain twice
        return False
    size = 1
    thread.stack[0] = v
    for u in cross(geometry, v):
        if board.color[u] == color:
            stone = board.chain[u]
            while True:
                known = False
                for i in range(size):
                    known |= thread.stack[i] == stone
                if not known:
                    if size == LARGEST_SACRIFICE:
                        return False
                    thread.stack[size] = stone
                    size += 1
                stone = board.next_stone[stone]
                if stone == board.chain[u]:
                    break
    if size < LARGEST_SACRIFICE:
        return True
    contacts, most = 0, 0
    for i in range(size):
        touching = 0
        for u in cross(geometry, thread.stack[i]):
            for j in range(size):
                touching += thread.stack[j] == u
        contacts += touching
        most = max(most, touching)
    return most == 3 or contacts == 8


@jit
def random_move(policy: Any, board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """A playable point drawn at random; bad self-atari only as a last resort, if the stones that it gives away are few.

    PASS means that there is none; `thread.mark` tells whether one was turned down.
    """
    untried = board.empty_count + 0
    last_resort = np.uint16(PASS)
    thread.mark = 0
    while untried > 0:
        i = below(thread, untried)
        v = board.empty[i]
        if is_playable(board, geometry, v, color):
            if not policy.self_atari or not is_bad_self_atari(board, geometry, v, color):
                return v
            if may_be_given_away(board, geometry, thread, v, color):
                last_resort = v
            else:
                thread.mark = 1
        untried -= 1
        w = board.empty[untried]
        board.empty[i] = w
        board.place[w] = i
        board.empty[untried] = v
        board.place[v] = untried
    return last_resort
