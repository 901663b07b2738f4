"""The kernel and the oracle play the same games and agree on every move."""

import random

import numpy as np
import pytest
from havannah_games import VECTORS, cell, name

from ponnuki.games.havannah import Position, Rules
from ponnuki.games.havannah.board import put, would_win
from ponnuki.games.havannah.layout import WHITE, cell_of, cells, geometry, new_board, vertex_of
from ponnuki.games.havannah.naive import NaivePosition
from ponnuki.games.havannah.position import WIN_NAMES
from ponnuki.policies.havannah_fast import play_game

pytestmark = pytest.mark.kernel

GAMES = {2: 60, 3: 60, 4: 30, 5: 20, 7: 10, 10: 4}


def names_of(won):
    return {WIN_NAMES[bit] for bit in WIN_NAMES if won & bit}


@pytest.mark.parametrize("size", GAMES)
def test_random_games_end_at_the_move_and_by_the_shapes_that_the_oracle_sees(size, scaled):
    for seed in range(scaled(GAMES[size])):
        moves, won = play_game(size, seed)
        stones = {cell_of(size, v): "wb"[number % 2] for number, v in enumerate(moves)}
        last, mover = cell_of(size, moves[-1]), "wb"[(len(moves) - 1) % 2]
        assert NaivePosition(size, stones=stones).wins(mover) == names_of(won)
        del stones[last]
        before = NaivePosition(size, stones=stones)
        assert before.winner is None


@pytest.mark.uncompiled
@pytest.mark.parametrize("size", [3, 4, 5])
def test_stones_of_one_colour_make_rings_when_the_oracle_says_so(size, scaled):
    """Dense boards: solid hexagons, rings around own stones, stones that touch one chain three times."""
    kinds = set()
    for seed in range(max(3, scaled({3: 200, 4: 120, 5: 40}[size]))):
        order = list(cells(size))
        random.Random(seed).shuffle(order)
        board, tables, stones = new_board(size)[0], geometry(size)[0], {}
        for at in order:
            v = np.uint16(vertex_of(size, *at))
            foreseen = would_win(board, tables, v, WHITE)
            won = put(board, tables, v, WHITE)
            stones[at] = "w"
            assert won == foreseen
            naive = NaivePosition(size, stones=stones)
            assert names_of(won) == naive.wins("w")
            if won:
                kinds |= naive.wins("w")
                break
    assert "ring" in kinds or size == 3 or scaled(100) == 1


def test_a_solid_hexagon_is_a_ring_in_whatever_order_it_is_filled():
    size, centre = 4, (3, 3)
    rim = list(NaivePosition.around(centre))
    chance = random.Random(0)
    for _ in range(200):
        order = [*rim, centre]
        chance.shuffle(order)
        board, tables = new_board(size)[0], geometry(size)[0]
        for at in order:
            won = put(board, tables, np.uint16(vertex_of(size, *at)), WHITE)
            left = [one for one in rim if one not in order[: order.index(at) + 1]]
            assert bool(won) == (not left)
            if won:
                break


@pytest.mark.uncompiled
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['name']}, size {vector['size']}")
def test_stored_games_end_as_stored(vector, compiled):
    size = vector["size"]
    if not compiled and size > 5:
        pytest.skip("takes long as plain Python")
    position, naive = Position.empty(size, Rules(vector["swap"])), NaivePosition(size, vector["swap"])
    for move in vector["moves"]:
        assert not position.is_over
        position = position.play(move)
        if size <= 5:
            naive = naive.play(cell(move, size))
    assert position.is_over == vector["over"]
    assert position.winner == vector["winner"]
    assert sorted(position.won_by) == vector["won_by"]
    if size <= 5:
        assert {name(at, size): {"w": 1, "b": 2}[color] for at, color in naive.stones.items()} == {
            name(at, size): color for at, color in position.stones().items()
        }
