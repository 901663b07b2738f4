"""Variant 1 of Hoock and Teytaud 2010: Hoeffding, the k-th test at risk d0 / (#S 2^k)."""

from ponnuki.race.bounds.doubling import DoublingBound, hoeffding


class Paper1(DoublingBound):
    """Hoeffding with geometric spending, as published."""

    name = "paper-1"
    summary = "Hoock and Teytaud's variant 1: Hoeffding, risk halved at each test"

    def _radius(self, mean: float, risk: float) -> float:
        return hoeffding(self.n, risk)

    def _spend(self, risk: float, test: int) -> float:
        return float(risk * 0.5**test)
