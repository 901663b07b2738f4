"""The same games in OpenSpiel, which knows simple ko without suicide and ends a game at the first repetition."""

import random

import pytest

from ponnuki.games.go import Position, Rules

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
pytestmark = pytest.mark.kernel

GAMES = {2: 600, 5: 400, 9: 140, 19: 16}
KOMI = (-0.5, 0.0, 7.5)


def vertex(state, action):
    """OpenSpiel's "B d4" as "D4"."""
    name = state.action_to_string(action).split()[1].upper()
    return name.lower() if name == "PASS" else name


def new_states(size):
    """One state for each komi: the moves are the same, only the result differs."""
    parameters = {"board_size": size, "max_game_length": 100_000}
    return [pyspiel.load_game("go", {**parameters, "komi": komi}).new_initial_state() for komi in KOMI]


def compare_game(size, chance, passing):
    """Play one game in both; how many moves were compared and whether the scores were."""
    states, position = new_states(size), Position.empty(size, Rules("simple"))
    boards, moves = {tuple(position.rows())}, 0
    while not states[0].is_terminal():
        names = {vertex(states[0], action): action for action in states[0].legal_actions()}
        assert set(position.legal_moves()) == set(names)
        move = "pass" if chance.random() < passing else chance.choice(sorted(names))
        position = position.play(move)
        for state in states:
            state.apply_action(names[move])
        moves += 1
        repeated = move != "pass" and tuple(position.rows()) in boards
        if repeated:
            assert states[0].is_terminal(), "OpenSpiel ends a game at a repetition"
            return moves, False
        boards.add(tuple(position.rows()))
        assert states[0].is_terminal() == position.is_over
    for state, komi in zip(states, KOMI, strict=True):
        score = position.score(komi)
        assert state.returns()[0] == (score > 0) - (score < 0)
    return moves, True


@pytest.mark.parametrize("size", GAMES)
def test_legal_moves_and_results_equal_those_of_openspiel(size, scaled):
    chance = random.Random(size)
    games = scaled(GAMES[size])
    passing = [0.02, 0.15]
    results = [compare_game(size, chance, passing[number % 2]) for number in range(games)]
    results += [compare_game(size, chance, 0.9) for _ in range(2)]
    assert len(results) == games + 2
    assert sum(moves for moves, _ in results) > (3 if size == 2 else 8) * games
    assert sum(scored for _, scored in results) >= max(2, games // 10)
