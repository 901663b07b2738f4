"""Shapes on Hex: what fits, turned and mirrored as Hex may be, and what lies beyond the sides."""

import random

import numpy as np
import pytest

from ponnuki.games.hex import Position
from ponnuki.games.hex.layout import cell_count, cell_of, geometry, is_on_board, vertex_count
from ponnuki.games.hex.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.hex.play import list_moves
from ponnuki.knowledge import shape_match
from ponnuki.knowledge.priors import add_priors
from ponnuki.knowledge.shapes import CELLS, Shape
from ponnuki.lab.learn.seen_moves import look
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel
SIZE = 5


def biases(shape, position):
    """By move, the virtual visits that the kernel gives it."""
    thread = new_thread(vertex_count(SIZE), cell_count(SIZE), 1, shape_match.scratch(vertex_count(SIZE)))[0]
    board = position.board()[0]
    count = list_moves(board, geometry(SIZE)[0], thread, True)
    thread.prior_visits[:count] = 0
    add_priors(shape_match.new_shapes((shape,), NEIGHBOURHOOD, SIZE)[0], board, geometry(SIZE)[0], thread, count)
    return {cell_of(SIZE, int(thread.candidates[i])): float(thread.prior_visits[i]) for i in range(count)}


def fits(shape, position, at):
    """The same, naively: sides are off the board, whosever they are."""
    own = {"b": 1, "w": 2}[position.to_move]
    stones = position.stones()
    for turn in NEIGHBOURHOOD.symmetries:
        good = True
        for offset, wanted in shape.mask:
            dx, dy = turn(offset)
            cell = (at[0] + dx, at[1] + dy)
            there = stones.get(cell, 0) if is_on_board(SIZE, *cell) else None
            good &= {
                "X": there == own,
                "O": there == 3 - own,
                ".": there == 0,
                "#": there is None,
                "*": there in (1, 2),
            }[wanted]
        if good:
            return True
    return False


def test_the_kernel_finds_what_a_naive_matcher_finds(scaled):
    matched = 0
    for seed in range(scaled(60)):
        chance, position = random.Random(seed), Position.empty(SIZE)
        for _ in range(chance.randrange(16)):
            after = position.play(chance.choice(position.legal_moves()))
            if after.is_over:
                break
            position = after
        offsets = chance.sample(NEIGHBOURHOOD.offsets, chance.randrange(1, 4))
        shape = Shape(frozenset((offset, chance.choice(CELLS)) for offset in offsets), 8.0)
        for at, visits in biases(shape, position).items():
            assert visits == 8.0 * fits(shape, position, at), (position, shape, at)
            matched += visits > 0
    assert matched > 0


def test_a_shape_may_be_turned_by_half_and_mirrored_and_no_more():
    offsets = {turn((1, 0)) for turn in NEIGHBOURHOOD.symmetries}
    assert offsets == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    assert {turn((1, -1)) for turn in NEIGHBOURHOOD.symmetries} == {(1, -1), (-1, 1)}
    near = NEIGHBOURHOOD.around(SIZE, NEIGHBOURHOOD.offsets)
    assert [len(ring) for ring in NEIGHBOURHOOD.rings] == [6, 12]
    assert (near != 0).any(axis=1).sum() == cell_count(SIZE)


def test_a_program_that_looks_at_its_own_games_sees_the_moves_that_it_made():
    seen = look(PlayerSpec.make({"game": "hex", "size": 3, "program": "fast", "sims": 10}), 1, games=2)
    assert 6 <= seen.played.sum() <= 18
    assert set(np.unique(seen.codes)) <= {0, 1, 2, 3}
