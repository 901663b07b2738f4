"""Trials of a study that are no games: a function of the project is called with a row's words and a seed.

All rows have the same seeds, so that rules which are compared are given the same rewards.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import TrialResult

PURPOSE = "check"
"""The purpose that the seeds are made for: calls of a study share no seed with games that count."""
HOME = "ponnuki.lab.studies."
"""Where the modules are that a study's file may name."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call; the words are JSON text, so that the trial is a plain value."""

    target: str
    words: str
    seed: int
    reproducible: bool = True

    def run(self) -> TrialResult:
        """Call the function, which is named `module:function`."""
        module, _, name = self.target.partition(":")
        result = getattr(import_module(HOME + module), name)(json.loads(self.words), self.seed)
        assert isinstance(result, TrialResult)
        return result


@dataclass(frozen=True, slots=True)
class Calls(TrialSource):
    """So many calls with the same words."""

    target: str
    words: Mapping[str, Any]
    seed: int
    trials: int

    def all_keys(self) -> Iterable[Key]:
        """One after the other."""
        return ((0, number) for number in range(self.trials))

    def seed_of(self, key: Key) -> int:
        """The seed that decides a call."""
        return trial_seed(PURPOSE, self.seed, 0, *key)

    def trial(self, key: Key) -> Call:
        """A call."""
        return Call(self.target, json.dumps(self.words, sort_keys=True), self.seed_of(key))

    def label(self, key: Key) -> str:
        """By the function."""
        return f"call {key[1] + 1} of {self.target}"

    def samples(self) -> Sequence[Call]:
        """Nothing is compiled before: a call compiles what it needs."""
        return []

    def settings(self) -> dict[str, Any]:
        """What makes it this row, as JSON values; the number of calls may grow."""
        return {"trial": self.target, "words": dict(self.words), "seed": self.seed}
