"""What simulated machines and the links between them are like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class Network:
    """By default, all machines are equal, and messages arrive at once."""

    latency: int = 0
    """Simulations that a machine makes while a sum is on its way."""
    speeds: Sequence[float] = ()
    """Simulations that each machine makes while a full one makes one, above 0 to 1; 1 for those that are not listed."""
    late: float = 0.0
    """Chance that a machine's news come too late for an exchange; they are part of the next one."""
    lost: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """By machine: the exchanges of a search after which it is not heard of again until the next search."""

    def __post_init__(self) -> None:
        if self.latency < 0 or not 0 <= self.late < 1 or not all(0 < speed <= 1 for speed in self.speeds):
            raise BadInput(
                "a network needs a latency of 0 or more, speeds above 0 to 1, and a chance of being late below 1"
            )
        if 0 in self.lost:
            raise BadInput("machine 0 gives the answer: it cannot be lost")


PERFECT = Network()
