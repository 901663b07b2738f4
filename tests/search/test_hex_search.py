"""What a search proves of Hex, against the solver."""

import random

import pytest
from hexagon_searches import MOST, search

from ponnuki.games.hex import Position
from ponnuki.knowledge.hex_solver import solve, winning_moves

pytestmark = pytest.mark.kernel


def test_the_first_moves_of_size_three_are_proved_as_the_solver_proves_them():
    lost = {
        move for move in Position.empty(3).legal_moves() if search(Position.empty(3).play(move)).best.proven == "loss"
    }
    assert lost == set(winning_moves(Position.empty(3)))
    assert search(Position.empty(3)).best.proven == "win"


def test_proven_values_equal_those_of_the_solver():
    winners = set()
    for seed in range(60):
        chance, position = random.Random(seed), Position.empty(3)
        for _ in range(seed % 5):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        if position.is_over:
            continue
        won = solve(position).winner == position.to_move
        report = search(position)
        assert report.simulations < MOST
        assert report.best.proven == ("win" if won else "loss")
        winners.add(won)
    assert winners == {True, False}
