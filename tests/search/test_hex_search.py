"""The search on Hex: proofs, the swap, and what it shares with the other games."""

import random

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex import Position, Rules
from ponnuki.knowledge.hex_solver import solve, winning_moves
from ponnuki.players.hex import HexPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel
MOST = 1_000_000


def player_for(position, simulations=1000, program="fast", **keys):
    player = HexPlayer(PlayerSpec(game="hex", size=position.size, program=program, sims=simulations, **keys))
    player.set_position(position, 0.0)
    return player


def search(position, simulations=MOST, program="fast", **keys):
    return player_for(position, simulations, program, **keys).search(Limit(simulations=simulations, early_stop=False))


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


def test_a_win_is_seen_at_once_and_a_loss_is_stopped():
    rows = ["X..", "X..", "..."]
    assert search(Position.from_rows(rows, "b"), 5).best.move == "a3"
    assert search(Position.from_rows(["..X", ".X.", ".OO"], "w"), 20).best.move == "a3"


def test_same_seed_same_tree():
    first, second = (search(Position.empty(3).play("b2"), 300, "slow", seed=5) for _ in range(2))
    assert first.moves == second.moves


def test_several_threads_prove_the_same():
    assert search(Position.empty(3), threads=2).best.proven == "win"


def test_what_is_known_is_kept_after_moves():
    position = Position.empty(3)
    player = player_for(position)
    report = player.search(Limit(simulations=40, early_stop=False))
    assert report.best.proven == ""
    player.set_position(position.play(report.best.move), 0.0)
    again = player.search(Limit(simulations=1, early_stop=False))
    assert sum(move.visits for move in again.moves) > 3


def test_a_first_stone_that_wins_is_taken_over_and_one_that_loses_is_not():
    rules = Rules(swap=True)
    taken = player_for(Position.empty(3, rules).play("b2"), 20_000).choose(Limit(simulations=20_000))
    assert taken.move == "swap"
    left = player_for(Position.empty(3, rules).play("a1"), 20_000).choose(Limit(simulations=20_000))
    assert left.move != "swap"


def test_with_a_swap_to_come_every_first_stone_is_lost():
    assert search(Position.empty(3, Rules(swap=True))).best.proven == "loss"


def test_a_proven_loss_is_given_up_unless_the_spec_says_never():
    lost = Position.from_rows([".X.", ".X.", "..."], "w")
    assert search(lost).best.proven == "loss"
    assert player_for(lost).choose(Limit(simulations=1000)).move == "resign"
    assert player_for(lost, resign=0.0).choose(Limit(simulations=1000)).move in lost.legal_moves()


def test_a_game_that_is_over_is_not_searched():
    with pytest.raises(BadInput, match="the game is over"):
        search(Position.from_rows(["X..", "X..", "X.."], "w"))


def test_only_the_moves_that_are_allowed_are_considered():
    report = player_for(Position.empty(3)).search(Limit(simulations=50), allowed=["b2", "c3"])
    assert {move.move for move in report.moves} == {"b2", "c3"}
