"""Havannah playouts: what fast ones are like, and what slow ones see."""

from dataclasses import replace

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah import Position
from ponnuki.games.havannah.coords import CLASSIC
from ponnuki.games.havannah.layout import cell_count, cell_of, geometry, vertex_count, vertex_of
from ponnuki.games.havannah.play import list_moves
from ponnuki.games.havannah.tactics import broken_connection
from ponnuki.games.hexagons.play import find_wins
from ponnuki.games.interface import DRAW, LOSS, WIN
from ponnuki.policies import havannah_fast, havannah_slow
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.policies.havannah_slow_rules import SlowRules
from ponnuki.policies.interface import playout
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel

# Ewalds 2012: of 10 000 uniform playouts, how many end in a fork, a bridge, a ring; and how long those are.
PUBLISHED = {
    4: ((4267, 5177, 543), (29.56, 26.34, 28.00)),
    5: ((5111, 2962, 1926), (48.13, 44.77, 44.36)),
    8: ((2266, 460, 7274), (131.29, 126.29, 116.38)),
    10: ((796, 126, 9078), (206.35, 196.88, 177.64)),
}


def play_out(position, rules=None, seed=0, depth=0):
    """One playout: its outcome and its moves."""
    size = position.size
    policy = havannah_fast.new_policy() if rules is None else havannah_slow.new_policy(size, rules)
    thread, records = new_thread(vertex_count(size), cell_count(size), seed, havannah_scratch(size)), position.board()
    result = int(playout(policy[0], records[0], geometry(size)[0], thread[0], depth))
    return result, [
        CLASSIC.write(cell_of(size, int(v)), size) for v in thread[0].history[depth : int(thread[0].length)]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", PUBLISHED)
def test_uniform_playouts_end_as_often_in_each_way_as_published(size):
    count = 20_000
    summary = havannah_fast.sample(size, count, seed=1)
    for name, published, length in zip(("fork", "bridge", "ring"), *PUBLISHED[size], strict=True):
        share = published / 10_000
        error = np.sqrt(share * (1 - share) * (1 / count + 1 / 10_000))
        assert abs(summary.ends.get(name, 0) / count - share) < 4 * error
        assert abs(summary.lengths[name] - length) < (2 if published > 400 else 8)


def test_after_so_many_moves_a_ring_no_longer_ends_a_playout(scaled):
    start, rules, longer = Position.empty(5), SlowRules(win=False, stop=False, connect=False, reply=False), 0
    for seed in range(scaled(160)):
        _, moves = play_out(start, rules, seed)
        _, without = play_out(start, replace(rules, rings=30), seed)
        end = start
        for move in moves:
            end = end.play(move)
        if len(moves) > 30 and end.won_by == ("ring",):
            assert len(without) > len(moves)
            longer += 1
        else:
            assert without == moves
        assert without[: len(moves)] == moves
    assert longer > 2


@pytest.mark.uncompiled
@pytest.mark.parametrize("rules", [None, SlowRules(), SlowRules(local=30)], ids=["fast", "slow", "local"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_playout_is_a_legal_game_that_ends_as_it_says(size, rules, scaled):
    for seed in range(scaled(60)):
        start = Position.empty(size).play("b2")
        result, moves = play_out(start, rules, seed)
        position = start
        for move in moves:
            assert not position.is_over
            position = position.play(move)
        assert position.is_over
        assert result == {"w": WIN, "b": LOSS, None: DRAW}[position.winner]


@pytest.mark.parametrize("rules", [None, SlowRules()], ids=["fast", "slow"])
def test_same_seed_same_playout(rules):
    start = Position.empty(4)
    assert play_out(start, rules, 7) == play_out(start, rules, 7)
    assert play_out(start, rules, 7) != play_out(start, rules, 8)


BRIDGE_TO_BE = ["OO..", ".....", "......", ".......", "......", ".....", "...."]  # White needs c1 and d1


def test_a_slow_playout_takes_a_win_that_is_there():
    position = Position.from_rows(["OOO.", ".....", "......", ".......", "......", ".....", "...."], "w")
    assert all(play_out(position, SlowRules(), seed) == (WIN, ["d1"]) for seed in range(20))


def test_a_slow_playout_stops_a_win():
    position = Position.from_rows(["OOO.", ".....", "......", ".......", "......", ".....", "...."], "b")
    assert all(play_out(position, SlowRules(), seed)[1][0] == "d1" for seed in range(20))
    position = Position.from_rows(BRIDGE_TO_BE, "w").play("c1")
    assert all(play_out(position, SlowRules(win=False), seed)[1][0] == "d1" for seed in range(20))
    assert len({play_out(position, SlowRules(win=False, stop=False), seed)[1][0] for seed in range(20)}) > 5


def test_a_slow_playout_takes_the_second_of_two_threats():
    """From the centre White can join any two of four corners: whatever Black stops, White wins at once."""
    position = Position.from_rows(["O.O", "....", ".....", "....", "O.O"], "w").play("c3")
    wins = [move for move in position.legal_moves() if position.play(move, "w").is_over]
    assert len(wins) >= 2
    for seed in range(20):
        result, moves = play_out(position, SlowRules(), seed)
        assert result == WIN
        assert len(moves) == 2


def test_a_slow_playout_keeps_a_connection_that_was_broken():
    position = Position.empty(5).play("d4", "w").play("e6", "w").play("d5", "b")
    assert position.to_move == "w"
    assert all(play_out(position, SlowRules(), seed)[1][0] == "e5" for seed in range(20))
    assert len({play_out(position, SlowRules(connect=False), seed)[1][0] for seed in range(20)}) > 5


def test_no_connection_is_kept_that_is_there_already():
    position = Position.empty(5)
    for cell in ("d4", "e4", "f5", "f6", "e6"):
        position = position.play(cell, "w")
    board, tables = position.play("d5", "b").board()[0], geometry(5)[0]
    v = np.uint16(vertex_of(5, *CLASSIC.read("d5", 5)))
    assert broken_connection(board, tables, v, 1, 0) == 0


def test_local_moves_are_next_to_the_last_stone():
    position = Position.empty(5).play("e5")
    around = {"f5", "f6", "e6", "d5", "d4", "e4"}
    firsts = [play_out(position, SlowRules(local=100), seed)[1][0] for seed in range(30)]
    assert set(firsts) <= around
    assert len(set(firsts)) > 3


def test_percents_are_percents():
    with pytest.raises(BadInput, match="percent"):
        SlowRules(local=101)


@pytest.mark.uncompiled
def test_winning_cells_are_those_on_which_a_move_wins(scaled):
    for seed in range(scaled(40)):
        moves, _ = havannah_fast.play_game(4, seed)
        position = Position.empty(4)
        for v in moves[: len(moves) - 1 - seed % 5]:
            position = position.play(CLASSIC.write(cell_of(4, v), 4))
        found = np.zeros(vertex_count(4), np.uint16)
        for number, color in ((1, "w"), (2, "b")):
            count = find_wins(position.board()[0], geometry(4)[0], found, number, 99)
            wins = {move for move in position.legal_moves() if position.play(move, color).winner == color}
            assert {CLASSIC.write(cell_of(4, int(v)), 4) for v in found[:count]} == wins


def test_only_moves_that_matter_are_listed():
    size, thread = 4, new_thread(vertex_count(4), cell_count(4), 0, havannah_scratch(4))

    def listed(position, every_move=False):
        count = list_moves(position.board()[0], geometry(size)[0], thread[0], every_move)
        assert count > 0, "nothing that could be better is left out"
        return {CLASSIC.write(cell_of(size, int(v)), size) for v in thread[0].candidates[:count]}

    rows = ["OOO.", ".....", "......", ".......", "......", ".....", "...."]
    assert listed(Position.from_rows(rows, "w")) == {"d1"}
    assert listed(Position.from_rows(rows, "b")) == {"d1"}
    assert len(listed(Position.from_rows(rows, "b"), every_move=True)) == 34
    assert len(listed(Position.from_rows(BRIDGE_TO_BE, "w"))) == 35
