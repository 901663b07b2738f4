"""Reward distributions for simulated races, and the information-theoretic floor for deciding on them.

A model gives, for any mean, the chances of a few possible rewards. Its floor uses the smallest Kullback-Leibler
divergence to any distribution on [0, 1] with the threshold as its mean (not only to its own kind), because the
race must be right for all of them: K = max over l of E[log(1 + l (x - t))]. For Bernoulli rewards it is the usual
divergence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.errors import BadInput

Shape = Literal["bernoulli", "three", "skewed"]
Floats = NDArray[np.float64]

CHESS_VARIANCE = 0.0324  # of a pair of games between chess engines: many draws
GO_VARIANCE = 0.12  # of a pair of 9x9 Go games; independent games would have 0.125
SKEWED_REWARDS = np.array([0.0, 0.1, 0.3, 1.0])  # a rare large reward, and values off the grid of the counts
SEARCH_STEPS = 200  # golden-section steps: the maximum is exact to rounding


@dataclass(frozen=True, slots=True)
class RewardModel:
    """A kind of reward: its values, what it assumes about the variance, and how many games a trial is."""

    name: str
    shape: Shape
    values: tuple[float, ...]
    variance: float
    games_per_trial: int

    def chances(self, means: Sequence[float] | Floats) -> Floats:
        """Chances of the values for each mean, shape (len(means), len(values))."""
        rows = np.array([self._row(float(mean)) for mean in np.ravel(means)])
        if not np.all((rows >= 0) & (rows <= 1)):
            raise BadInput(f"rewards like {self.name!r} cannot have the means {list(np.ravel(means))}")
        return rows

    @property
    def rewards(self) -> Floats:
        """The possible rewards."""
        return np.array(self.values)

    def _row(self, mean: float) -> list[float]:
        if self.shape == "bernoulli":
            return [1 - mean, mean]
        if self.shape == "skewed":
            return _skewed_row(mean)
        step = self.values[2] - self.values[1]
        decided = (self.variance + (mean - 0.5) ** 2) / step**2
        return [(decided - (mean - 0.5) / step) / 2, 1 - decided, (decided + (mean - 0.5) / step) / 2]


def _skewed_row(mean: float) -> list[float]:
    """Two parts of 0, one of 0.1 and one of 0.3, and as much of 1 as the mean needs."""
    rest = (1 - mean) / (1 - 0.1)  # the mean of 0, 0, 0.1, 0.3 is 0.1
    return [rest / 2, rest / 4, rest / 4, 1 - rest]


BERNOULLI = RewardModel("games without draws", "bernoulli", (0.0, 1.0), 0.25, 1)
CHESS_PAIRS = RewardModel("chess-like pairs", "three", (0.25, 0.5, 0.75), CHESS_VARIANCE, 2)
GO_PAIRS = RewardModel("Go-like pairs", "three", (0.0, 0.5, 1.0), GO_VARIANCE, 2)
CHESS_GAMES = RewardModel("chess-like games", "three", (0.0, 0.5, 1.0), 2 * CHESS_VARIANCE, 1)
SKEWED = RewardModel("skewed", "skewed", tuple(SKEWED_REWARDS), 0.25, 1)


def pairs(variance: float) -> RewardModel:
    """Pairs of games of a given variance: decided by one win where that is enough, else by two."""
    step = 0.25 if variance < 0.25**2 * 0.9 else 0.5
    if variance > step**2 * 0.99:
        raise BadInput(f"a pair of games has a variance below 0.25, not {variance:g}")
    return RewardModel("pairs", "three", (0.5 - step, 0.5, 0.5 + step), variance, 2)


def divergence(values: Floats, chances: Floats, mean: float) -> float:
    """The smallest divergence to a distribution on [0, 1] with that mean."""
    edge = values - mean
    low, high = -1 / (1 - mean), 1 / mean
    ratio = (5**0.5 - 1) / 2

    def growth(bet: float) -> float:
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(np.maximum(1 + bet * edge, 0.0))
        return float(np.sum(np.where(chances > 0, chances * logs, 0.0)))

    for _ in range(SEARCH_STEPS):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if growth(left) < growth(right):
            low = left
        else:
            high = right
    return growth((low + high) / 2)


def floor_games(model: RewardModel, mean: float, accept_above: float, drop_below: float, risk: float) -> float:
    """Games below which no test with this risk can decide on average.

    Outside the gap it is log(1/risk) / K with the threshold to be refuted. Between the thresholds either decision
    is right: a test that accepts with chance p needs kl(p, risk) / K against one threshold and kl(1 - p, risk) / K
    against the other, and the floor is that of the best p.
    """
    chances = model.chances([mean])[0]
    against_accept = divergence(model.rewards, chances, accept_above)
    against_drop = divergence(model.rewards, chances, drop_below)
    if mean >= drop_below:
        trials = log(1 / risk) / against_accept
    elif mean <= accept_above:
        trials = log(1 / risk) / against_drop
    else:
        p = np.linspace(risk, 1 - risk, 10_001)
        need = np.maximum(_binary(p, risk) / against_accept, _binary(1 - p, risk) / against_drop)
        trials = float(need.min())
    return trials * model.games_per_trial


def _binary(p: Floats, q: float) -> Floats:
    """The divergence of Bernoulli(p) from Bernoulli(q), 0 where p < q: no test needs trials to do less."""
    divergences: Floats = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return np.where(p > q, divergences, 0.0)
