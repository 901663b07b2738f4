"""A one-sided beta-binomial mixture: bets on every mean above the threshold at once.

    E(mu) = B(q mu + S, q (1-mu) + n - S) / (B(q mu, q (1-mu)) mu^S (1-mu)^(n-S))
            * P_post(p > mu) / P_prior(p > mu)

is the likelihood ratio of Bernoulli(p) to Bernoulli(mu), averaged over a Beta(q mu, q (1-mu)) prior cut to
p > mu. For rewards in [0,1], x -> (p/mu)^x ((1-p)/(1-mu))^(1-x) is convex, so its mean is at most that of a
Bernoulli reward with the same mean, and E stays a supermartingale whenever E[x | past] <= mu: reject mu
when E >= 1/risk. The drop side is the same test on 1 - x.

SciPy is imported where it is used: it takes longer to import than a short command takes, and no other bound needs it.
"""

from math import log, log1p

import numpy as np

from ponnuki.race.bounds.base import Bools, Bound, BoundSettings, Floats, Tallies

PRIOR_STRENGTH = 2500.0  # q: the prior is as wide as the mean of 2 500 games, right for effects of 1 to 2 %
BISECTIONS = 40  # halvings of [0, 1] until the displayed bound is exact to 1e-12


class BetaBinomial(Bound):
    """Close to the floor on games without draws; blind to a smaller variance."""

    name = "beta-binomial"
    summary = "one-sided beta-binomial mixture, valid at every trial"

    def __init__(self, settings: BoundSettings) -> None:
        super().__init__(settings)
        self._accept_bar = log(1 / self.risks.accept)
        self._drop_bar = log(1 / self.risks.drop)

    def _tests(self, tallies: Tallies) -> tuple[Bools, Bools]:
        wins, losses = tallies.low, tallies.n - tallies.high
        accept = rejects(tallies.n, wins, self.settings.accept_above, self._accept_bar)
        drop = rejects(tallies.n, losses, 1 - self.settings.drop_below, self._drop_bar)
        return accept, drop

    @property
    def strength(self) -> float:
        """The logarithm of E at the accept threshold."""
        return float(log_mixture(np.float64(self.n), np.float64(self.low_sum), self.settings.accept_above))

    def _interval(self) -> tuple[float, float]:
        lower = lower_limit(self.n, self.low_sum, self._accept_bar)
        upper = 1 - lower_limit(self.n, self.n - self.high_sum, self._drop_bar)
        return lower, upper


def rejects(n: Floats, total: Floats, mean: float, bar: float) -> Bools:
    """Whether `mean` is rejected after each trial; the posterior is only computed where it can matter."""
    most = _log_ratio(n, total, mean) - _log_prior(mean)
    passed: Bools = most >= bar
    close = np.flatnonzero(passed)
    if close.size:
        passed[close] = log_mixture(n[close], total[close], mean) >= bar
    return passed


def log_mixture(n: Floats | np.float64, total: Floats | np.float64, mean: float) -> Floats:
    """log E(mean) after `n` rewards that sum to `total`."""
    wins, losses = PRIOR_STRENGTH * mean + total, PRIOR_STRENGTH * (1 - mean) + n - total
    with np.errstate(divide="ignore"):
        posterior = np.log(_beta_tail(losses, wins, 1 - mean))
    value: Floats = _log_ratio(n, total, mean) + posterior - _log_prior(mean)
    return value


def lower_limit(n: int, total: float, bar: float) -> float:
    """The largest mean below the sample mean that is rejected, by bisection; 0 if none is."""
    low, high = 0.0, total / n
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if middle > 0.0 and log_mixture(np.float64(n), np.float64(total), middle) >= bar:
            low = middle
        else:
            high = middle
    return low


def _log_ratio(n: Floats | np.float64, total: Floats | np.float64, mean: float) -> Floats:
    from scipy.special import betaln

    wins, losses = PRIOR_STRENGTH * mean, PRIOR_STRENGTH * (1 - mean)
    likelihood = total * log(mean) + (n - total) * log1p(-mean)
    ratio: Floats = betaln(wins + total, losses + n - total) - betaln(wins, losses) - likelihood
    return ratio


def _log_prior(mean: float) -> float:
    wins, losses = PRIOR_STRENGTH * mean, PRIOR_STRENGTH * (1 - mean)
    return float(np.log(_beta_tail(losses, wins, 1 - mean)))


def _beta_tail(a: Floats | float, b: Floats | float, x: float) -> Floats:
    from scipy.special import betainc

    tail: Floats = betainc(a, b, x)
    return tail
