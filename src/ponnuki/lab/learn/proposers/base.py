"""What a proposer is asked, and what it is told: everything that the journal has, in canonical order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ponnuki.lab.learn.parameters import Parameter

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate that was raced."""

    values: Values
    """Its value of each parameter."""
    rate: float
    """Its mean reward against the first baseline, as far as the journal can say: what was measured against a later one
    is raised by what that one had gained."""
    trials: int


class ParameterProposer(Protocol):
    """Proposes values. It keeps nothing: the same arguments give the same values, after any kill and resume."""

    def propose(
        self, parameters: Sequence[Parameter], seen: Sequence[Seen], baseline: Values, count: int, seed: int
    ) -> list[Values]:
        """So many points to race next; some may be what was seen before, and are then left out."""
