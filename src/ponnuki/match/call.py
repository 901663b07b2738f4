"""A trial that is a call of a Python function which was given as an object, wherever it was defined.

A function of a module travels by its name, one of a script, a notebook or a lambda as its code (cloudpickle). Workers
get the places where this process looks for modules, so that what is found here is found there.
"""

import functools
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cloudpickle

from ponnuki.errors import BadInput
from ponnuki.match.function import call
from ponnuki.match.trial import TrialResult

Evaluate = Callable[[dict[str, Any], int], float]
"""How good a candidate is: its keys and a seed in, a reward from 0 to 1 out."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A function as bytes, the name that errors call it by, and where its modules are looked for."""

    name: str
    code: bytes
    places: tuple[str, ...]


def pack(function: Evaluate) -> Packed:
    """A function made ready to travel."""
    name = getattr(function, "__name__", type(function).__name__)
    try:
        code = cloudpickle.dumps(function)
    except Exception as error:  # whatever an object that it holds on to raises
        raise BadInput(f"{name} cannot be sent to workers: {type(error).__name__}: {error}") from None
    places = tuple(str(Path(place).absolute()) for place in sys.path)
    return Packed(name, code, places)


@functools.lru_cache(maxsize=8)
def unpack(packed: Packed) -> Evaluate:
    """The function, made once in each process."""
    sys.path += [place for place in packed.places if place not in sys.path]
    function: Evaluate = cloudpickle.loads(packed.code)
    return function


@dataclass(frozen=True, slots=True)
class CallTrial:
    """One call; `candidate` is the candidate's keys as JSON text, so that the trial is a plain value."""

    function: Packed
    candidate: str
    seed: int
    reproducible: bool = True

    @classmethod
    def make(cls, function: Packed, candidate: Mapping[str, Any], seed: int, reproducible: bool) -> "CallTrial":
        """A trial from a candidate's keys."""
        return cls(function, json.dumps(candidate, sort_keys=True), seed, reproducible)

    def run(self) -> TrialResult:
        """Call the function."""
        return call(unpack(self.function), self.function.name, self.candidate, self.seed)
