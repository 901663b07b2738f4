"""Counts that leave no room for luck: sequences of moves, and positions, all of them."""

import functools
import itertools

import numpy as np
import pytest
from oracle import ALL_RULES, both, naive_from, rule_name

from ponnuki.errors import BadInput
from ponnuki.games.go import Position, Rules
from ponnuki.games.go.board import is_legal, play
from ponnuki.games.go.layout import LIGHT, geometry, new_board
from ponnuki.kernels import jit

pytestmark = pytest.mark.kernel

STARTS = {
    "empty 2x2": (["..", ".."], "b", 7),
    "empty 3x3": (["...", "...", "..."], "b", 4),
    "empty 4x4": (["....", "....", "....", "...."], "w", 2),
    "2x2 with one point left": (["XX", "X."], "w", 7),
    "2x2, snapback and suicide": (["X.", "XO"], "w", 6),
    "3x3 ko": ([".XO", "XO.", ".XO"], "b", 5),
    "3x3 crowded": (["XX.", "OXX", ".OO"], "w", 6),
    "3x3 send two, return one": (["OXX", ".O.", "OXX"], "b", 6),
    "4x4 two kos": ([".XO.", "XO.O", ".XO.", ".OX."], "b", 4),
    "4x4 nearly full": (["XXXO", "XX.O", "XOO.", "XXOO"], "w", 5),
}


def count_sequences(position, plies):
    """Sequences of exactly so many plies, by `Position`."""
    moves = position.legal_moves()
    if plies == 1:
        return len(moves)
    return sum(count_sequences(position.play(move), plies - 1) for move in moves)


def count_by_brute_force(naive, plies):
    """The same by the oracle alone."""
    moves = naive.legal_moves()
    if plies == 1:
        return len(moves)
    return sum(count_by_brute_force(naive.play(move), plies - 1) for move in moves)


@functools.lru_cache
def counts_from(name, plies):
    rows, to_move, _ = STARTS[name]
    return {rules: count_sequences(Position.from_rows(rows, to_move, rules), plies) for rules in ALL_RULES}


@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
@pytest.mark.parametrize("name", STARTS)
def test_sequences_are_as_many_as_brute_force_finds(name, rules, scaled):
    rows, to_move, plies = STARTS[name]
    plies = plies if scaled(4) == 4 else max(2, plies - 1)
    assert counts_from(name, plies)[rules] == count_by_brute_force(both(rows, to_move, rules)[1], plies)


def test_the_counted_positions_tell_the_rule_sets_apart():
    """A count that is the same under all rules would prove little about them."""
    together = zip(*(counts_from(name, STARTS[name][2] - 1).values() for name in STARTS), strict=True)
    assert len(set(together)) == len(ALL_RULES)


@pytest.mark.uncompiled
@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
def test_short_sequences_are_as_many_as_brute_force_finds(rules):
    for name in ("empty 2x2", "2x2, snapback and suicide", "3x3 ko"):
        rows, to_move, _ = STARTS[name]
        position, naive = both(rows, to_move, rules)
        assert count_sequences(position, 2) == count_by_brute_force(naive, 2)


@pytest.mark.uncompiled
def test_two_passes_end_every_sequence():
    """White takes three stones, and Black has four answers; or White passes, and Black can only pass: 4 + 1."""
    start = Position.from_rows(["XX", "X."], "w", Rules("simple"))
    assert [count_sequences(start, plies) for plies in (1, 2)] == [2, 5]
    assert start.play("pass").play("pass").legal_moves() == []


@jit
def count_positions(boards, geometry):
    """Boards on which every chain has a liberty: stones are put point by point wherever the kernel calls it legal.

    Points not reached yet are empty, so a chain without liberties can never get any; `boards[k]` is the board when
    the first k points are decided, `choice[k]` what comes next at point k.
    """
    points = len(geometry.points)
    choice = np.zeros(points + 1, np.int64)
    total = 0
    depth = 0
    while depth >= 0:
        if depth == points:
            total += 1
            depth -= 1
            continue
        color = choice[depth]
        choice[depth] += 1
        if color > 2:
            choice[depth] = 0
            depth -= 1
            continue
        boards[depth + 1] = boards[depth]
        v = geometry.points[depth]
        if color > 0:
            if not is_legal(boards[depth + 1], geometry, v, color):
                continue
            play(boards[depth + 1], geometry, v, color)
            if boards[depth + 1].captured > 0:
                continue
        depth += 1
    return total


def legal_positions(size):
    boards = np.repeat(new_board(size, LIGHT), size * size + 1).view(np.recarray)
    return count_positions(boards, geometry(size)[0])


@pytest.mark.uncompiled
def test_there_are_57_legal_positions_on_2x2():
    assert legal_positions(2) == 57


def test_there_are_12675_legal_positions_on_3x3():
    assert legal_positions(3) == 12675


@pytest.mark.slow
def test_there_are_24318165_legal_positions_on_4x4():
    assert legal_positions(4) == 24318165


@pytest.mark.uncompiled
def test_from_rows_accepts_exactly_the_57_legal_positions_of_2x2():
    accepted = 0
    for cells in itertools.product(".XO", repeat=4):
        rows = ["".join(cells[:2]), "".join(cells[2:])]
        naive = naive_from(rows, "b", Rules())
        if all(naive.liberties(dict(naive.stones), point) for point, _ in naive.stones):
            assert Position.from_rows(rows).rows() == rows
            accepted += 1
        else:
            with pytest.raises(BadInput, match=r"^a chain next to [AB][12] has no liberties$"):
                Position.from_rows(rows)
    assert accepted == 57
