"""Sequence-like Go playouts, as MoGo's: answer the last move where it was played, otherwise play at random.

The rules, in the order in which they are asked (start with `choose`); each is a switch of `MogoRules`
(`go_mogo_rules`). The first four are in `go_mogo_replies`, the others in `go_mogo_elsewhere`.

1. `save`: a chain put into atari is saved by capturing or by extending; a chain that put itself there is captured
2. `nakade`: the vital point of a small eye space that the last move made by capturing
3. `two_liberties`: a fight next to the last move between chains of two liberties
4. `shapes`: a 3x3 shape next to the last move, which matches or not, or is drawn by `shape_weights`
5. `capture`: a capture anywhere, looked for at a few random points
6. a random move that fills no own eye

With `ladders`, rule 1 does not extend a chain that a ladder catches all the same. `self_atari` turns down moves of
rules 4 and 6 that put a chain of the mover's own into atari for nothing, and `mercy` ends a playout in which one side
is far ahead in stones. The rules about capturing races, which are asked first, are in `go_semeai`.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from ponnuki.games.go.board import opponent, play, play_pass
from ponnuki.games.go.layout import BLACK, LENGTH_FACTOR, PASS
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area, finished_area, stone_lead
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.shape_weights import ELSEWHERE, load_shape_weights
from ponnuki.knowledge.shapes3x3 import CODES, WORDS, packed_shape_table
from ponnuki.policies import interface
from ponnuki.policies.go_hooks import answer_in_race, is_waste
from ponnuki.policies.go_mogo_elsewhere import capture, random_move
from ponnuki.policies.go_mogo_replies import SMALLEST_NAKADE, fight, likely_shape, nakade, save, shape
from ponnuki.policies.go_mogo_rules import MogoRules
from ponnuki.policies.interface import note_move

policy_dtype = np.dtype(
    [
        ("save", "u1"),
        ("nakade", "u1"),
        ("two_liberties", "u1"),
        ("shapes", "u1"),
        ("capture", "u2"),
        ("self_atari", "u1"),
        ("ladders", "u1"),
        ("mercy", "f4"),
        ("shape_table", "u4", (WORDS,)),
        ("elsewhere", "u4"),  # 0: shapes match or not
        ("shape_weight", "u2", (CODES,)),
        ("go_mogo", "u1"),
    ],
    align=True,
)


def new_policy(rules: MogoRules = MogoRules()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search use these playouts."""
    values = asdict(rules) | {"shape_table": packed_shape_table()}
    values = {name: value for name, value in values.items() if not name.startswith("semeai")}
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
                return WIN if lead > 0 else LOSS
        else:
            play_pass(board)
            passes += 1
            forced_passes += thread.turned_down == 0
        color = opponent(color)
    thread.length = depth + moves
    if forced_passes == 2:  # neither had a move left, so every empty point is alone
        return winner(board, finished_area(board))
    return winner(board, area(board, geometry, thread.owner, thread.stack))


@jit
def choose(policy: Any, board: Any, geometry: Any, thread: Any, color: Any) -> Any:
    """The next move of a playout, or PASS."""
    v = np.uint16(PASS)
    last = board.last
    if last != PASS:
        v = answer_in_race(thread, board, geometry, color, last)
        if v == PASS and policy.save:
            v = save(policy, board, geometry, thread, color, last)
        if v == PASS and policy.nakade and board.captured >= SMALLEST_NAKADE:
            v = nakade(board, geometry, thread, color, last)
        if v == PASS and policy.two_liberties:
            v = fight(board, geometry, thread, color, last)
        if v == PASS and policy.shapes:
            if policy.elsewhere == 0:
                v = shape(policy, board, geometry, thread, color, last)
            else:
                v = likely_shape(policy, board, geometry, thread, color, last)
    if v == PASS and policy.capture > 0:
        v = capture(board, geometry, thread, color, policy.capture)
    if v == PASS:
        v = random_move(policy, board, geometry, thread, color)
        if is_waste(thread, v, color):
            v = random_move(policy, board, geometry, thread, color)
    return v
