"""How long a search may run: simulations, seconds, or both, whichever ends first."""

from dataclasses import dataclass
from math import inf

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class Limit:
    """At least one of the two; `early_stop` ends a search when the move with most visits can no longer change.

    With seconds that is an estimate, from the speed so far.
    """

    simulations: int | None = None
    seconds: float | None = None
    cpu: bool = False
    """Whether the seconds are CPU time: of the thread that searches, or with several of the whole process. Fair on a
    machine that others use."""
    early_stop: bool = True

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadInput("a search needs a limit: simulations, seconds, or both")
        if self.simulations is not None and self.simulations < 1:
            raise BadInput(f"simulations must be at least 1, not {self.simulations}")
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise BadInput(f"seconds must be a number above 0, not {self.seconds}")
