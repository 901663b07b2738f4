"""How many trials a candidate costs until it is accepted, over the chance that it ever is: the index of `nat-index`.

Choosing who plays next, to reach one acceptance with the fewest trials, is a game of golf with several balls (Dumitriu,
Tetali and Winkler 2003). It is best to play the candidate with the least ratio of expected trials to the chance of
success, over all rules of giving it up. Here that ratio is computed for a prior that the race itself suggests, and for
rules of one kind: go on while the effect may be `e_c` or more. The first sum below is what a good candidate costs, the
second what it costs to find out that it is bad:

    index = min over c of [sum_{j >= c} p_j R_j + sum_{j < c} p_j min(R_c, 2 v / (mean_c - e_j)^2)] / sum_{j >= c} p_j

Effects `e_j` lie on a grid around the thresholds; `p_j` is the posterior, `R_j` the trials left if the effect is `e_j`.
Everything is computed in logarithms, as the chance of a bad candidate is smaller than any floating-point number.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LOWEST, HIGHEST = -12, 20
"""The grid of effects, in gaps between the thresholds; from 1 on an effect is good."""
OVERSHOOT = 1.5
"""What a bet wins beyond what acceptance needs, and loses by not knowing the effect, in nats."""
CENTRE_WEIGHT, CENTRE = 4.0, 0.5
"""Candidates' worth of belief that the mean of all is one half."""
DEVIATION, WIDE_DEVIATION, WIDE_SHARE = 2.0, 6.67, 0.01
"""The prior, in gaps: a normal around the mean of all, and a wide one for surprises. These constants and those above
were chosen on simulated races."""
LEAST = 1e-12
SMALLEST_GAP = 0.003
"""Where the thresholds are equal, as the rules of Hoock and Teytaud allow."""


def log_indices(
    n: Floats,
    sums: Floats,
    squares: Floats,
    accept_risks: Floats,
    thresholds: tuple[float, float],
    prior: tuple[float, float],
) -> Floats:
    """The logarithm of each candidate's index, from all candidates' trials, sums of rewards and of (x - 1/2)^2.

    `prior` is a variance and how many trials it weighs; the variance is one for the whole race.
    """
    low, high = thresholds
    gap = max(high - low, SMALLEST_GAP)
    variance = (prior[1] * prior[0] + squares.sum()) / (prior[1] + n.sum())
    effects: Floats = np.asarray(low + gap * np.arange(LOWEST, HIGHEST + 1), np.float64)
    belief = _log_prior(effects, gap, _centre(n, sums, variance, gap))
    away = effects - 0.5
    posterior = belief + (np.outer(sums - n / 2, away) - np.outer(n, away**2 / 2)) / variance
    left = _trials_left(n, sums - low * n, variance * (np.log(1.0 / accept_risks) + OVERSHOOT), effects - low)
    return _least(posterior, left, effects, variance)


def _centre(n: Floats, sums: Floats, variance: float, gap: float) -> float:
    """The mean of all candidates, those that were dropped too, each by how well it is known."""
    weights = n / (n + variance / (DEVIATION * gap) ** 2)
    means = np.divide(sums, n, out=np.full_like(sums, 0.5), where=n > 0)
    return float((CENTRE_WEIGHT * CENTRE + (weights * means).sum()) / (CENTRE_WEIGHT + weights.sum()))


def _log_prior(effects: Floats, gap: float, centre: float) -> Floats:
    near = np.exp(-0.5 * ((effects - centre) / (DEVIATION * gap)) ** 2)
    wide = np.exp(-0.5 * ((effects - 0.5) / (WIDE_DEVIATION * gap)) ** 2)
    near_sum = near.sum()
    mixed = WIDE_SHARE * wide / wide.sum() + LEAST
    if near_sum > 0.0:  # a centre far beyond the grid leaves the wide part alone
        mixed = mixed + (1.0 - WIDE_SHARE) * near / near_sum
    found: Floats = np.log(mixed)
    return found


def _trials_left(n: Floats, ahead: Floats, needed: Floats, above: Floats) -> Floats:
    """(K, J): trials until a bet on an effect has won what is needed; only those of good effects mean something."""
    d = np.where(above > 0.0, above, 1.0)
    n, ahead, needed = n[:, None], ahead[:, None], needed[:, None]
    root = np.sqrt(np.maximum(0.0, needed * (needed + 2.0 * d * (n * d - ahead))))
    left: Floats = np.maximum(1.0, (needed - ahead * d + root) / d**2)
    return left


def _least(posterior: Floats, left: Floats, effects: Floats, variance: float) -> Floats:
    """(K,): the least logarithm of trials over chance, over all effects from which a candidate may be given up."""
    best = np.full(len(posterior), np.inf)
    for cut in range(1 - LOWEST, len(effects)):
        good = posterior[:, cut:]
        chance = np.logaddexp.reduce(good, axis=1)
        mean = (np.exp(good - chance[:, None]) * effects[cut:]).sum(axis=1)
        to_know = 2.0 * variance / (mean[:, None] - effects[:cut]) ** 2
        cost = np.hstack([np.minimum(left[:, cut : cut + 1], to_know), left[:, cut:]])
        best = np.minimum(best, np.logaddexp.reduce(posterior + np.log(cost), axis=1) - chance)
    return best
