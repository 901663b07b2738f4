"""Rates, Elo and their intervals, against known answers and by simulation."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from ponnuki.lab.matches.elo import elo, elo_interval, rate, rate_interval, ratings, standard_error


def test_a_rate_and_its_error_come_from_pairs():
    counts = {1.0: 30, 0.5: 40, 0.0: 30}
    assert rate(counts) == 0.5
    assert standard_error(counts) == pytest.approx(math.sqrt(60 * 0.25 / 99 / 100))
    assert standard_error({1.0: 1}) is None
    assert (rate({}), standard_error({})) == (0.5, None)


def test_elo_of_a_rate():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) is None
    assert elo(0.0) is None


def test_an_interval_holds_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(1)
    chances = [0.1, 0.0, 0.4, 0.0, 0.5]
    truth = sum(c * r for c, r in zip(chances, (0, 0.25, 0.5, 0.75, 1), strict=True))
    hits = 0
    for _ in range(400):
        results = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0], 50, p=chances)
        low, high = rate_interval(Counter(results.tolist()))
        hits += low <= truth <= high
    assert 0.92 <= hits / 400 <= 0.985


def test_a_record_without_a_loss_is_not_certain():
    low, high = elo_interval({1.0: 20})
    assert 150 < low < 600
    assert high > low
    low, high = rate_interval({0.5: 20})
    assert 0.4 < low < 0.5 < high < 0.6


def test_ratings_find_known_strengths():
    truth = np.array([120.0, 40.0, -10.0, -150.0])
    rng = np.random.default_rng(0)
    results = {}
    for a, b in combinations(range(4), 2):
        p = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
        pairs = (rng.random((400, 2)) < p).mean(axis=1)
        results[a, b] = Counter(pairs.tolist())
    found = ratings(4, results)
    assert sum(one.elo for one in found) == pytest.approx(0, abs=1e-6)
    for one, true in zip(found, truth, strict=True):
        assert one.low < true < one.high
        assert one.high - one.low < 60


def test_two_players_are_rated_as_in_a_match():
    counts = {1.0: 300, 0.5: 100, 0.0: 100}
    first, second = ratings(2, {(0, 1): counts})
    value = elo(rate(counts))
    assert value is not None
    assert first.elo - second.elo == pytest.approx(value, abs=3)


def test_ratings_of_players_who_lost_everything_or_met_nobody():
    found = ratings(3, {(0, 1): {1.0: 10}, (0, 2): {}})
    assert found[0].elo > found[1].elo
    assert all(math.isfinite(value) for one in found for value in (one.elo, one.low, one.high))
