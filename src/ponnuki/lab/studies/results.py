"""What a row of a study has shown, and whether that is what was published."""

from dataclasses import dataclass

AGREES, HIGHER, LOWER, OPEN = "agrees", "higher", "lower", "not decided"
APART = 2.0
"""Standard errors of the difference from which two numbers do not agree."""


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

    @property
    def verdict(self) -> str:
        """Whether the published number is ours, within the errors of both; empty where one is missing. It is not
        decided if too few games were played to tell the published effect from none."""
        if self.published is None or self.rate is None or self.error is None:
            return ""
        apart = self.rate - self.published.value
        if abs(apart) > APART * (self.error**2 + self.published.error**2) ** 0.5:
            return HIGHER if apart > 0 else LOWER
        is_effect = abs(self.published.value - 0.5) > APART * self.published.error
        return OPEN if is_effect and abs(self.rate - 0.5) <= APART * self.error else AGREES
