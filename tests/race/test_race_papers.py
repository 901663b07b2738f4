"""The published bounds against values computed by hand: they are too conservative to be caught by simulation."""

from math import log, pi, sqrt

import numpy as np
import pytest

from ponnuki.race import Race
from ponnuki.race.bounds import BoundSettings, bound_class
from ponnuki.race.risks import RaceRisk


def told(bound, wins, n, candidates=1, rank=1, first=16, risk=0.05, accept=0.501, drop=0.504):
    settings = BoundSettings(accept, drop, RaceRisk(risk, risk, candidates, rank, False, "first"), 0.25, first)
    made = bound_class(bound)(settings)
    spread = np.floor(np.arange(1, n + 1) * wins / n)
    rewards = np.diff(spread, prepend=0.0)  # wins spread evenly, so that nothing is decided early by luck
    made.fold(rewards, rewards)
    return made


def test_variant_1_at_its_first_test():
    # risk of test 1: 0.05 / 2; radius sqrt(log(2 / 0.025) / 32) = 0.370052
    lower, upper = told("paper-1", 8, 16).interval()
    assert lower == pytest.approx(0.5 - 0.370052, abs=1e-6)
    assert upper == pytest.approx(0.5 + 0.370052, abs=1e-6)


def test_variant_2_at_its_third_test_among_ten():
    # n = 64, k = 3: risk 0.05 / (10 * pi^2 * 9 / 6); radius sqrt(log(2 / 0.000337737) / 128)
    lower, upper = told("paper-2", 32, 64, candidates=10).interval()
    radius = sqrt(log(2 / (0.05 / (10 * pi**2 * 9 / 6))) / 128)
    assert radius == pytest.approx(0.260504, abs=1e-6)
    assert (lower, upper) == pytest.approx((0.5 - radius, 0.5 + radius))


def test_variant_3_gives_risk_by_rank_and_not_by_number():
    # i = 4: d_4 = 6 * 0.05 / (16 pi^2) = 0.00189977; first test divides by pi^2 / 6
    alone, crowded = told("paper-3", 8, 16, rank=4), told("paper-3", 8, 16, rank=4, candidates=50)
    radius = sqrt(log(2 / (0.00189977 / (pi**2 / 6))) / 32)
    assert alone.interval()[1] == pytest.approx(0.5 + radius, abs=1e-6)
    assert alone.interval() == crowded.interval()


def test_bernstein_adds_the_deviation_and_the_range():
    # n = 16, 12 wins: sd = sqrt(0.75 * 0.25); risk 0.05 / (pi^2 / 6); log(3 / risk) / n = 0.287
    strain = log(3 / (0.05 * 6 / pi**2)) / 16
    radius = sqrt(0.1875) * sqrt(2 * strain) + 3 * strain
    bound = bound_class("bernstein")
    settings = BoundSettings(0.1, 0.9, RaceRisk(0.05, 0.05, 1, 1, False, "first"), 0.25, 64)
    fresh = bound(settings)
    fresh.n, fresh.square_sum, fresh.tests = 16, 16 * 0.25, 1
    assert fresh._radius(0.75, fresh._spend(0.05, 1)) == pytest.approx(radius)
    assert radius == pytest.approx(1.189071, abs=1e-5)


def test_tests_fall_on_doublings_and_nothing_is_decided_between_them():
    race = Race(["a"], bound="paper-2", accept_above=0.52, drop_below=0.6, first=16)
    asked = []
    while ask := race.ask():
        asked.append(ask.count)
        race.tell("a", ask.first_trial, [0.75, 0.75] * (ask.count // 2))
    assert asked == [16, 16, 32]
    assert race.verdict.trials == 64


def test_the_race_of_the_papers_computed_by_hand():
    # All wins: lb(16) = 1 - sqrt(log(2 / (0.05 * 6 / pi^2)) / 32) = 0.638 > 0.501, at the first test
    race = Race(["a"], bound="paper-2")
    race.tell("a", 0, [1.0] * 16)
    verdict = race.verdict
    assert verdict.accepted == ("a",)
    assert verdict.bounds["a"].lower == pytest.approx(0.638295, abs=1e-5)


def test_thresholds_are_strict_as_published():
    made = told("paper-2", 8, 16)
    lower, upper = made.interval()
    assert told("paper-2", 8, 16, accept=lower, drop=upper).decision is None


def test_stitched_by_hand():
    # n = 400, v = 100: 1.7 sqrt(100 (log log 200 + 0.72 log(5.2 / 0.05))) = 38.06, over 400
    made = told("stitched", 200, 400)
    assert made.interval()[1] == pytest.approx(0.5 + 0.095141, abs=1e-5)


def test_gsprt_by_hand():
    # 60 wins of 100: s = 0.6, var = 0.24; LLR = 100 * 0.003 * (1.2 - 1.005) / 0.48, the empty cells hardly matter
    made = told("gsprt", 60, 100)
    assert made.strength == pytest.approx(100 * 0.003 * (1.2 - 1.005) / 0.48, rel=1e-3)
    assert made._accept_bar == pytest.approx(log(0.95 / 0.05))


def test_beta_binomial_is_the_average_likelihood_ratio_above_the_threshold():
    made = told("beta-binomial", 60, 100)
    p = np.linspace(0.501, 0.65, 200_001)[1:]
    prior = 2500 * 0.501 - 1, 2500 * 0.499 - 1
    log_density = prior[0] * np.log(p) + prior[1] * np.log1p(-p)
    density = np.exp(log_density - log_density.max())
    ratio = np.exp(60 * np.log(p / 0.501) + 40 * np.log((1 - p) / 0.499))
    assert made.strength == pytest.approx(np.log((density * ratio).sum() / density.sum()), abs=1e-4)
