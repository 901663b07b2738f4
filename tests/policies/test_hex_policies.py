"""Hex playouts: what fast ones are like, and what slow ones see."""

import random
from itertools import pairwise

import numpy as np
import pytest

from ponnuki.games.hex import Position
from ponnuki.games.hex.coords import CLASSIC
from ponnuki.games.hex.layout import cell_count, cell_of, geometry, vertex_count, vertex_of
from ponnuki.games.hex.play import list_moves
from ponnuki.games.hex.tactics import attacked_bridges, saving_move
from ponnuki.games.hexagons.play import find_wins
from ponnuki.games.interface import LOSS, WIN
from ponnuki.knowledge import shape_match
from ponnuki.knowledge.hex_prior_weights import PriorWeights
from ponnuki.knowledge.hex_priors import hex_priors
from ponnuki.knowledge.priors import add_priors
from ponnuki.policies import hex_fast, hex_slow
from ponnuki.policies.hex_slow_rules import SlowRules
from ponnuki.policies.interface import playout
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel


def play_out(position, rules=None, seed=0, policy=None):
    """One playout: its outcome and its moves."""
    size = position.size
    policy = policy if policy is not None else new_policy(size, rules)
    thread, records = thread_for(size, seed), position.board()
    result = int(playout(policy[0], records[0], geometry(size)[0], thread[0], 0))
    return result, [name_of(v, size) for v in thread[0].history[: int(thread[0].length)]]


def thread_for(size, seed):
    return new_thread(vertex_count(size), cell_count(size), seed, shape_match.scratch(vertex_count(size)))


def new_policy(size, rules):
    return hex_fast.new_policy() if rules is None else hex_slow.new_policy(size, rules)


def name_of(v, size):
    return CLASSIC.write(cell_of(size, int(v)), size)


def vertex(move, size):
    return np.uint64(vertex_of(size, *CLASSIC.read(move, size)))


@pytest.mark.uncompiled
@pytest.mark.parametrize("rules", [None, SlowRules(), SlowRules(connect=False)], ids=["fast", "slow", "replies"])
@pytest.mark.parametrize("size", [3, 5])
def test_a_playout_fills_the_board_and_ends_as_it_says(size, rules, scaled):
    policy = new_policy(size, rules)
    for seed in range(scaled(60)):
        start = Position.empty(size).play("b2")
        result, moves = play_out(start, rules, seed, policy)
        assert sorted(moves) == sorted(start.legal_moves())
        position = start
        for move in moves:
            if not position.is_over:
                position = position.play(move)
        assert result == {"b": WIN, "w": LOSS}[position.winner]


@pytest.mark.parametrize("rules", [None, SlowRules()], ids=["fast", "slow"])
def test_same_seed_same_playout(rules):
    start = Position.empty(5)
    assert play_out(start, rules, 7) == play_out(start, rules, 7)
    assert play_out(start, rules, 7) != play_out(start, rules, 8)


def test_uniform_playouts_favour_whoever_begins_a_little():
    won = sum(hex_fast.play_game(5, seed)[1] == 1 for seed in range(4000)) / 4000
    assert 0.5 < won < 0.66


BRIDGES = (
    ("b3 d2", "c2", "c3"),  # between two stones
    ("c4", "b5", "c5"),  # between a stone and the last row
    ("c2", "d1", "c1"),  # and the first
)


@pytest.mark.parametrize(("own", "attack", "answer"), BRIDGES)
def test_a_slow_playout_keeps_a_bridge_that_is_attacked(own, attack, answer):
    position = Position.empty(5)
    for cell in own.split():
        position = position.play(cell, "b")
    position = position.play(attack, "w")
    assert all(play_out(position, SlowRules(), seed)[1][0] == answer for seed in range(20))
    assert len({play_out(position, SlowRules(connect=False), seed)[1][0] for seed in range(20)}) > 5


def test_a_bridge_to_the_other_players_side_is_none():
    position = Position.empty(5).play("b3", "b").play("a3", "w")
    assert saving_move(position.board()[0], geometry(5)[0], vertex("a3", 5), 1, 0) == 0


@pytest.mark.uncompiled
def test_attacked_bridges_are_those_that_a_look_at_all_six_cells_finds(scaled):
    size = 5
    for seed in range(max(3, scaled(40))):
        chance, position = random.Random(seed), Position.empty(size)
        for _ in range(chance.randrange(2, 14)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        board, tables = position.board()[0], geometry(size)[0]
        last = int(board.last)
        around = [int(board.color[last + int(step)]) for step in tables.step]
        for color in (1, 2):
            wanted = [around[i] == 0 and around[i - 1] == around[(i + 1) % 6] == color for i in range(6)]
            found = int(attacked_bridges(board, tables, np.uint64(last), color))
            assert [bool(found >> i & 1) for i in range(6)] == wanted


def test_a_reply_that_won_is_played_again_and_one_that_lost_is_forgotten():
    size, rules = 3, SlowRules(connect=False)
    start = Position.empty(size).play("b2").play("a1")
    policy = hex_slow.new_policy(size, rules)
    result, moves = play_out(start, rules, 1, policy)
    winner = 1 if result == WIN else 2
    replies = policy[0].replies
    pairs = [(mover, one, two) for mover, (one, two) in enumerate(pairwise(moves))]
    kept = [(one, two) for mover, one, two in pairs if (2 if mover % 2 == 0 else 1) == winner]
    assert kept
    assert all(name_of(replies[winner, vertex(one, size)], size) == two for one, two in kept)
    assert not replies[3 - winner].any()


@pytest.mark.uncompiled
def test_winning_cells_are_those_on_which_a_move_wins(scaled):
    for seed in range(scaled(40)):
        chance, position = random.Random(seed), Position.empty(5)
        while not position.is_over:
            before, position = position, position.play(chance.choice(position.legal_moves()))
        found = np.zeros(vertex_count(5), np.uint16)
        for number, color in ((1, "b"), (2, "w")):
            count = find_wins(before.board()[0], geometry(5)[0], found, number, 99)
            wins = {move for move in before.legal_moves() if before.play(move, color).winner == color}
            assert {name_of(v, 5) for v in found[:count]} == wins


def test_only_moves_that_matter_are_listed():
    size, thread = 5, thread_for(5, 0)

    def listed(position, every_move=False):
        count = list_moves(position.board()[0], geometry(size)[0], thread[0], every_move)
        assert count > 0, "nothing that could be better is left out"
        return {name_of(v, size) for v in thread[0].candidates[:count]}

    rows = ["X....", "X....", "X....", "X....", "....."]
    assert listed(Position.from_rows(rows, "b")) == {"a5"}
    assert listed(Position.from_rows(["..X..", ".X...", "X....", "XO...", "....."], "w")) == {"a5"}
    assert len(listed(Position.from_rows(rows, "b"), every_move=True)) == 21
    assert len(listed(Position.from_rows(["X....", *["....."] * 4], "w"))) == 24


def test_the_prior_of_a_move_that_keeps_a_bridge_is_added_to_it_alone():
    size, thread = 5, thread_for(5, 0)
    board = Position.empty(5).play("b3", "b").play("d2", "b").play("c2", "w").board()
    count = list_moves(board[0], geometry(size)[0], thread[0], False)
    add_priors(hex_priors(PriorWeights(connect=7.0))[0], board[0], geometry(size)[0], thread[0], count)
    given = {name_of(thread[0].candidates[i], size): float(thread[0].prior_wins[i]) for i in range(count)}
    assert {move: wins for move, wins in given.items() if wins} == {"c3": 7.0}
