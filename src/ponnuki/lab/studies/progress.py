"""How far a study is, for whoever displays it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """How far a study is; seconds are of CPU time, as it was estimated."""

    label: str
    done_trials: int
    all_trials: int
    unit: str
    """What a trial is: a pair of games, a call, or a game of a campaign."""
    done_seconds: float
    all_seconds: float


StudyWatcher = Callable[[StudyProgress | str], None]
