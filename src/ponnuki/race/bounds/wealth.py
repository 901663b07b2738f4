"""The wealth of the betting bound at *any* threshold, from counts: how its interval is found.

Within an epoch the bets are constant, so how often each reward came is all that matters. Rewards are
counted on a grid of multiples of 1/24: exact for wins, draws, halves, thirds, quarters, sixths, eighths. A
reward between two grid points is split between them so that its mean is kept. x -> log(1 + l (x - t)) is
concave, so the split can only lower the wealth of either side at every threshold: the interval stays valid,
a little wider (below 1 % of the drift), and its cost never depends on how many different rewards or how
many trials there were. Epochs grow by a quarter, so their number is logarithmic (about 60 after a million
trials).

Only the lower bound is written: the upper bound is 1 minus the lower bound of 1 - x.
"""

from math import exp, log, sqrt

import numpy as np

from ponnuki.race.bounds.base import Floats

GRID = 24  # cells per unit of reward
CAP = 0.9  # no bet may lose more than this part of the wealth
TOLERANCE = 1e-7  # of the last step: Newton squares the error, so the root is good to about 1e-13
STEPS = 100  # more than bisection alone would need


class Counts:
    """Counts of the rewards on the grid by epoch, and the uncapped bets of each epoch, laid out for one product.

    Shapes: `rewards` (places,), `counts` (places,), `bets` (bets, places), a place being an epoch and a grid
    point that occurs in some epoch.
    """

    def __init__(self, grid: Floats, bets: Floats) -> None:
        occur = np.flatnonzero(grid.any(axis=0))
        self.rewards: Floats = np.tile(occur / GRID, len(grid))
        self.counts: Floats = grid[:, occur].ravel()
        self.bets: Floats = np.repeat(bets.T, len(occur), axis=1)
        self.largest_bet = float(bets.max())


def split(reward: float) -> tuple[int, float]:
    """The grid cell at or below a reward, and the part of it that belongs to the next cell."""
    place = reward * GRID
    cell = int(place)
    return cell, place - cell


def log_mean_exp(logs: list[float]) -> float:
    """log of the mean of exp: the log wealth of an equal mixture."""
    top = max(logs)
    return top + log(sum(exp(v - top) for v in logs) / len(logs))


def lower_limit(seen: Counts, bar: float, guess: float) -> float:
    """The threshold at which the log wealth is `bar`: all below are rejected. 0 if none is.

    The wealth falls as the threshold rises, so there is one root: Newton's steps, kept inside a bracket.
    """
    if _log_wealth(seen, 0.0)[0] < bar:
        return 0.0
    low, high = 0.0, 1.0
    at = min(max(guess, 0.0), 1.0)
    for _ in range(STEPS):
        value, slope = _log_wealth(seen, at)
        if value >= bar:
            low = at
        else:
            high = at
        newton = at - (value - bar) / slope if slope < 0.0 else low
        if abs(newton - at) < TOLERANCE:
            return newton
        at = newton if low < newton < high else (low + high) / 2
    return low


def first_guess(mean: float, variance: float, n: int, bar: float) -> float:
    """Where a normal approximation would put the lower limit."""
    return mean - sqrt(2 * variance * bar / n)


def _log_wealth(seen: Counts, threshold: float) -> tuple[float, float]:
    """The log wealth had the threshold been this one, and its derivative."""
    edge = seen.rewards - threshold
    bets = seen.bets
    if seen.largest_bet * threshold <= CAP:
        growth = 1.0 + bets * edge
        moves = bets / growth
    else:
        cap = CAP / threshold
        bets = np.minimum(bets, cap)
        growth = 1.0 + bets * edge
        moves = bets * np.where(bets == cap, seen.rewards / threshold, 1.0) / growth  # the cap moves as well
    logs = np.log(growth) @ seen.counts
    top = float(logs.max())
    shares = np.exp(logs - top)
    total = float(shares.sum())
    slope = -float(shares @ (moves @ seen.counts)) / total
    return top + log(total / len(shares)), slope
