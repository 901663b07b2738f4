"""The kernel and the oracle play the same games and agree on every move."""

import random

import numpy as np
import pytest

from ponnuki.games.hex import Position
from ponnuki.games.hex.board import winner_of_full_board, would_win
from ponnuki.games.hex.coords import CLASSIC
from ponnuki.games.hex.layout import BLACK, WHITE, cells, geometry, vertex_of
from ponnuki.games.hex.naive import NaivePosition
from ponnuki.policies.hex_fast import play_game

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]
NUMBERS = {"b": BLACK, "w": WHITE}


@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_full_board_has_the_winner_that_the_oracle_sees(size, scaled):
    """Boards of all densities: one colour may have nearly all cells."""
    found = set()
    for seed in range(max(8, scaled(300))):
        chance = random.Random(seed)
        share = chance.random()
        stones = {at: "b" if chance.random() < share else "w" for at in cells(size)}
        position = Position.from_stones(size, {at: NUMBERS[color] for at, color in stones.items()})
        winner = NaivePosition(size, stones=stones).winner
        assert position.winner == winner
        assert winner_of_full_board(position.board()[0], geometry(size)[0]) == NUMBERS[winner]
        found.add(winner)
    assert found == {"b", "w"}


@pytest.mark.parametrize("size", [2, 3, 5])
def test_playouts_fill_the_board_and_name_the_winner(size, scaled):
    for seed in range(scaled(100)):
        moves, won = play_game(size, seed)
        assert sorted(moves) == [vertex_of(size, *at) for at in cells(size)]
        position = Position.empty(size)
        for v in moves:
            if not position.is_over:
                row, column = divmod(v, size + 2)
                position = position.play(CLASSIC.write((column - 1, row - 1), size))
        assert NUMBERS[position.winner] == won


def test_a_win_is_foreseen_exactly_where_a_stone_wins(scaled):
    size = 5
    for seed in range(scaled(30)):
        chance, position = random.Random(seed), Position.empty(size)
        while not position.is_over:
            for color, number in NUMBERS.items():
                board = position.board()[0]
                for move in position.legal_moves():
                    v = np.uint64(vertex_of(size, *CLASSIC.read(move, size)))
                    assert would_win(board, geometry(size)[0], v, number) == position.play(move, color).is_over
            position = position.play(chance.choice(position.legal_moves()))
