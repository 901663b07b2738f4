"""A farm that holds what it is given, in this process; tests say when and how it comes back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ponnuki.farm.base import Farm, Key
from ponnuki.match.trial import Trial


@dataclass
class HeldFarm(Farm):
    """To be subclassed with a `wait`."""

    held: list[tuple[Key, Trial]] = field(default_factory=list)

    capacity = 16
    workers = 1

    @property
    def in_flight(self) -> int:
        return len(self.held)

    def submit(self, key: Key, trial: Trial) -> None:
        self.held.append((key, trial))

    def close(self) -> Sequence[Key]:
        return [key for key, _ in self.held]
