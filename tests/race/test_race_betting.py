"""The betting bound against its definition, written out slowly."""

import time
from math import isclose, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.race.bounds import BoundSettings, bound_class
from ponnuki.race.risks import RaceRisk

REWARD = st.floats(0, 1)
PAIR = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


def betting(accept=0.52, drop=0.6, variance=0.125, risk=0.05):
    divided = RaceRisk(risk, risk, 1, 1, False, "first")
    return bound_class("betting")(BoundSettings(accept, drop, divided, variance, 16))


def epochs(rewards, variance, weight):
    """The variance that the bets use at each trial: refreshed when n has grown by a quarter."""
    used, last, v = [], 0, variance
    for n in range(len(rewards)):
        if n > last and 4 * n >= 5 * last:
            last = n
            v = (weight * variance + sum((x - 0.5) ** 2 for x in rewards[:n])) / (weight + n)
        used.append(v)
    return used


def wealth(rewards, threshold, gap, side, variance=0.125, weight=10):
    """A (side +1) or D (side -1) by the formula."""
    total = 0.0
    for k in range(5):
        product = 1.0
        for x, v in zip(rewards, epochs(rewards, variance, weight), strict=True):
            cap = 0.9 / threshold if side > 0 else 0.9 / (1 - threshold)
            product *= 1 + side * min(0.9 * gap * 2**k / v, cap) * (x - threshold)
        total += product / 5
    return total


@given(rewards=st.lists(REWARD, min_size=1, max_size=60))
def test_it_decides_at_the_first_trial_at_which_the_formula_does(rewards):
    bound, expected, when = betting(), None, len(rewards)
    for n in range(1, len(rewards) + 1):
        up, down = (wealth(rewards[:n], t, 0.6 - 0.52, side) for t, side in ((0.52, 1), (0.6, -1)))
        if isclose(up, 20, rel_tol=1e-9) or isclose(down, 20, rel_tol=1e-9):
            return
        if up >= 20 or down >= 20:
            expected, when = ("accepted" if up >= 20 else "dropped"), n
            break
    used = bound.fold(np.array(rewards), np.array(rewards))
    assert (bound.decision, used) == (expected, when)


@given(rewards=st.lists(PAIR, min_size=1, max_size=60))
def test_the_displayed_interval_inverts_the_formula(rewards):
    bound = betting(0.501, 0.504)
    bound.fold(np.array(rewards), np.array(rewards))
    seen, (lower, upper) = rewards[: bound.n], bound.interval()
    if lower > 0:
        assert isclose(log(wealth(seen, lower, 0.003, 1)), log(20), rel_tol=1e-6)
    else:
        assert wealth(seen, 1e-12, 0.003, 1) < 20
    if upper < 1:
        assert isclose(log(wealth(seen, upper, 0.003, -1)), log(20), rel_tol=1e-6)
    else:
        assert wealth(seen, 1 - 1e-12, 0.003, -1) < 20


@given(rewards=st.lists(REWARD, min_size=20, max_size=60))
def test_between_grid_points_the_interval_is_wider_but_never_narrower(rewards):
    bound = betting(0.4, 0.6)
    bound.fold(np.array(rewards), np.array(rewards))
    if bound.decision:
        return
    seen, (lower, upper) = rewards[: bound.n], bound.interval()
    assert wealth(seen, max(lower, 1e-9), 0.2, 1) >= 20 * (1 - 1e-6) or lower == 0
    assert wealth(seen, min(upper, 1 - 1e-9), 0.2, -1) >= 20 * (1 - 1e-6) or upper == 1


def test_between_grid_points_the_interval_is_hardly_wider():
    rewards = np.random.default_rng(5).beta(4, 4, 20_000)
    fine, coarse = betting(0.45, 0.55), betting(0.45, 0.55)
    coarse.fold(rewards[:500], rewards[:500])
    fine.fold(*[np.round(rewards[:500] * 24) / 24] * 2)
    width, exact = np.diff(coarse.interval())[0], np.diff(fine.interval())[0]
    assert width < 1.02 * exact


def test_a_decided_candidate_shows_an_interval_beyond_the_threshold():
    bound = betting()
    rewards = np.random.default_rng(1).beta(9, 3, 500)
    bound.fold(rewards, rewards)
    assert bound.decision == "accepted"
    assert bound.interval()[0] >= 0.52


@pytest.mark.parametrize("kind", ["pairs", "continuous"])
def test_the_interval_costs_about_the_same_after_a_million_trials_as_after_a_thousand(kind):
    rng = np.random.default_rng(2)
    rewards = rng.choice([0, 0.5, 1.0], 1_000_000) if kind == "pairs" else rng.random(1_000_000)

    def cost(n):
        bound, times = betting(0.4, 0.6), []
        bars, bound._bars = bound._bars, (np.inf, np.inf)  # so that it never decides
        bound.fold(rewards[:n], rewards[:n])
        bound._bars = bars
        for _ in range(20):
            start = time.perf_counter()
            bound._interval()
            bound._upper_limit()
            times.append(time.perf_counter() - start)
        return min(times)

    assert cost(1_000_000) < 4 * cost(1000)


def test_the_bets_see_the_variance_so_draws_make_decisions_quicker():
    drawish, decisive = betting(0.501, 0.504), betting(0.501, 0.504)
    rng = np.random.default_rng(3)
    chess = rng.choice([0.25, 0.5, 0.75], 50_000, p=[0.22, 0.48, 0.30])
    coins = rng.choice([0.0, 0.5, 1.0], 50_000, p=[0.24, 0.48, 0.28])
    assert drawish.fold(chess, chess) * 2 < decisive.fold(coins, coins)
