"""What a campaign improves: a player of any kind, or the arguments of a Python function that says how good they are.

evaluate = "annealing:quality"     # module:function(arguments, seed) -> 0 to 1
[arguments]
temperature = 1.0
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.races.contests import Contest
from ponnuki.match.difference import DifferenceTrial
from ponnuki.match.function import find_function
from ponnuki.match.trial import Trial
from ponnuki.players.spec import AnySpec, player_spec
from ponnuki.players.toml import toml_key, toml_value

EVALUATE, ARGUMENTS = "evaluate", "arguments"


@dataclass(frozen=True)
class Judged:
    """A function and the arguments that it is called with."""

    evaluate: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    reproducible: bool = True
    """Whether the same arguments and seed give the same reward."""

    @classmethod
    def make(cls, values: Mapping[str, Any], source: str) -> "Judged":
        """From keys and values; an error is one line that names the source and the key."""
        for key in values:
            if key not in cls.__dataclass_fields__:
                raise BadInput(f"{source}: {unknown('key', key, cls.__dataclass_fields__)}")
        target, arguments = values.get(EVALUATE), values.get(ARGUMENTS, {})
        if not isinstance(target, str) or len(target.split()) != 1 or not all(target.partition(":")):
            raise BadInput(f"{source}: {EVALUATE} must name a function, as in module:function")
        if not isinstance(arguments, Mapping):
            raise BadInput(f"{source}: write the arguments as a table, [{ARGUMENTS}]")
        reproducible = values.get("reproducible", True)
        if not isinstance(reproducible, bool):
            raise BadInput(f"{source}: reproducible must be true or false")
        return cls(target, dict(arguments), reproducible)

    def settings(self) -> dict[str, Any]:
        """What is not as by default, as JSON values."""
        later = {} if self.reproducible else {"reproducible": False}
        return {EVALUATE: self.evaluate, ARGUMENTS: dict(self.arguments)} | later

    @property
    def digest(self) -> str:
        """A name for exactly these arguments of this function."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:16]

    def to_toml(self) -> str:
        """The function and its arguments as TOML, as the file of a campaign has them."""
        lines = [f"{key} = {toml_value(value)}" for key, value in self.settings().items() if key != ARGUMENTS]
        lines += [f"[{ARGUMENTS}]", *(f"{toml_key(key)} = {toml_value(one)}" for key, one in self.arguments.items())]
        return "".join(f"{line}\n" for line in lines)


Subject = AnySpec | Judged


def subject_of(settings: Mapping[str, Any], source: str = "baseline") -> Subject:
    """What has these settings."""
    return Judged.make(settings, source) if EVALUATE in settings else player_spec(settings, source)


def player_of(subject: Subject) -> AnySpec:
    """A player; bad input where a function is judged, as it plays no games."""
    if isinstance(subject, Judged):
        raise BadInput(f"{subject.evaluate} is a function, which plays no games")
    return subject


@dataclass(frozen=True)
class DifferenceContest(Contest):
    """Each candidate's arguments are compared with those of the baseline."""

    baseline: Judged
    candidates: Sequence[Judged]
    folder: str

    def seeded(self, candidate: int, seed: int) -> Trial:
        """A call for either."""
        ours, theirs = self.candidates[candidate], self.baseline
        return DifferenceTrial.make(
            theirs.evaluate,
            ours.arguments,
            theirs.arguments,
            seed,
            folder=self.folder,
            reproducible=theirs.reproducible,
        )

    def check(self) -> None:
        """Import the function."""
        find_function(self.baseline.evaluate, self.folder)
