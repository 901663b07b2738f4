"""One small base class for all bounds: what the rewards of one candidate say about its mean.

A bound is fed rewards one after the other (`fold`) and stops by itself at the first trial after which it
decides. Every reward comes twice: as it counts for accepting (`low`) and as it counts for dropping
(`high`). They differ only for lost trials, which count 0 in the first and 1 in the second, so that losing
trials can never create evidence for either decision.

A subclass for any-time tests supplies `_tests` (is each side's test passed after each of these trials?) and
`_interval`; bounds with their own bookkeeping override `fold` (`doubling.py`, `betting.py`).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.race.risks import RaceRisk, SideRisks, split
from ponnuki.race.verdict import Decision

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

BATCH_GROWTH_PERCENT = 6  # each batch of a candidate is about 6 % of what it has played


@dataclass(frozen=True, slots=True)
class BoundSettings:
    """What a bound is asked to decide: the thresholds, the risk, and what is assumed about the rewards.

    `prior_variance` never touches the guarantee, only how soon a decision falls.
    """

    accept_above: float
    drop_below: float
    risk: RaceRisk
    prior_variance: float
    first: int


@dataclass(frozen=True, slots=True)
class Tallies:
    """Running sums after each of some trials: count, rewards as they count on each side, (x - 1/2)^2."""

    n: Floats
    low: Floats
    high: Floats
    square: Floats


class Bound(ABC):
    """What is known about one candidate, and the decision once it has fallen."""

    name: ClassVar[str]
    summary: ClassVar[str]
    asymptotic: ClassVar[bool] = False
    needs_gap: ClassVar[bool] = False  # drop_below must be strictly above accept_above

    def __init__(self, settings: BoundSettings) -> None:
        self.settings = settings
        self.risks = self._risks(settings.risk)
        self.n = 0
        self.low_sum = 0.0
        self.high_sum = 0.0
        self.square_sum = 0.0
        self.decision: Decision | None = None
        self._shown: tuple[int, tuple[float, float]] | None = None

    def fold(self, low: Floats, high: Floats) -> int:
        """Count the rewards in order up to the first decision; say how many were counted."""
        tallies = self._tally(low, high)
        return self._count(tallies, *self._tests(tallies))

    def interval(self) -> tuple[float, float]:
        """The lower and upper bound to show, each at its own risk; [0, 1] before the first trial."""
        if self.n == 0:
            return 0.0, 1.0
        if self._shown is None or self._shown[0] != self.n:
            lower, upper = self._interval()
            self._shown = self.n, (min(max(lower, 0.0), 1.0), min(max(upper, 0.0), 1.0))
        return self._shown[1]

    def batch(self, n: int) -> int:
        """How many trials to run next when `n` have been counted."""
        return self.settings.first + n * BATCH_GROWTH_PERCENT // 100

    @property
    def mean(self) -> float:
        """The mean reward counted for accepting (1/2 before the first trial)."""
        return self.low_sum / self.n if self.n else 0.5

    @property
    def upper(self) -> float:
        """The upper bound alone: what `max-ub` compares."""
        return self.interval()[1]

    @property
    def strength(self) -> float:
        """How far the candidate is towards being accepted: what `best-bet` compares.

        For bounds without a wealth of their own it is Hoeffding's exponent, the log wealth of the best constant bet;
        a lower bound would not do, because it favours whoever has played most.
        """
        above = self.mean - self.settings.accept_above
        return 2 * self.n * above * abs(above)

    @staticmethod
    def _risks(risk: RaceRisk) -> SideRisks:
        return split(risk)

    def _tests(self, tallies: Tallies) -> tuple[Bools, Bools]:
        """Whether the accept test and the drop test are passed after each trial."""
        raise NotImplementedError

    @abstractmethod
    def _interval(self) -> tuple[float, float]:
        """The bounds from the current tallies, not yet clipped to [0, 1]."""

    def _tally(self, low: Floats, high: Floats) -> Tallies:
        return Tallies(
            np.arange(self.n + 1, self.n + 1 + len(low), dtype=np.float64),
            running(self.low_sum, low),
            running(self.high_sum, high),
            running(self.square_sum, (low - 0.5) ** 2),
        )

    def _count(self, tallies: Tallies, accept: Bools, drop: Bools) -> int:
        """Keep what was tallied up to the first test passed; say how many trials that is."""
        decided = np.flatnonzero(accept | drop)
        last = int(decided[0]) if decided.size else len(tallies.n) - 1
        if decided.size:
            self.decision = "accepted" if accept[last] else "dropped"
        self._keep(tallies, last)
        return last + 1

    def _keep(self, tallies: Tallies, last: int) -> None:
        self.n += last + 1
        self.low_sum = float(tallies.low[last])
        self.high_sum = float(tallies.high[last])
        self.square_sum = float(tallies.square[last])

    def _now(self) -> Tallies:
        """The current tallies as arrays of one, so that one formula serves tests and display."""
        return Tallies(
            np.array([float(self.n)]),
            np.array([self.low_sum]),
            np.array([self.high_sum]),
            np.array([self.square_sum]),
        )


def running(start: float, steps: Floats) -> Floats:
    """Running sums from `start`, added one after the other: the same bits as adding them one by one."""
    sums = np.empty(len(steps) + 1)
    sums[0] = start
    sums[1:] = steps
    np.add.accumulate(sums, out=sums)
    return sums[1:]
