"""Counts of pairs: Elo and likelihood ratios as others have published them, and what order cannot change."""

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.race.anytime import interval_in_order, interval_of_counts, verdict_of_counts
from ponnuki.race.pentanomial import (
    checked_counts,
    counts_of,
    elo_llr,
    llr_bars,
    mean_and_variance,
    nelo_llr,
    nelo_of,
)
from ponnuki.race.thresholds import elo_from_rate, rate_from_elo


@pytest.mark.parametrize(
    ("pairs", "low", "high", "published"),
    [
        ((2002, 72968, 180891, 74129, 2034), 0.0, 2.0, 3.22),  # Stockfish, pull request 4493, short time control
        ((24, 7350, 23669, 7717, 28), 0.5, 2.5, 2.94),  # and long
        ((81, 563, 1163, 687, 114), 0.0, 4.0, 3.16),  # Monty, pull request 23
        ((434, 4052, 8304, 4206, 492), 0.0, 4.0, 3.00),  # Monty, pull request 66
        ((829, 14632, 32502, 15215, 902), 1.0, 5.0, 2.93),
        ((320, 12431, 27275, 12858, 316), 0.0, 2.0, 2.95),  # Stockfish, pull request 6019, short time control
        ((197, 45541, 117722, 46579, 228), 0.5, 2.5, 2.96),  # and long
    ],
)
def test_ratios_of_normalised_elo_are_those_that_were_published(pairs, low, high, published):
    assert nelo_llr(checked_counts(pairs), low, high) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("pairs", "low", "high", "published"),
    [
        ((115, 2196, 11328, 2317, 136), -0.25, 1.25, 2.94),  # Stockfish, pull request 3331
        ((14, 1030, 14318, 1163, 19), 0.25, 1.25, 2.93),
        ((665, 4806, 9333, 4893, 747), -0.5, 1.5, 2.95),  # pull request 2920
        ((424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),  # pull request 2493
    ],
)
def test_ratios_of_elo_are_those_that_were_published(pairs, low, high, published):
    found = elo_llr(checked_counts(pairs), rate_from_elo(low), rate_from_elo(high))
    assert found == pytest.approx(published, abs=0.006)


def test_elo_and_normalised_elo_are_those_that_fastchess_printed():
    mean, variance = mean_and_variance(checked_counts((30, 6, 18, 0, 6)))  # fastchess, issue 807
    assert elo_from_rate(mean) == pytest.approx(-168.40, abs=0.01)
    assert nelo_of(mean, variance) == pytest.approx(-170.08, abs=0.01)
    assert llr_bars(0.05) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_an_interval_holds_at_every_moment_in_at_least_the_share_that_it_claims():
    rng = np.random.default_rng(1)
    shares = np.array([0.05, 0.2, 0.45, 0.24, 0.06])
    truth = float(shares @ np.arange(5) / 4)
    missed = {"in order": 0, "of counts": 0}
    for _ in range(200):
        rewards = rng.choice(np.arange(5) / 4, 300, p=shares)
        looks = range(10, 301, 29)
        inside = [interval_in_order(rewards[:look], 0.2, 0.05) for look in looks]
        missed["in order"] += any(not low <= truth <= high for low, high in inside)
        inside = [interval_of_counts(counts_of(rewards[:look]), 0.2, 0.05) for look in looks]
        missed["of counts"] += any(not low <= truth <= high for low, high in inside)
    assert all(0 < count <= 40 for count in missed.values()), missed


def test_an_interval_narrows_around_the_mean():
    rewards = np.tile([0.25, 0.5, 0.5, 0.75, 1.0], 2000)
    low, high = interval_in_order(rewards, 0.05, 0.0324)
    assert low < rewards.mean() < high
    assert high - low < 0.03
    few, many = (interval_in_order(rewards[:count], 0.05, 0.0324) for count in (50, 500))
    assert few[1] - few[0] > many[1] - many[0] > high - low
    assert interval_in_order(rewards[:0], 0.05, 0.0324) == (0.0, 1.0)


def test_counts_are_accepted_dropped_or_neither():
    def decide(*pairs):
        return verdict_of_counts(checked_counts(pairs), 0.501, 0.504, 0.05, 0.0324)[0]

    assert decide(10, 200, 600, 400, 40) == "accepted"
    assert decide(40, 400, 600, 200, 10) == "dropped"
    assert decide(3, 20, 60, 22, 4) is None


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "numbers",
    [(1, 2, 3), (0, 0, 0, 0, 0), (1, 1, 1, 1, -1), (0.5, 1, 1, 1, 1), (float("inf"), 1, 1, 1, 1), (float("nan"),) * 5],
)
def test_what_is_no_five_counts_is_refused(numbers):
    with pytest.raises(BadInput, match="pair"):
        checked_counts(numbers)
