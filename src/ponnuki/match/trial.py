"""A trial is a value: it can run here, in a pool or on another machine, and says how it went.

Whoever runs a trial needs nothing but `run`; whoever makes one decides what it means. Its seed decides everything in
it, the opening included, if the players are reproducible.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a trial went: a reward in [0, 1] for the candidate, and what a report may want to know, as JSON values."""

    reward: float
    details: Mapping[str, Any] = field(default_factory=dict)


class Trial(Protocol):
    """Anything that can be run for a reward; it must be picklable."""

    @property
    def reproducible(self) -> bool:
        """Whether the same trial gives the same result again: only then may a lost one be played again."""

    def run(self) -> TrialResult:
        """Run it. A player's crash, stall, illegal move or loss on time is that side's loss, not an exception."""
