"""What a race says: which trials it wants (`Ask`) and what it has found out (`Verdict`)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Literal

Status = Literal["accepted", "none", "undecided", "running"]
Decision = Literal["accepted", "dropped"]


@dataclass(frozen=True, slots=True)
class Ask:
    """Trials to run: numbers `first_trial` to `first_trial + count - 1` of one candidate.

    A count of 0 says that everything within the horizon has been handed out: tell some results first.
    """

    candidate: Hashable
    first_trial: int
    count: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one candidate stands: what was counted and the interval its bound shows for the mean reward."""

    trials: int
    mean: float
    lower: float
    upper: float
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a race after the trials counted so far.

    `dropped` does not mean proven bad: the drop risk is per candidate, so in a large race good candidates
    other than the best may be dropped. `asymptotic` says that the bound has no finite-sample guarantee.
    """

    status: Status
    accepted: tuple[Hashable, ...]
    dropped: tuple[Hashable, ...]
    trials: int
    bounds: Mapping[Hashable, Standing]
    asymptotic: bool
