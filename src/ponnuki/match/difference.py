"""A trial that asks a function of a candidate and of the baseline with the same seed: which of the two is better?

Its reward is 1/2 where both are worth the same, 1 where the candidate has all and the baseline nothing. So a campaign
can compare whatever a function measures with what it has accepted before. The common seed takes away the luck that
both share.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.match.function import call, find_function
from ponnuki.match.trial import TrialResult


@dataclass(frozen=True, slots=True)
class DifferenceTrial:
    """Two calls; the arguments of both are JSON text, so that the trial is a plain value."""

    target: str
    candidate: str
    baseline: str
    seed: int
    folder: str = ""
    reproducible: bool = True

    @classmethod
    def make(
        cls,
        target: str,
        candidate: Mapping[str, Any],
        baseline: Mapping[str, Any],
        seed: int,
        *,
        folder: str = "",
        reproducible: bool = True,
    ) -> "DifferenceTrial":
        """A trial from the arguments of both."""
        ours, theirs = (json.dumps(one, sort_keys=True) for one in (candidate, baseline))
        return cls(target, ours, theirs, seed, folder, reproducible)

    def run(self) -> TrialResult:
        """Call the function for one and for the other."""
        function = find_function(self.target, self.folder)
        candidate, baseline = (
            call(function, self.target, keys, self.seed).reward for keys in (self.candidate, self.baseline)
        )
        return TrialResult(0.5 + (candidate - baseline) / 2.0, {"candidate": candidate, "baseline": baseline})
