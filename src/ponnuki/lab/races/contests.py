"""What a race is about: pairs of games against a baseline, calls of a function, or runs of a command.

A contest makes trials out of numbers: the seed of trial k of candidate c is decided by the seed of the race and these
two alone, and decides everything else.
"""

import hashlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ponnuki.errors import BadInput
from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.match.call import CallTrial, Packed
from ponnuki.match.command import CommandTrial
from ponnuki.match.conditions import Conditions
from ponnuki.match.function import FunctionTrial, find_function
from ponnuki.match.openings import Openings
from ponnuki.match.pair import PairTrial
from ponnuki.match.referee import check_referee
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import Trial
from ponnuki.players.check import check_player
from ponnuki.players.game_player import PlayerFault
from ponnuki.players.program import FIRST_VERSION
from ponnuki.players.spec import AnySpec, PlayerSpec


@dataclass(frozen=True)
class Contest(TrialSource):
    """Candidates by name, and their seeds; a kind of contest adds how a trial is made."""

    names: tuple[str, ...]
    seed: int
    race: int
    """The number of the race in its campaign."""

    def seed_of(self, key: Key) -> int:
        """The seed that decides a trial."""
        return trial_seed("race", self.seed, self.race, *key)

    def trial(self, key: Key) -> Trial:
        """Trial k of candidate c."""
        return self.seeded(key[0], self.seed_of(key))

    @abstractmethod
    def seeded(self, candidate: int, seed: int) -> Trial:
        """The trial of a candidate with that seed."""

    def label(self, key: Key) -> str:
        """By the candidate's name."""
        return f"trial {key[1]} of candidate {self.names[key[0]]!r}"

    @property
    def openings_digest(self) -> str:
        """A name for the openings, where there are any."""
        return ""

    @property
    def programs(self) -> int | None:
        """Which version of our programs plays, where they may play."""
        return None

    def samples(self) -> list[Trial]:
        """One trial of each candidate, apart from those that count."""
        return [self.seeded(i, trial_seed("check", self.seed, self.race, i, 0)) for i in range(len(self.names))]


@dataclass(frozen=True)
class PairContest(Contest):
    """Each candidate plays pairs of games against the baseline."""

    baseline: AnySpec
    candidates: Sequence[AnySpec]
    conditions: Conditions
    openings: Openings
    games_per_trial: ClassVar[int] = 2

    @property
    def openings_digest(self) -> str:
        """A name for exactly these openings: the file that lists them may change under its name."""
        return hashlib.sha256(repr(self.openings.listed).encode()).hexdigest()[:16]

    @property
    def programs(self) -> int:
        """The newest version of those that play."""
        specs = (self.baseline, *self.candidates)
        return max((spec.version for spec in specs if isinstance(spec, PlayerSpec)), default=FIRST_VERSION)

    def seeded(self, candidate: int, seed: int) -> Trial:
        """Two games; the opening is drawn from the trial's own seed."""
        names = (self.names[candidate], "baseline")
        opening = self.openings.drawn(seed)
        return PairTrial(self.candidates[candidate], self.baseline, self.conditions, seed, opening, names)

    def check(self) -> None:
        """Start each program once: one that is not there would only lose."""
        check_referee(self.conditions)
        for name, spec in zip(("baseline", *self.names), (self.baseline, *self.candidates), strict=True):
            try:
                check_player(self.conditions.apply(spec))
            except PlayerFault as fault:
                raise BadInput(f"{name}: {fault}") from None
            except BadInput as error:
                raise BadInput(f"{name}: {error}") from None


@dataclass(frozen=True)
class FunctionContest(Contest):
    """A Python function says how good a candidate is."""

    target: str
    candidates: Sequence[Mapping[str, Any]]
    folder: str
    reproducible: bool

    def seeded(self, candidate: int, seed: int) -> Trial:
        """One call."""
        return FunctionTrial.make(
            self.target, self.candidates[candidate], seed, folder=self.folder, reproducible=self.reproducible
        )

    def check(self) -> None:
        """Import the function."""
        find_function(self.target, self.folder)


@dataclass(frozen=True)
class CallContest(Contest):
    """A Python function that was given as an object says how good a candidate is."""

    function: Packed
    candidates: Sequence[Mapping[str, Any]]
    reproducible: bool

    def seeded(self, candidate: int, seed: int) -> Trial:
        """One call."""
        return CallTrial.make(self.function, self.candidates[candidate], seed, self.reproducible)


@dataclass(frozen=True)
class CommandContest(Contest):
    """A shell command prints how good a candidate is."""

    command: str
    folder: str
    limit: float | None
    reproducible: bool

    def seeded(self, candidate: int, seed: int) -> Trial:
        """One run of the command."""
        return CommandTrial(self.command, self.names[candidate], seed, self.folder, self.limit, self.reproducible)
