"""Variant 2 of Hoock and Teytaud 2010: Hoeffding, the k-th test at risk d0 / (#S pi^2 k^2 / 6)."""

from ponnuki.race.bounds.doubling import DoublingBound, by_square, hoeffding


class Paper2(DoublingBound):
    """Hoeffding with quadratic spending, as published: the rule of their experiments."""

    name = "paper-2"
    summary = "Hoock and Teytaud's variant 2: Hoeffding, risk over k^2"

    def _radius(self, mean: float, risk: float) -> float:
        return hoeffding(self.n, risk)

    def _spend(self, risk: float, test: int) -> float:
        return by_square(risk, test)
