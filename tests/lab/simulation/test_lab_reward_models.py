"""Reward models have the mean and variance they claim, and floors agree with what is known."""

from math import log

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.lab.simulation.reward_models import (
    BERNOULLI,
    CHESS_GAMES,
    CHESS_PAIRS,
    GO_PAIRS,
    SKEWED,
    divergence,
    floor_games,
    pairs,
)


@pytest.mark.parametrize("model", [BERNOULLI, CHESS_PAIRS, GO_PAIRS, CHESS_GAMES, SKEWED], ids=lambda m: m.name)
@pytest.mark.parametrize("mean", [0.45, 0.5, 0.55])
def test_chances_sum_to_one_and_give_the_mean(model, mean):
    chances = model.chances([mean])[0]
    assert chances.sum() == pytest.approx(1)
    assert chances @ model.rewards == pytest.approx(mean)


@pytest.mark.parametrize("model", [CHESS_PAIRS, GO_PAIRS, CHESS_GAMES, pairs(0.1)], ids=lambda m: m.name)
def test_three_valued_rewards_have_the_variance_they_claim(model):
    chances = model.chances([0.52])[0]
    assert chances @ (model.rewards - 0.52) ** 2 == pytest.approx(model.variance)


def test_the_divergence_of_games_is_the_usual_one():
    usual = 0.55 * log(0.55 / 0.5) + 0.45 * log(0.45 / 0.5)
    assert divergence(np.array([0.0, 1.0]), np.array([0.45, 0.55]), 0.5) == pytest.approx(usual)


@pytest.mark.parametrize(
    ("mean", "games"), [(0.5, 93.6e3), (0.505, 93.6e3), (0.5078, 32.4e3), (0.512, 12.4e3), (0.52, 4.15e3), (0.55, 623)]
)
def test_the_floor_of_games_without_draws(mean, games):
    assert floor_games(BERNOULLI, mean, 0.501, 0.504, 0.05) == pytest.approx(games, rel=0.005)


def test_between_the_thresholds_the_floor_is_finite_and_highest_in_the_middle():
    floors = [floor_games(BERNOULLI, mean, 0.501, 0.504, 0.05) for mean in (0.502, 0.5025, 0.503)]
    assert floors[1] == max(floors)
    assert floors[0] == pytest.approx(floors[2], rel=0.01)


def test_impossible_rewards_are_refused():
    with pytest.raises(BadInput, match="variance below"):
        pairs(0.3)
    with pytest.raises(BadInput, match="cannot have the means"):
        CHESS_PAIRS.chances([0.9])
