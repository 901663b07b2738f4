"""Intervals that hold at any time: whenever somebody looks and stops, the truth is inside with the probability told.

The wealth of bets against every rate (`bounds/wealth.py`), with ten sizes of effect from 0.001 to 0.512, so that one
rule serves matches of ten pairs and of a million. From rewards in the order in which they were due, the bets follow the
variance, epoch by epoch, as those of the default bound do. From counts alone, they are fixed at the variance that was
expected before, so that the order plays no part; an expectation taken from the counts would break the promise.
"""

from math import log

import numpy as np

from ponnuki.race.bounds.base import Floats
from ponnuki.race.bounds.betting import BETS, SMALLEST_BET, prior_weight
from ponnuki.race.bounds.gsprt import PAIR_REWARDS
from ponnuki.race.bounds.wealth import CAP, GRID, Counts, first_guess, log_mean_exp, lower_limit
from ponnuki.race.verdict import Decision

EFFECTS: Floats = np.array([0.001 * 2.0**power for power in range(10)])
GROWTH = 5, 4
"""An epoch ends when the number of trials has grown by a quarter."""


def interval_in_order(rewards: Floats, risk: float, prior_variance: float) -> tuple[float, float]:
    """Where the mean lies, from rewards in the order in which they were due; both ends share the risk."""
    grids, bets = [], []
    begin, weight = 0, prior_weight(prior_variance)
    squares = np.concatenate([[0.0], np.cumsum((rewards - 0.5) ** 2)])
    while begin < len(rewards):
        end = max(begin + 1, -(-begin * GROWTH[0] // GROWTH[1]))
        grids.append(_on_grid(rewards[begin:end]))
        bets.append(EFFECTS * (weight + begin) / (weight * prior_variance + squares[begin]))
        begin = end
    if not grids:
        return 0.0, 1.0
    return _interval(np.array(grids), np.array(bets), float(rewards.mean()), risk, prior_variance)


def interval_of_counts(counts: Floats, risk: float, prior_variance: float) -> tuple[float, float]:
    """The same from counts of pairs, whatever their order was."""
    grid = np.zeros((1, GRID + 1))
    grid[0, np.rint(PAIR_REWARDS * GRID).astype(np.intp)] = counts
    mean = float(counts @ PAIR_REWARDS / counts.sum())
    return _interval(grid, EFFECTS[np.newaxis] / prior_variance, mean, risk, prior_variance)


def verdict_of_counts(
    counts: Floats, accept_above: float, drop_below: float, risk: float, prior_variance: float
) -> tuple[Decision | None, float, float]:
    """What the default bound with fixed bets says of counts: a decision, and the logs of both wealths."""
    effects = SMALLEST_BET * (drop_below - accept_above) * 2.0 ** np.arange(BETS)
    bets = effects / prior_variance
    up = np.minimum(bets, CAP / accept_above)[:, np.newaxis] * (PAIR_REWARDS - accept_above)
    down = np.minimum(bets, CAP / (1 - drop_below))[:, np.newaxis] * (PAIR_REWARDS - drop_below)
    accept, drop = (log_mean_exp((np.log1p(steps) @ counts).tolist()) for steps in (up, -down))
    bar = log(1 / risk)
    decision: Decision | None = "accepted" if accept >= bar else "dropped" if drop >= bar else None
    return decision, accept, drop


def _interval(grids: Floats, bets: Floats, mean: float, risk: float, variance: float) -> tuple[float, float]:
    bar, trials = log(2 / risk), int(grids.sum())
    low = lower_limit(Counts(grids, bets), bar, first_guess(mean, variance, trials, bar))
    high = lower_limit(Counts(grids[:, ::-1], bets), bar, first_guess(1 - mean, variance, trials, bar))
    return max(low, 0.0), min(1 - high, 1.0)


def _on_grid(rewards: Floats) -> Floats:
    """Counts on the grid of the wealth; a reward between two points of it is split."""
    place = rewards * GRID
    cell = place.astype(np.intp)
    rest = place - cell
    counts = np.zeros(GRID + 2)
    np.add.at(counts, cell, 1.0 - rest)
    np.add.at(counts, cell + 1, rest)
    return counts[: GRID + 1]
