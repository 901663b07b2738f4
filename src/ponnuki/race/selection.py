"""Which candidate plays next: small rules over what the race knows at the end of a batch.

The guarantee holds for any rule, because the bounds allow any selection that looks only at the past. Values
are compared after rounding, so that two candidates that are equal on paper are equal on every machine; the
first one named wins ties.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.errors import BadInput
from ponnuki.race.bounds.base import Bound
from ponnuki.race.bounds.betting import prior_weight
from ponnuki.race.nat_index import log_indices

DIGITS = 9  # far below any difference that matters, far above rounding errors
UPPER_TURN = 8  # best-bet gives one batch in eight to the largest upper bound, so that nothing starves
THOMPSON_MEAN = 0.5  # the prior of a candidate's mean: most modifications change little
THOMPSON_DEVIATION = 0.01
THOMPSON_WEIGHT = 10.0  # trials' worth of prior variance, so that equal rewards do not look certain


@dataclass(slots=True)
class Field:
    """What a rule may see: the candidates still in the race, and how often each has been chosen.

    Looking ahead works on a copy in which batches are noted as if they had been played without a decision.
    """

    bounds: Sequence[Bound]
    seed: int
    active: list[int]  # in the order they were named
    batches: list[int]
    strengths: list[float]  # rounded, as of the end of the candidate's last batch
    turn: int

    @classmethod
    def start(cls, bounds: Sequence[Bound], seed: int) -> Self:
        """Everybody in, nobody chosen yet."""
        strengths = [round(bound.strength, DIGITS) for bound in bounds]
        return cls(bounds, seed, list(range(len(bounds))), [0] * len(bounds), strengths, 0)

    def copy(self) -> Self:
        """A field to try choices on."""
        return replace(self, active=self.active.copy(), batches=self.batches.copy(), strengths=self.strengths.copy())

    def note_batch(self, candidate: int) -> None:
        """Record that a candidate's batch has ended."""
        self.batches[candidate] += 1
        self.strengths[candidate] = round(self.bounds[candidate].strength, DIGITS)
        self.turn += 1

    def largest(self, key: Callable[[int], float]) -> int:
        """The first active candidate whose rounded key is largest."""
        return max(self.active, key=lambda i: round(key(i), DIGITS))


class Selection(ABC):
    """A rule that names the next candidate."""

    name: ClassVar[str]
    summary: ClassVar[str]

    @abstractmethod
    def choose(self, field: Field) -> int:
        """The index of an active candidate."""


class MaxUb(Selection):
    """The rule of Hoock and Teytaud: optimism."""

    name = "max-ub"
    summary = "the largest upper bound (Hoock and Teytaud's rule)"

    def choose(self, field: Field) -> int:
        """Whoever could still be best."""
        return field.largest(lambda i: field.bounds[i].upper)


class BestBet(Selection):
    """Follow the candidate nearest to acceptance; one acceptance is all a race needs."""

    name = "best-bet"
    summary = "the most evidence for acceptance, one batch in eight to the largest upper bound (default)"

    def __init__(self) -> None:
        self._optimist = MaxUb()

    def choose(self, field: Field) -> int:
        """Whoever has won most bets."""
        if field.turn % UPPER_TURN == UPPER_TURN - 1:
            return self._optimist.choose(field)
        return max(field.active, key=field.strengths.__getitem__)


class Thompson(Selection):
    """Draw each mean from a normal posterior and believe the draw."""

    name = "thompson"
    summary = "the largest mean drawn from a normal posterior"

    def choose(self, field: Field) -> int:
        """The draws depend on seed, turn and candidate alone, so that looking ahead disturbs nothing."""
        draws = normals(field.seed, field.turn, len(field.bounds))

        def drawn(i: int) -> float:
            mean, deviation = posterior(field.bounds[i])
            return float(mean + deviation * draws[i])

        return field.largest(drawn)


class NatIndex(Selection):
    """The candidate whose acceptance is likely to cost least (`nat_index.py`)."""

    name = "nat-index"
    summary = "the fewest trials expected for the chance of an acceptance"

    def choose(self, field: Field) -> int:
        """The least index; all candidates, also those that were dropped, say what is usual in this race."""
        bounds, settings = field.bounds, field.bounds[0].settings
        indices = log_indices(
            np.array([float(bound.n) for bound in bounds]),
            np.array([bound.low_sum for bound in bounds]),
            np.array([bound.square_sum for bound in bounds]),
            np.array([bound.risks.accept for bound in bounds]),
            (settings.accept_above, settings.drop_below),
            (settings.prior_variance, prior_weight(settings.prior_variance)),
        )
        return field.largest(lambda i: -float(indices[i]))


class RoundRobin(Selection):
    """Everybody in turn."""

    name = "round-robin"
    summary = "everybody in turn"

    def choose(self, field: Field) -> int:
        """Whoever has been chosen least."""
        return min(field.active, key=lambda i: (field.batches[i], i))


class OneAtATime(Selection):
    """The rule of Hoock and Teytaud for countable S: decide one, then take the next."""

    name = "one-at-a-time"
    summary = "the first one undecided (Hoock and Teytaud's rule for countable S)"

    def choose(self, field: Field) -> int:
        """Whoever was named first."""
        return min(field.active)


SELECTIONS: dict[str, type[Selection]] = {
    rule.name: rule for rule in (BestBet, MaxUb, Thompson, NatIndex, RoundRobin, OneAtATime)
}


def selection_rule(name: str) -> Selection:
    """The rule of that name."""
    if name not in SELECTIONS:
        raise BadInput(f"unknown selection {name!r}: choose from {', '.join(SELECTIONS)}")
    return SELECTIONS[name]()


def posterior(bound: Bound) -> tuple[float, float]:
    """Mean and deviation of a candidate's mean, from its sample mean and variance and the prior."""
    n, prior = bound.n, THOMPSON_DEVIATION**-2
    spread = bound.square_sum - n * (bound.mean - 0.5) ** 2
    variance = (THOMPSON_WEIGHT * bound.settings.prior_variance + spread) / (THOMPSON_WEIGHT + n)
    precision = prior + n / variance
    mean = (prior * THOMPSON_MEAN + n / variance * bound.mean) / precision
    return mean, precision**-0.5


def normals(seed: int, turn: int, count: int) -> NDArray[np.float64]:
    """Standard normals as a pure function of seed, turn and place (Box and Muller on hashed counters)."""
    counters = np.arange(2 * count, dtype=np.uint64) + _mixed_scalar(seed, turn)
    uniform = (mixed(counters) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    radius = np.sqrt(-2.0 * np.log1p(-uniform[0::2]))
    drawn: NDArray[np.float64] = radius * np.cos(2.0 * np.pi * uniform[1::2])
    return drawn


def mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 after its golden-ratio step: every bit of the result depends on every
    bit."""
    z = words * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _mixed_scalar(seed: int, turn: int) -> np.uint64:
    first = mixed(np.array([seed % 2**64], dtype=np.uint64))
    second: np.uint64 = mixed(first + np.uint64(turn))[0]
    return second
