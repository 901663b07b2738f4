"""What a row of a study has shown, and whether that is what was published."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from ponnuki.lab.matches import elo

AGREES, HIGHER, LOWER, OPEN = "agrees", "higher", "lower", "not decided"
APART = 2.0
"""Standard errors of the difference from which two numbers do not agree."""


def rate_error(counts: Mapping[float, int]) -> float | None:
    """The standard error of a rate, from how many pairs had each result. Where all had the same it would be 0; then
    one more success and one more failure are assumed."""
    error, pairs = elo.standard_error(counts), elo.pairs_of(counts)
    if error or not pairs:
        return error
    share = (pairs * elo.rate(counts) + 1) / (pairs + 2)
    return sqrt(share * (1 - share) / pairs)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate from 0 to 1 and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a row has shown so far."""

    labels: tuple[str, ...]
    games: int
    """How many of what is counted: games, races, runs."""
    rate: float | None
    """The rate of the first player, or the mean of what is measured; None if nothing has been played."""
    error: float | None
    published: Estimate | None
    more: tuple[Estimate | None, ...] = ()
    """What else is measured."""
    reference: bool = False
    is_known: bool = False
    """Whether it is a published line that nothing of ours stands beside."""
    outcome: str = ""
    """What the bound of a race says of fresh games: confirmed, refuted or undecided; empty where none was asked."""

    @property
    def verdict(self) -> str:
        """Whether the published number is ours, within the errors of both; where one is missing, the outcome. It is
        not decided if too few games were played to tell the published effect from none."""
        if self.published is None or self.rate is None or self.error is None:
            return self.outcome
        apart = self.rate - self.published.value
        if abs(apart) > APART * (self.error**2 + self.published.error**2) ** 0.5:
            return HIGHER if apart > 0 else LOWER
        is_effect = abs(self.published.value - 0.5) > APART * self.published.error
        return OPEN if is_effect and abs(self.rate - 0.5) <= APART * self.error else AGREES
