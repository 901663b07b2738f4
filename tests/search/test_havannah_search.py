"""What a search proves of Havannah, against trying everything."""

import random

import pytest
from hexagon_searches import MOST, search

from ponnuki.games.havannah import Position
from ponnuki.games.havannah.coords import CLASSIC
from ponnuki.games.havannah.layout import corners

pytestmark = pytest.mark.kernel


def exact(position):
    """The value for the player to move, by trying everything; no tree, no kernel of the search."""
    if position.winner is not None:
        return -1
    if position.is_over:
        return 0
    best = -1
    for move in position.legal_moves():
        best = max(best, -exact(position.play(move)))
        if best == 1:
            break
    return best


def test_on_size_two_the_first_player_wins_from_every_corner_and_loses_from_the_centre():
    values = {move: search(Position.empty(2).play(move)).value for move in Position.empty(2).legal_moves()}
    assert values == {move: float(move == "b2") for move in values}


def test_on_size_three_the_first_player_wins_exactly_from_the_six_corners():
    lost = {
        move for move in Position.empty(3).legal_moves() if search(Position.empty(3).play(move)).best.proven == "loss"
    }
    assert lost == {CLASSIC.write(cell, 3) for cell in corners(3)}
    assert search(Position.empty(3)).best.proven == "win"


# Random games that were drawn on a full board.
DRAWN = (
    ("e4 b2 c4 c5 a3 b1 d2 e5 d5 a2 c3 d3 a1 e3 d4 b4 b3 c2 c1", 3),
    ("a3 c4 b2 c1 c5 d5 d4 b4 d2 a1 b1 c2 b3 c3 a2 e3 e5 e4 d3", 3),
)


def random_position(seed):
    chance, position = random.Random(seed), Position.empty(3)
    while position.empty_cells > 3 + seed % 4:
        moves = [move for move in position.legal_moves() if not position.play(move).is_over]
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


def drawn_positions():
    """The last positions of the drawn games, before their ends."""
    for moves, size in DRAWN:
        position = Position.empty(size)
        for move in moves.split():
            if position.empty_cells <= 6:
                yield position
            position = position.play(move)
        assert position.is_over
        assert position.winner is None


def test_proven_values_equal_exhaustive_search():
    """Draws among them: a proven draw needs no more visits, and the other moves are looked at."""
    values = []
    for position in [*(random_position(seed) for seed in range(60)), *drawn_positions()]:
        if position.empty_cells > 6:
            continue
        values.append(exact(position))
        report = search(position)
        assert report.simulations < MOST
        assert report.value == (values[-1] + 1) / 2
        assert report.best.proven == {1: "win", 0: "draw", -1: "loss"}[values[-1]]
    assert min(values.count(value) for value in (-1, 0, 1)) >= 3
