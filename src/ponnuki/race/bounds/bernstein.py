"""The empirical Bernstein radius of Hoock and Teytaud 2010, with variant 2's spending over doublings."""

from math import log, sqrt

from ponnuki.race.bounds.doubling import DoublingBound, by_square, deviation


class Bernstein(DoublingBound):
    """sd sqrt(2 log(3/d) / n) + 3 log(3/d) / n: better than Hoeffding where the variance is small."""

    name = "bernstein"
    summary = "Hoock and Teytaud's empirical Bernstein radius, risk over k^2"

    def _radius(self, mean: float, risk: float) -> float:
        strain = log(3 / risk) / self.n
        return deviation(self, mean) * sqrt(2 * strain) + 3 * strain

    def _spend(self, risk: float, test: int) -> float:
        return by_square(risk, test)
