"""Where all randomness of a trial comes from: one number, made of what the trial is for and which one it is.

Purposes differ so that games played to confirm a result are not those that led to it.
"""

import functools
from typing import Final

import numpy as np

from ponnuki.errors import BadInput

PURPOSES: Final = {"race": 0, "match": 1, "confirm": 2, "tournament": 3, "check": 4, "bench": 5, "draw": 6, "look": 7}
"""Numbers never change: stored runs depend on them."""


@functools.lru_cache(maxsize=1024)  # a driver asks twice for each trial: for the trial, and for its row in the journal
def trial_seed(purpose: str, campaign_seed: int, race: int, candidate: int, trial: int) -> int:
    """The seed, 64 bits, of trial `trial` of candidate `candidate` in race `race` of a campaign."""
    if purpose not in PURPOSES:
        raise BadInput(f"unknown purpose {purpose!r}: one of {', '.join(PURPOSES)}")
    if min(campaign_seed, race, candidate, trial) < 0:
        raise BadInput("a seed must not be negative")
    return _one([PURPOSES[purpose], campaign_seed, race, candidate, trial])


def split(seed: int, parts: int) -> list[int]:
    """Independent seeds for the parts of a trial."""
    return [_one([seed, part]) for part in range(parts)]


def _one(entropy: list[int]) -> int:
    return int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0])
