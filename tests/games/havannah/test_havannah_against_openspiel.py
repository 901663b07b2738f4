"""The same games in OpenSpiel."""

import random

import pytest

from ponnuki.games.havannah import Position, Rules
from ponnuki.games.havannah.coords import CLASSIC, OPENSPIEL, translate
from ponnuki.games.havannah.layout import cell_of
from ponnuki.policies.havannah_fast import play_game

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
pytestmark = pytest.mark.kernel

GAMES = {2: 300, 3: 300, 4: 300, 5: 300, 7: 200, 10: 100}
RETURNS = {"w": 1, "b": -1, None: 0}


@pytest.mark.parametrize("size", GAMES)
def test_random_games_end_at_the_same_move_with_the_same_winner(size, scaled):
    game = pyspiel.load_game("havannah", {"board_size": size})
    for seed in range(scaled(GAMES[size])):
        moves, won = play_game(size, seed)
        state = game.new_initial_state()
        for v in moves:
            assert not state.is_terminal()
            state.apply_action(int(OPENSPIEL.write(cell_of(size, v), size)))
        assert state.is_terminal()
        winner = None if not won else "wb"[(len(moves) - 1) % 2]
        assert state.returns()[0] == RETURNS[winner]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_legal_moves_and_swaps_equal_those_of_openspiel(size, scaled):
    chance = random.Random(size)
    game = pyspiel.load_game("havannah", {"board_size": size, "swap": True})
    for _ in range(scaled(20)):
        state, position, first = game.new_initial_state(), Position.empty(size, Rules(swap=True)), 0
        while not position.is_over:
            names = {int(translate(m, size, CLASSIC, OPENSPIEL)) for m in position.legal_moves() if m != "swap"}
            if position.may_swap:
                names.add(first)  # OpenSpiel swaps by playing on the first stone
            assert set(state.legal_actions()) == names
            action = chance.choice(sorted(names))
            swaps = position.may_swap and action == first
            position = position.play("swap" if swaps else translate(str(action), size, OPENSPIEL, CLASSIC))
            state.apply_action(action)
            first = first or action if position.move_number > 1 else action
        assert state.is_terminal()
        assert state.returns()[0] == RETURNS[position.winner]
