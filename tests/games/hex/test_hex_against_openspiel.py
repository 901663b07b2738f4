"""The same games in OpenSpiel, whose Black joins the first row with the last too."""

import random

import pytest

from ponnuki.games.hex import Position, Rules
from ponnuki.games.hex.coords import OPENSPIEL, read_move, write_move
from ponnuki.games.hex.layout import BLACK, cell_of
from ponnuki.policies.hex_fast import play_game

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
pytestmark = pytest.mark.kernel

GAMES = {2: 100, 3: 300, 5: 300, 11: 100}


@pytest.mark.parametrize("size", GAMES)
def test_random_games_have_the_same_winner(size, scaled):
    game = pyspiel.load_game("hex", {"board_size": size})
    for seed in range(scaled(GAMES[size])):
        moves, won = play_game(size, seed)
        state = game.new_initial_state()
        for v in moves:
            if not state.is_terminal():
                state.apply_action(int(OPENSPIEL.write(cell_of(size, v), size)))
        assert state.is_terminal()
        assert state.returns()[0] == (1 if won == BLACK else -1)


def test_the_names_of_cells_are_the_same():
    state = pyspiel.load_game("hex", {"board_size": 5}).new_initial_state()
    for action in state.legal_actions():
        assert read_move(str(action), 5, OPENSPIEL) == state.action_to_string(0, action)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_games_end_at_the_same_move_and_moves_are_legal_in_both(size, scaled):
    chance = random.Random(size)
    game = pyspiel.load_game("hex", {"board_size": size})
    for _ in range(scaled(60)):
        state, position = game.new_initial_state(), Position.empty(size)
        while not position.is_over:
            actions = {int(write_move(move, size, OPENSPIEL)) for move in position.legal_moves()}
            assert set(state.legal_actions()) == actions
            action = chance.choice(sorted(actions))
            position = position.play(read_move(str(action), size, OPENSPIEL))
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns()[0] == {"b": 1, "w": -1}[position.winner]


def test_a_swap_makes_the_board_that_it_makes_in_openspiel():
    """Its number is that of the first action after the cells."""
    game = pyspiel.load_game("hex", {"board_size": 5, "swap": True})
    for move in Position.empty(5).legal_moves():
        state, position = game.new_initial_state(), Position.empty(5, Rules(swap=True)).play(move)
        state.apply_action(int(write_move(move, 5, OPENSPIEL)))
        assert state.action_to_string(1, state.legal_actions()[-1]) == "swap"
        assert len(state.legal_actions()) == len(position.legal_moves())
        state.apply_action(state.legal_actions()[-1])
        position = position.play("swap")
        drawn = [row.replace(" ", "") for row in str(state).splitlines()]
        assert drawn == [row.lower() for row in position.rows()]
        assert state.current_player() == 0
