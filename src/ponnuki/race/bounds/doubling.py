"""What the bounds of Hoock and Teytaud share: a test each time the number of trials has doubled, and a radius
around the mean.

The k-th test of a candidate gets a part of its risk; the parts sum to the whole, so the union bound holds
over all tests. Between two tests nothing is decided and the interval shown is that of the last test.
"""

from abc import abstractmethod
from math import log, sqrt

import numpy as np

from ponnuki.race.bounds.base import Bound, BoundSettings, Floats
from ponnuki.race.risks import BASEL, RaceRisk, SideRisks, union_split


class DoublingBound(Bound):
    """Tests at n = first, 2 first, 4 first ... with lb > accept_above and ub < drop_below, as published."""

    def __init__(self, settings: BoundSettings) -> None:
        super().__init__(settings)
        self.tests = 0
        self._next_test = settings.first
        self._tested = (0.0, 1.0)

    def fold(self, low: Floats, high: Floats) -> int:
        """Count up to the next test; test there; go on."""
        start = 0
        while start < len(low) and self.decision is None:
            stop = min(len(low), start + self._next_test - self.n)
            self._keep(self._tally(low[start:stop], high[start:stop]), stop - start - 1)
            start = stop
            if self.n == self._next_test:
                self._test()
        return start

    def batch(self, n: int) -> int:
        """As often again, so that the number of tests stays logarithmic."""
        return max(n, self.settings.first)

    @staticmethod
    def _risks(risk: RaceRisk) -> SideRisks:
        return union_split(risk)

    @abstractmethod
    def _radius(self, mean: float, risk: float) -> float:
        """The half width around a mean at a risk, with the current tallies."""

    @abstractmethod
    def _spend(self, risk: float, test: int) -> float:
        """The part of the risk that the `test`-th test may use (from 1)."""

    def _test(self) -> None:
        self.tests += 1
        self._next_test *= 2
        low, high = self.low_sum / self.n, self.high_sum / self.n
        lower = low - self._radius(low, self._spend(self.risks.accept, self.tests))
        upper = high + self._radius(high, self._spend(self.risks.drop, self.tests))
        self._tested = lower, upper
        if lower > self.settings.accept_above:
            self.decision = "accepted"
        elif upper < self.settings.drop_below:
            self.decision = "dropped"

    def _interval(self) -> tuple[float, float]:
        return self._tested


def hoeffding(n: int, risk: float) -> float:
    """Hoeffding's radius, two-sided as in Hoock and Teytaud."""
    return sqrt(log(2 / risk) / (2 * n))


def by_square(risk: float, test: int) -> float:
    """Variant 2's spending: risk / (pi^2 k^2 / 6)."""
    return risk * BASEL / test**2


def deviation(bound: Bound, mean: float) -> float:
    """The empirical standard deviation around a mean."""
    return sqrt(max(0.0, bound.square_sum / bound.n - float(np.square(mean - 0.5))))
