"""Where the trials of a run come from: `TrialSource`. A race against a baseline and a list of pairings are two kinds.

A source makes trials out of numbers. Which trials are played, and how many, is no part of it (see `supply`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from ponnuki.match.trial import Trial

Key = tuple[int, int]
"""Which candidate (or pairing), and which of its trials."""


class TrialSource(ABC):
    """All trials that there could be, by key."""

    games_per_trial: ClassVar[int] = 1

    @abstractmethod
    def seed_of(self, key: Key) -> int:
        """The seed that decides a trial."""

    @abstractmethod
    def trial(self, key: Key) -> Trial:
        """The trial itself."""

    @abstractmethod
    def label(self, key: Key) -> str:
        """A trial as messages name it."""

    def check(self) -> None:  # noqa: B027 - some have nothing to look at
        """Find out what can be known before the first trial: is everything there?"""

    @abstractmethod
    def samples(self) -> Sequence[Trial]:
        """Trials in which everybody takes part: to compile for, or to try out."""
