"""The generalised sequential probability ratio test, as fishtest computes it.

LLR = N (s1 - s0)(2 s - s0 - s1) / (2 var): a normal approximation with the variance estimated on the way.
Like fishtest it waits for a first batch: the variance of one or two results means nothing.
*Asymptotic: no finite-sample guarantee.* It is here because people know it, and marked wherever it is shown.
"""

from math import log

import numpy as np

from ponnuki.race.bounds.base import Bound, BoundSettings, Floats

PAIR_REWARDS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
UNSEEN = 1e-3  # fishtest puts this in the place of a zero count, so that the variance is never 0


class Gsprt(Bound):
    """Tests s0 = accept_above against s1 = drop_below; each side counts lost trials against itself."""

    name = "gsprt"
    summary = "fishtest's GSPRT (asymptotic: no finite-sample guarantee)"
    asymptotic = True
    needs_gap = True

    def __init__(self, settings: BoundSettings) -> None:
        super().__init__(settings)
        accept, drop = self.risks.accept, self.risks.drop
        self._accept_bar = log((1 - drop) / accept)
        self._drop_bar = log(drop / (1 - accept))
        self._low_counts = np.zeros(len(PAIR_REWARDS))
        self._high_counts = np.zeros(len(PAIR_REWARDS))

    def fold(self, low: Floats, high: Floats) -> int:
        """Count rewards, and how often each of the five results of a pair was seen on each side."""
        tallies = self._tally(low, high)
        low_counts = counts_after(self._low_counts, low)
        high_counts = counts_after(self._high_counts, high)
        accept = self._ratio(*moments(tallies.n, tallies.low, tallies.square, low_counts)) >= self._accept_bar
        drop = self._ratio(*moments(tallies.n, tallies.high, tallies.square, high_counts)) <= self._drop_bar
        enough = tallies.n >= self.settings.first
        used = self._count(tallies, accept & enough, drop & enough)
        self._low_counts, self._high_counts = low_counts[:, used - 1], high_counts[:, used - 1]
        return used

    @property
    def strength(self) -> float:
        """The log likelihood ratio, on the side of accepting."""
        return float(self._ratio(*self._moments_now(self.low_sum, self._low_counts))[0]) if self.n else 0.0

    def _interval(self) -> tuple[float, float]:
        """The thresholds at which the same test, with the same gap, would just decide now."""
        gap = self.settings.drop_below - self.settings.accept_above
        n, mean, variance = self._moments_now(self.low_sum, self._low_counts)
        lower = mean - gap / 2 - self._accept_bar * variance / (n * gap)
        n, mean, variance = self._moments_now(self.high_sum, self._high_counts)
        upper = mean + gap / 2 - self._drop_bar * variance / (n * gap)
        return float(lower[0]), float(upper[0])

    def _moments_now(self, total: float, counts: Floats) -> tuple[Floats, Floats, Floats]:
        now = self._now()
        return moments(now.n, np.array([total]), now.square, counts[:, np.newaxis])

    def _ratio(self, n: Floats, mean: Floats, variance: Floats) -> Floats:
        s0, s1 = self.settings.accept_above, self.settings.drop_below
        ratio: Floats = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        return ratio


def counts_after(counts: Floats, rewards: Floats) -> Floats:
    """How often each pair reward was seen after each trial. Shape: (5, trials)."""
    seen = rewards[np.newaxis, :] == PAIR_REWARDS[:, np.newaxis]
    after: Floats = counts[:, np.newaxis] + np.cumsum(seen, axis=1)
    return after


def moments(n: Floats, total: Floats, square: Floats, counts: Floats) -> tuple[Floats, Floats, Floats]:
    """Number, mean and variance with `UNSEEN` in the place of every zero count, after each trial."""
    unseen = np.where(counts == 0, UNSEEN, 0.0)
    weight = n + unseen.sum(axis=0)
    mean = (total + PAIR_REWARDS @ unseen) / weight
    variance = (square + (PAIR_REWARDS - 0.5) ** 2 @ unseen) / weight - (mean - 0.5) ** 2
    return weight, mean, variance
