"""Pairs of games as five counts: how often a pair gave 0, 1/2, 1, 3/2 and 2 points. Elo, and fishtest's likelihoods.

The log-likelihood ratio (LLR) compares the likelihood of the counts under two hypotheses, each maximised over all
distributions on the five results that satisfy it: a mean (Elo), or a mean in units of the standard deviation
(normalised Elo). *Asymptotic: no finite-sample guarantee.* It stands beside our bound because people know it.
"""

from math import log, sqrt

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.race.bounds.base import Floats
from ponnuki.race.bounds.gsprt import PAIR_REWARDS, UNSEEN
from ponnuki.race.thresholds import NELO_SCALE

STEPS = 200
CLOSE = 1e-12
LARGEST = 10**12
GAMES = 2


def checked_counts(numbers: object) -> Floats:
    """Five counts as an array."""
    counts = np.asarray(numbers, dtype=np.float64)
    fits = counts.shape == PAIR_REWARDS.shape and bool(
        np.all((counts >= 0) & (counts < LARGEST) & (counts == np.floor(counts)))
    )
    if not fits:
        raise BadInput("pairs are five whole numbers: how often a pair gave 0, 1/2, 1, 3/2 and 2 points")
    if not counts.sum():
        raise BadInput("there is no pair of games in it")
    return counts


def counts_of(rewards: Floats) -> Floats:
    """The counts of pairs in any order."""
    places = np.rint(rewards * (len(PAIR_REWARDS) - 1)).astype(np.intp)
    return np.bincount(places, minlength=len(PAIR_REWARDS)).astype(np.float64)


def mean_and_variance(counts: Floats) -> tuple[float, float]:
    """Of a pair's mean result."""
    shares = counts / counts.sum()
    mean = float(shares @ PAIR_REWARDS)
    return mean, float(shares @ (PAIR_REWARDS - mean) ** 2)


def nelo_of(rate: float, variance: float) -> float | None:
    """The normalised Elo of a mean result, from the variance that was seen; None where there was none."""
    return (rate - 0.5) * NELO_SCALE / sqrt(GAMES * variance) if variance > 0 else None


def elo_llr(counts: Floats, low: float, high: float) -> float:
    """The log-likelihood ratio of two mean results."""
    shares, pairs = _seen(counts)
    likely = [np.log(_with_mean(shares, PAIR_REWARDS - mean)) for mean in (low, high)]
    return float(pairs * (shares @ (likely[1] - likely[0])))


def nelo_llr(counts: Floats, low: float, high: float) -> float:
    """The log-likelihood ratio of two normalised Elo."""
    shares, pairs = _seen(counts)
    likely = [np.log(_with_ratio(shares, nelo * sqrt(GAMES) / NELO_SCALE)) for nelo in (low, high)]
    return float(pairs * (shares @ (likely[1] - likely[0])))


def llr_bars(risk: float) -> tuple[float, float]:
    """Where a test by the ratio stops, with the same risk on both sides."""
    bar = log((1 - risk) / risk)
    return -bar, bar


def _seen(counts: Floats) -> tuple[Floats, float]:
    """Shares and number of pairs, with fishtest's small number in the place of every count that is 0."""
    filled = np.where(counts == 0, UNSEEN, counts)
    pairs = float(filled.sum())
    shares: Floats = filled / pairs
    return shares, pairs


def _with_ratio(shares: Floats, ratio: float) -> Floats:
    """The likeliest distribution whose mean is so many standard deviations above 1/2: the condition is made linear
    where the distribution is now, and again, until it stays."""
    found = shares
    for _ in range(STEPS):
        mean = float(found @ PAIR_REWARDS)
        deviation = sqrt(float(found @ (PAIR_REWARDS - mean) ** 2))
        away = PAIR_REWARDS - 0.5 - ratio * deviation / 2 * (1 + ((PAIR_REWARDS - mean) / deviation) ** 2)
        after = _with_mean(shares, away)
        if float(np.max(np.abs(after - found))) < CLOSE:
            break
        found = after
    return found


def _with_mean(shares: Floats, away: Floats) -> Floats:
    """The likeliest distribution under which the mean of `away` is 0: shares / (1 + x away), x found by bisection."""
    low, high = -1.0 / float(away.max()), -1.0 / float(away.min())
    for _ in range(STEPS):
        middle = (low + high) / 2
        if float((shares * away / (1 + middle * away)).sum()) > 0:
            low = middle
        else:
            high = middle
    found: Floats = shares / (1 + (low + high) / 2 * away)
    return found
