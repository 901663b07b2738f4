"""Playouts that know how capturing races end: *conditioning* and *answers*, around the playouts of another policy.

The races are solved where the tree ends. Conditioning: a playout in which the winner of a race loses his chain after
all is played again, a bounded number of times. Answers: in a race that is won whoever plays first, the winner answers
a move of the loser at once by taking one of the loser's liberties, and leaves the race alone otherwise (a random move
into it is drawn again, once). Start with `playout`.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.board import is_playable
from ponnuki.games.go.layout import BLACK, EMPTY, FULL, PASS, WHITE, board_dtype, vertex_count
from ponnuki.games.go.tactics import find_liberties
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.knowledge import semeai_priors
from ponnuki.knowledge.semeai_count import BLACK_WINS, WHITE_WINS
from ponnuki.knowledge.semeai_find import MOST_LIBERTIES, MOST_RACES, find
from ponnuki.knowledge.semeai_local import prepare
from ponnuki.knowledge.semeai_memory import recall
from ponnuki.knowledge.semeai_priors import is_considered
from ponnuki.policies import interface
from ponnuki.policies.go_hooks import answer_in_race, is_waste
from ponnuki.policies.go_mogo_rules import MogoRules


def scratch(size: int) -> Fields:
    """What these kernels write to in the record of a thread."""
    return [
        *semeai_priors.scratch(),
        ("race_board", board_dtype(size, FULL), (1,)),  # what a playout is played on: it may have to be played again
        ("race_count", "i8"),  # races with a winner, where the tree ended
        ("race_winner", "i8", (MOST_RACES,)),
        ("race_stone", "u2", (MOST_RACES,)),  # of the winner's chain
        ("race_settled", "i8"),  # whether any is won whoever plays first
        ("race_at", "u1", (vertex_count(size),)),  # by liberty of such a race: its number, from 1
        ("race_fill", "u2", (MOST_RACES, MOST_LIBERTIES + 1)),  # the loser's liberties, shared ones last
        ("race_fills", "i8", (MOST_RACES,)),
    ]


def with_races(inner: Records, rules: MogoRules) -> Records:
    """The record that makes a search use playouts of another policy in this way."""
    fields = [("inner", inner.dtype), ("replays", "i8"), ("answers", "u1"), ("least", "i8"), ("effort", "i8")]
    values = {
        "replays": rules.semeai_replays,
        "answers": rules.semeai_answers,
        "least": rules.semeai_size,
        "effort": rules.semeai_effort,
    }
    records = new_records(np.dtype([*fields, ("go_semeai", "u1")], align=True), values)
    records["inner"] = inner
    return records


@interface.playout.when("go_semeai")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end, again if a race ends as it cannot."""
    judge_races(policy, board, geometry, thread)
    boards = thread.race_board
    boards[0] = board
    points = interface.playout(policy.inner, boards[0], geometry, thread, depth)
    replays = policy.replays
    while replays > 0 and contradicts(boards[0], thread):
        replays -= 1
        boards[0] = board
        points = interface.playout(policy.inner, boards[0], geometry, thread, depth)
    return points


@jit
def contradicts(board: Any, thread: Any) -> Any:
    """Whether a chain that wins its race has been taken."""
    for race in range(thread.race_count):
        if np.int64(board.color[thread.race_stone[race]]) != thread.race_winner[race]:
            return True
    return False


@jit
def judge_races(policy: Any, board: Any, geometry: Any, thread: Any) -> None:
    """Find the races of a board that have a winner, and what answering needs."""
    local = thread.races
    prepare(local)
    if thread.race_settled > 0:
        for v in range(len(thread.race_at)):
            thread.race_at[v] = 0
    thread.race_count = 0
    thread.race_settled = 0
    first = np.int64(board.to_move)
    for race in range(find(board, geometry, local)):
        if not is_considered(board, local, race, policy.least):
            continue
        black, white = local.race_black[race], local.race_white[race]
        result = recall(board, geometry, local, black, white, first, policy.effort)
        if result == BLACK_WINS or result == WHITE_WINS:
            number = thread.race_count
            thread.race_count += 1
            thread.race_winner[number] = BLACK if result == BLACK_WINS else WHITE
            thread.race_stone[number] = black if result == BLACK_WINS else white
            other = BLACK + WHITE - first
            if policy.answers and recall(board, geometry, local, black, white, other, policy.effort) == result:
                loser = white if result == BLACK_WINS else black
                note_liberties(board, geometry, thread, number, thread.race_stone[number], np.uint16(loser))


@jit
def note_liberties(board: Any, geometry: Any, thread: Any, number: Any, winner: Any, loser: Any) -> None:
    """Mark the liberties of both chains of a settled race, and list the loser's: those that are his alone first."""
    thread.race_settled += 1
    own, others = thread.races.queue, thread.races.stack
    limit = MOST_LIBERTIES + 1
    owned = find_liberties(board, geometry, board.chain[winner], limit, own, np.int64(0))
    for i in range(owned):
        thread.race_at[own[i]] = number + 1
    listed = find_liberties(board, geometry, board.chain[loser], limit, others, np.int64(0))
    thread.race_fills[number] = 0
    for shared in (False, True):
        for i in range(listed):
            if (thread.race_at[others[i]] == number + 1) == shared:
                thread.race_fill[number, thread.race_fills[number]] = others[i]
                thread.race_fills[number] += 1
    for i in range(listed):
        thread.race_at[others[i]] = number + 1


@answer_in_race.when("race_at")
def _answer_in_race(thread: Any, board: Any, geometry: Any, color: Any, last: Any) -> Any:
    number = np.int64(thread.race_at[last]) - 1
    if thread.race_settled > 0 and number >= 0 and thread.race_winner[number] == color:
        for i in range(thread.race_fills[number]):
            v = thread.race_fill[number, i]
            if board.color[v] == EMPTY and is_playable(board, geometry, v, color):
                return v
    return np.uint16(PASS)


@is_waste.when("race_at")
def _is_waste(thread: Any, v: Any, color: Any) -> Any:
    number = np.int64(thread.race_at[v]) - 1
    return thread.race_settled > 0 and number >= 0 and thread.race_winner[number] == color
