"""Strength from results: a rate with its error, and Elo with intervals, for two players or many.

Intervals are Bayesian bootstraps over *pairs*, which are what is independent: the share of each of the five results of
a pair (0, 1/4 … 1) is drawn from a Dirichlet distribution, its counts being what was seen and one pair spread over all
five. So one rule serves for every record, also for one without a single loss, where a standard error would be 0.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.race.thresholds import elo_from_rate

REWARDS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Results of a pair."""
PRIOR_PAIRS = 1.0
DRAWS = 4000
FITS = 400
"""Draws for two players, and for many, where each draw is a fit."""
LEVEL = 0.95
STEPS, CLOSE = 50, 1e-9
SCALE = 400.0 / math.log(10.0)
"""Elo points by unit of the logistic curve."""

Counts = Mapping[float, int]
"""Pairs by result."""


def pairs_of(counts: Counts) -> int:
    """How many pairs."""
    return sum(counts.values())


def rate(counts: Counts) -> float:
    """The mean result; one half where nothing was played."""
    pairs = pairs_of(counts)
    return sum(reward * count for reward, count in counts.items()) / pairs if pairs else 0.5


def standard_error(counts: Counts) -> float | None:
    """The standard error of the rate, from the spread of the pairs; None for fewer than two."""
    pairs, mean = pairs_of(counts), rate(counts)
    if pairs < 2:
        return None
    return math.sqrt(sum(count * (reward - mean) ** 2 for reward, count in counts.items()) / (pairs - 1) / pairs)


def drawn_rates(counts: Counts, draws: int, seed: int = 0) -> NDArray[np.float64]:
    """Rates that are plausible after what was seen."""
    weights = np.array([counts.get(reward, 0) + PRIOR_PAIRS / len(REWARDS) for reward in REWARDS])
    return np.asarray(np.random.default_rng(seed).dirichlet(weights, draws) @ np.array(REWARDS))


def rate_interval(counts: Counts, level: float = LEVEL) -> tuple[float, float]:
    """Where the true rate lies with this probability."""
    low, high = np.quantile(drawn_rates(counts, DRAWS), _tails(level))
    return float(low), float(high)


def elo(value: float) -> float | None:
    """The Elo difference of a rate; None where it is infinite."""
    return elo_from_rate(value) if 0.0 < value < 1.0 else None


def elo_interval(counts: Counts, level: float = LEVEL) -> tuple[float, float]:
    """Where the true Elo difference lies with this probability."""
    low, high = rate_interval(counts, level)
    return elo_from_rate(inside(low)), elo_from_rate(inside(high))


def inside(value: float) -> float:
    """A rate that has an Elo."""
    return min(max(value, 1e-6), 1.0 - 1e-6)


def _tails(level: float) -> list[float]:
    return [(1.0 - level) / 2.0, (1.0 + level) / 2.0]


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo above the mean of all players, and its interval."""

    elo: float
    low: float
    high: float


def ratings(players: int, results: Mapping[tuple[int, int], Counts]) -> list[Rating]:
    """Bradley-Terry ratings from the pairs that were played, by (first, second) player, results for the first.

    Every pairing counts one pair more than was played, drawn: without it a player who lost everything would have no
    rating at all. Players that have met nobody are at the mean, with an interval that says nothing is known.
    """
    played = [pairing for pairing, counts in results.items() if pairs_of(counts)]
    weights = np.array([pairs_of(results[pairing]) + PRIOR_PAIRS for pairing in played])
    seen = np.array([rate(results[pairing]) * pairs_of(results[pairing]) for pairing in played])
    best = _fit(players, played, weights, (seen + 0.5 * PRIOR_PAIRS) / weights)
    drawn = [drawn_rates(results[pairing], FITS, seed) for seed, pairing in enumerate(played)]
    fits = np.array([_fit(players, played, weights, np.array([rates[k] for rates in drawn])) for k in range(FITS)])
    low, high = np.quantile(fits, _tails(LEVEL), axis=0)
    return [Rating(float(e), float(a), float(b)) for e, a, b in zip(best, low, high, strict=True)]


def _fit(
    players: int, pairings: Sequence[tuple[int, int]], weights: NDArray[np.float64], rates: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Strengths in Elo, mean 0, of greatest likelihood: Newton's method on a concave function."""
    if not pairings:
        return np.zeros(players)
    first, second = np.array(pairings).T
    strength = np.zeros(players)
    for _ in range(STEPS):
        expected = 1.0 / (1.0 + np.exp(strength[second] - strength[first]))
        slope, bend = weights * (rates - expected), weights * expected * (1.0 - expected) + 1e-12
        gradient, hessian = np.zeros(players), np.full((players, players), 1.0 / players)  # the mean is held at 0
        np.add.at(gradient, first, slope)
        np.add.at(gradient, second, -slope)
        for sign, (a, b) in ((1, (first, first)), (1, (second, second)), (-1, (first, second)), (-1, (second, first))):
            np.add.at(hessian, (a, b), sign * bend)
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        strength += step * min(1.0, 2.0 / max(1e-12, float(np.max(np.abs(step)))))
        if np.max(np.abs(step)) < CLOSE:
            break
    return np.asarray((strength - strength.mean()) * SCALE)
