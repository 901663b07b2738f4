"""Sequence-like Go playouts, as MoGo's: answer the last move where it was played, otherwise play at random.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `MogoRules`. 1, 4, 5 and 6
are in `go_mogo_replies`, 2 and 3 in `go_mogo_eyes`, the others in `go_mogo_elsewhere`.

1. `save`: a chain put into atari is saved by capturing or by extending; a chain that put itself there is captured
2. `nakade`: the vital point of a small eye space that the last move made by capturing
3. `eye_spaces`: that of most small eye spaces that the last move has closed, or in which it stands
4. `two_liberties`: a fight next to the last move between chains of two liberties
5. `three_liberties`: the same with three, in so many of the moves
6. `shapes`: a 3x3 shape next to the last move, which matches or not, or is drawn by `shape_weights`
7. `capture`: a capture anywhere, looked for at a few random points
8. a random move that fills no own eye

With `ladders`, rule 1 does not extend a chain that a ladder catches all the same. `self_atari` turns down moves of
rules 6 and 8 that put a chain of the mover's own into atari for nothing, and `mercy` ends a playout in which one side
is far ahead in stones. With `score_bonus` a part of the result is the score.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.go.board import opponent, play, play_pass
from ponnuki.games.go.layout import BLACK, LENGTH_FACTOR, PASS
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area, finished_area, stone_lead
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.criticality import note_owners
from ponnuki.knowledge.shape_weights import ELSEWHERE, load_shape_weights
from ponnuki.knowledge.shapes3x3 import CODES, WORDS, packed_shape_table
from ponnuki.policies import interface
from ponnuki.policies.go_mogo_elsewhere import capture, random_move
from ponnuki.policies.go_mogo_eyes import SMALLEST_NAKADE, eye_space, nakade
from ponnuki.policies.go_mogo_replies import fight, likely_shape, long_fight, save, shape
from ponnuki.policies.interface import note_move

LEAST_WEIGHT, MOST_WEIGHT = 0.01, 100.0
"""Of `shape_weights`: with less hardly any shape is played, with more hardly anything else."""


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
    eye_spaces: bool = False
    three_liberties: float = 0.0
    """In how many of the moves the rule is asked, 0 to 1 (Pachi: 0.25)."""
    shape_weights: float = 0.0
    """How much the weights of 3x3 shapes count against a move elsewhere: 1 is as in the games that they were learned
    from; 0: shapes match or not."""
    ladders: bool = False
    """Whether `save` reads ladders before it extends."""
    score_bonus: float = 0.0
    """Share of the result that is the score: in a straight line up to a lead of half of the points, or to mercy."""
    mercy: float = 0.35
    """Lead in stones beyond komi, as a share of the points, that ends a playout; 0 never does (Fuego: 0.3)."""

    def __post_init__(self) -> None:
        if self.capture < 0 or not self.mercy >= 0:
            raise BadInput("playout.capture and playout.mercy must not be negative")
        if self.ladders and not self.save:
            raise BadInput("playout.ladders reads ladders for playout.save, which is off")
        for name in ("score_bonus", "three_liberties"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadInput(f"playout.{name} must be from 0 to 1, not {getattr(self, name)}")
        if not (self.shape_weights == 0 or LEAST_WEIGHT <= self.shape_weights <= MOST_WEIGHT):
            raise BadInput(
                f"playout.shape_weights must be 0, or from {LEAST_WEIGHT} to {MOST_WEIGHT}, not {self.shape_weights}"
            )
        if self.shape_weights and not self.shapes:
            raise BadInput("playout.shape_weights is for playout.shapes, which is off")


_SHARES = 1 << 16

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
        ("eye_spaces", "u1"),
        ("three_liberties", "f4"),
        ("ladders", "u1"),
        ("score_bonus", "f4"),
        ("mercy", "f4"),
        ("note_owners", "u1"),
        ("shape_table", "u4", (WORDS,)),
        ("elsewhere", "u4"),  # 0: shapes match or not
        ("shape_weight", "u2", (CODES,)),
        ("go_mogo", "u1"),
    ],
    align=True,
)


def new_policy(rules: MogoRules = MogoRules(), note_owners: bool = False) -> Records:  # noqa: B008 - frozen
    """The record that makes a search use these playouts; with `note_owners` they count for criticality."""
    values = asdict(rules) | {"shape_table": packed_shape_table(), "note_owners": note_owners}
    if weight := values.pop("shape_weights"):
        values |= {"elsewhere": round(ELSEWHERE / weight), "shape_weight": load_shape_weights()}
    return new_records(policy_dtype, values)


@interface.playout.when("go_mogo")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end, or to a lead that decides it."""
    color = np.int64(board.to_move)
    passes = board.passes
    forced_passes = 0
    moves = 0
    longest = LENGTH_FACTOR * len(board.empty)
    lead = stone_lead(board) if policy.mercy > 0 else 0
    enough = policy.mercy * len(board.empty) if policy.mercy > 0 else longest
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
            change = 1 + np.int64(board.captured)
            lead += change if color == BLACK else -change
            if lead > black_needs or -lead > white_needs:
                thread.length = depth + moves
                points = WIN if lead > 0 else LOSS
                if policy.note_owners:
                    area(board, geometry, thread.owner, thread.stack)
                    note_owners(geometry, thread, points)
                return points
        else:
            play_pass(board)
            passes += 1
            forced_passes += thread.mark == 0
        color = opponent(color)
    thread.length = depth + moves
    if forced_passes == 2 and not policy.note_owners:  # neither had a move left, so every empty point is alone
        return judge(policy, board, thread, finished_area(board))
    score = area(board, geometry, thread.owner, thread.stack)
    if policy.note_owners:
        note_owners(geometry, thread, winner(board, score))
    return judge(policy, board, thread, score)


@jit
def judge(policy: Any, board: Any, thread: Any, score: Any) -> Any:
    """The outcome of a score before komi. In a part of the playouts komi is drawn at random, up to half of the points
    more or less: in the mean, the score then counts in a straight line."""
    if policy.score_bonus > 0 and below(thread, _SHARES) < policy.score_bonus * _SHARES:
        score += np.int64(below(thread, len(board.empty))) - len(board.empty) // 2
    return winner(board, score)


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """The next move of a playout, or PASS."""
    v = np.uint16(PASS)
    last = board.last
    if last != PASS:
        if policy.save:
            v = save(policy, board, geometry, thread, color, last)
        if v == PASS and policy.nakade and board.captured >= SMALLEST_NAKADE:
            v = nakade(board, geometry, thread, color, last)
        if v == PASS and policy.eye_spaces:
            v = eye_space(board, geometry, thread, color, last)
        if v == PASS and policy.two_liberties:
            v = fight(board, geometry, thread, color, last)
        if v == PASS and policy.three_liberties > 0 and below(thread, _SHARES) < policy.three_liberties * _SHARES:
            v = long_fight(board, geometry, thread, color, last)
        if v == PASS and policy.shapes:
            if policy.elsewhere == 0:
                v = shape(policy, board, geometry, thread, color, last)
            else:
                v = likely_shape(policy, board, geometry, thread, color, last)
    if v == PASS and policy.capture > 0:
        v = capture(board, geometry, thread, color, policy.capture)
    if v == PASS:
        v = random_move(policy, board, geometry, thread, color)
    return v
