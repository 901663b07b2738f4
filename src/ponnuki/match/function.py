"""A trial that is a Python function: `module:function(candidate, seed) -> reward`.

The module is looked for beside the file that names it first. An exception is not a loss: it stops the run and says
where it came from.
"""

import importlib
import json
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.match.reward import EvaluatorFailed, checked
from ponnuki.match.trial import TrialResult


@dataclass(frozen=True, slots=True)
class FunctionTrial:
    """One call; `candidate` is the candidate's keys as JSON text, so that the trial is a plain value."""

    target: str
    candidate: str
    seed: int
    folder: str = ""
    reproducible: bool = True

    @classmethod
    def make(
        cls, target: str, candidate: Mapping[str, Any], seed: int, *, folder: Path | str = "", reproducible: bool = True
    ) -> "FunctionTrial":
        """A trial from a candidate's keys."""
        return cls(target, json.dumps(candidate, sort_keys=True), seed, str(folder), reproducible)

    def run(self) -> TrialResult:
        """Call the function."""
        return call(find_function(self.target, self.folder), self.target, self.candidate, self.seed)


def call(function: Callable[[dict[str, Any], int], Any], name: str, candidate: str, seed: int) -> TrialResult:
    """Call a function with a candidate's keys, given as JSON text; errors name it, the candidate and the seed."""
    keys = json.loads(candidate)
    source = f"{name}({keys.get('name', keys)!r}, seed={seed})"
    try:
        value = function(keys, seed)
    except Exception as error:
        raise EvaluatorFailed(f"{source}: {type(error).__name__}: {error} ({_place(error)})") from error
    return TrialResult(checked(value, source))


def find_function(target: str, folder: Path | str = "") -> Callable[[dict[str, Any], int], Any]:
    """The function that `module:function` names."""
    module_name, _, name = target.partition(":")
    if not module_name or not name:
        raise BadInput(f"{target!r} does not name a function: it must look like module:function")
    if folder and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # whatever the user's module raises
        raise BadInput(f"{target}: module {module_name} cannot be imported: {type(error).__name__}: {error}") from None
    function = getattr(module, name, None)
    if not callable(function):
        known = ", ".join(key for key, value in vars(module).items() if callable(value) and not key.startswith("_"))
        raise BadInput(f"{target}: module {module_name} has no function {name!r} (it has: {known or 'none'})")
    return function  # type: ignore[no-any-return]


def _place(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name} line {last.lineno}"
