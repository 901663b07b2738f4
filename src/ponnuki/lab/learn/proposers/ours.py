"""Our own proposer: one parameter of the baseline, moved by a random part of its range, whatever was seen before."""

import math
from collections.abc import Sequence

import numpy as np

from ponnuki.lab.learn.parameters import Parameter
from ponnuki.lab.learn.proposers.base import Seen, Values

SPREAD = 0.2
"""Standard deviation of a move, in parts of the range (a guess)."""


class Ours:
    """Changes one number at a time, so that an acceptance says which one it was."""

    def propose(
        self, parameters: Sequence[Parameter], seen: Sequence[Seen], baseline: Values, count: int, seed: int
    ) -> list[Values]:
        """Points that differ from the baseline in one parameter."""
        random = np.random.default_rng(seed)
        return [self._moved(parameters, baseline, random) for _ in range(count)]

    @staticmethod
    def _moved(parameters: Sequence[Parameter], baseline: Values, random: np.random.Generator) -> Values:
        one = parameters[int(random.integers(len(parameters)))]
        low, high = (math.log(end) if one.log else end for end in one.range)
        now = math.log(max(baseline[one.name], one.range[0])) if one.log else baseline[one.name]
        after = now + SPREAD * (high - low) * float(random.normal())
        after = min(max(after, low), high)
        return {**baseline, one.name: one.fitted(math.exp(after) if one.log else after)}
