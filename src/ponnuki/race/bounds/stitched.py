"""The stitched boundary of Howard, Ramdas, McAuliffe and Sekhon (2021): an any-time law of the iterated
logarithm.

|S - n mu| <= 1.7 sqrt(v (log log(2 v/m) + 0.72 log(5.2/r))) for all n at once, with v = n/4 (rewards in
[0,1] are 1/2-sub-Gaussian), m = 1 and r the risk of the side: half of what a two-sided interval would have.
"""

import numpy as np

from ponnuki.race.bounds.base import Bools, Bound, Floats, Tallies

SCALE = 1.7  # the three constants of the published boundary, for epochs growing by e
RISK_WEIGHT = 0.72
RISK_FACTOR = 5.2
FIRST_VARIANCE = 1.0  # m: the boundary is flat until v = m


class Stitched(Bound):
    """Valid at every trial and asymptotically optimal, but blind to the variance."""

    name = "stitched"
    summary = "stitched sub-Gaussian boundary, valid at every trial"

    def _tests(self, tallies: Tallies) -> tuple[Bools, Bools]:
        lower, upper = self._limits(tallies)
        return lower > self.settings.accept_above, upper < self.settings.drop_below

    def _interval(self) -> tuple[float, float]:
        lower, upper = self._limits(self._now())
        return float(lower[0]), float(upper[0])

    def _limits(self, tallies: Tallies) -> tuple[Floats, Floats]:
        n = tallies.n
        lower = (tallies.low - boundary(n, self.risks.accept)) / n
        upper = (tallies.high + boundary(n, self.risks.drop)) / n
        return lower, upper


def boundary(n: Floats, risk: float) -> Floats:
    """How far S may be from n mu on one side."""
    variance = np.maximum(n / 4, FIRST_VARIANCE)
    iterated = np.log(np.log(2 * variance / FIRST_VARIANCE))
    radius: Floats = SCALE * np.sqrt(variance * (iterated + RISK_WEIGHT * np.log(RISK_FACTOR / risk)))
    return radius
