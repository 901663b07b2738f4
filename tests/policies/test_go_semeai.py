"""Capturing races in a search: moves that a race needs, playouts played again, and answers of the winner."""

import itertools

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.layout import BLACK, PASS, WHITE, geometry, longest_playout, point_of, vertex_count, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.kernels.records import joined
from ponnuki.knowledge.go_prior_weights import NO_PRIORS, GoPriors
from ponnuki.knowledge.priors import add_priors, no_knowledge
from ponnuki.knowledge.semeai_priors import with_expertise
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import go_mogo, go_semeai
from ponnuki.policies.go_hooks import answer_in_race, is_waste
from ponnuki.policies.go_mogo_rules import BARE, MogoRules
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.policies.interface import playout
from ponnuki.search.thread import new_thread, thread_dtype

pytestmark = pytest.mark.kernel
SIZE = 9
EVEN = [  # seven liberties each
    ".........",
    ".........",
    ".........",
    "XXXXXXXX.",
    ".......X.",
    "OOOOOOOX.",
    "XXXXXXXOO",
    ".......O.",
    "OOOOOOO.O",
]
WON = [*EVEN[:4], "XX.....X.", *EVEN[5:]]  # by Black, by two liberties
RULES = MogoRules(semeai_replays=8, semeai_answers=True)


def a_thread(seed=1):
    scratch = joined(go_semeai.scratch(SIZE), go_scratch(SIZE))
    return new_thread(vertex_count(SIZE), longest_playout(SIZE), seed, scratch)[0]


def board_of(rows, to_move="b"):
    return Position.from_rows(rows, to_move).board()[0]


def vertex(name):
    return np.uint16(vertex_of(SIZE, *from_gtp(name, SIZE)))


def biased(rows, weights):
    """The moves that get virtual wins, and how many."""
    thread, board = a_thread(), board_of(rows)
    moves = [PASS, *(int(v) for v in board.empty[: board.empty_count])]
    thread.candidates[: len(moves)] = moves
    add_priors(with_expertise(no_knowledge(), weights)[0], board, geometry(SIZE)[0], thread, np.int64(len(moves)))
    assert (thread.prior_visits == thread.prior_wins).all()
    return {
        to_gtp(point_of(SIZE, move)): float(thread.prior_wins[i])
        for i, move in enumerate(moves)
        if thread.prior_visits[i]
    }


def test_the_moves_that_a_race_needs_get_virtual_wins():
    assert biased(EVEN, GoPriors(semeai=30.0)) == {f"{letter}5": 30.0 for letter in "ABCDEFG"}


def test_a_race_that_is_won_after_a_pass_gets_none():
    assert biased(WON, GoPriors(semeai=30.0)) == {}


def test_races_of_smaller_chains_are_left_out():
    assert biased(EVEN, GoPriors(semeai=30.0, semeai_size=8)) == {}


def losses(rules, count=60):
    """Of some playouts from a race that Black, who is to move, wins: in how many his chain was taken."""
    plain = go_mogo.new_policy(BARE)
    policy = go_semeai.with_races(plain, rules)[0]
    thread, tables, lost = a_thread(), geometry(SIZE)[0], 0
    stone = vertex("A3")
    for _ in range(count):
        board = board_of(EVEN)
        before = board.color.copy()
        playout(policy, board, tables, thread, np.int64(0))
        assert (board.color == before).all()
        assert thread.length > 0
        lost += thread.race_board[0].color[stone] != BLACK
    return lost


def test_playouts_that_lose_a_won_race_are_played_again():
    without, with_replays = losses(MogoRules(semeai_replays=0)), losses(MogoRules(semeai_replays=12))
    assert without > 20
    assert with_replays < without / 4


def judged(rows, to_move="b"):
    thread, board = a_thread(), board_of(rows, to_move)
    go_semeai.judge_races(go_semeai.with_races(go_mogo.new_policy(BARE), RULES)[0], board, geometry(SIZE)[0], thread)
    return thread, board


def test_the_winner_of_a_settled_race_answers_a_move_into_it():
    thread, board = judged(WON)
    assert (thread.race_count, thread.race_settled) == (1, 1)
    answer = answer_in_race(thread, board, geometry(SIZE)[0], np.int64(BLACK), vertex("C2"))
    assert to_gtp(point_of(SIZE, int(answer))) in {"C5", "D5", "E5", "F5", "G5"}


def test_nobody_else_answers_and_nothing_else_is_answered():
    thread, board = judged(WON)
    tables = geometry(SIZE)[0]
    assert answer_in_race(thread, board, tables, np.int64(WHITE), vertex("C5")) == PASS
    assert answer_in_race(thread, board, tables, np.int64(BLACK), vertex("C8")) == PASS
    thread, board = judged(EVEN)
    assert (thread.race_count, thread.race_settled) == (1, 0)
    assert answer_in_race(thread, board, tables, np.int64(BLACK), vertex("C2")) == PASS


def test_the_winner_leaves_a_settled_race_alone():
    thread, _ = judged(WON)
    assert is_waste(thread, vertex("C5"), np.int64(BLACK))
    assert not is_waste(thread, vertex("C5"), np.int64(WHITE))
    assert not is_waste(thread, vertex("C8"), np.int64(BLACK))


def test_a_race_is_forgotten_with_its_board():
    thread, _ = judged(WON)
    empty = board_of(["." * SIZE] * SIZE)
    go_semeai.judge_races(go_semeai.with_races(go_mogo.new_policy(BARE), RULES)[0], empty, geometry(SIZE)[0], thread)
    assert (thread.race_count, thread.race_settled) == (0, 0)
    assert not is_waste(thread, vertex("C5"), np.int64(BLACK))


def test_settings_are_off_unless_given_and_leave_the_digest_alone():
    assert not MogoRules().asks_for_races
    assert NO_PRIORS.semeai == 0
    plain = PlayerSpec(program="mogo", sims=10)
    assert plain.digest != PlayerSpec(program="mogo", sims=10, priors={"semeai": 30}).digest
    with pytest.raises(BadInput, match="negative"):
        PlayerSpec(program="mogo", playout={"semeai_replays": -1})
    with pytest.raises(BadInput, match="negative"):
        PlayerSpec(program="mogo", priors={"semeai": -1})


def test_no_thread_begins_like_another():
    """Numba takes a record for a subtype of one whose fields it begins with; kernels of the shorter would fit."""
    changes = [{}, {"priors": {"semeai": 40}}, {"playout": {"semeai_answers": True}}]
    changes.append(changes[1] | changes[2])
    kinds = []
    for change in changes:
        spec = PlayerSpec(program="mogo", **change)
        scratch = spec.kit.player(spec)._scratch(SIZE)
        kinds.append(thread_dtype(vertex_count(SIZE), longest_playout(SIZE), scratch).fields)
    for one, other in itertools.permutations(kinds, 2):
        assert one == other or not all(one.get(name) == field for name, field in other.items())


def test_a_search_with_all_of_it_plays_the_race():
    changes = {"playout": {"semeai_replays": 4, "semeai_answers": True}, "priors": {"semeai": 40}}
    spec = PlayerSpec(program="mogo", sims=150, komi=0.5, **changes)
    player = spec.kit.player(spec)
    player.set_position(Position.from_rows(EVEN), 0.5)
    assert player.choose(spec.limit()).move in {f"{letter}5" for letter in "ABCDEFG"}
