"""Simulated rewards as a pure function of seed, race, candidate and trial, so that any code can have the
same."""

import numpy as np
from numpy.typing import NDArray

from ponnuki.kernels import jit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # the constants of SplitMix64, as in ponnuki.race.selection
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)


@jit
def mixed(word: np.uint64) -> np.uint64:
    """SplitMix64: every bit of the result depends on every bit of the word."""
    z = word * GOLDEN + GOLDEN
    z = (z ^ (z >> np.uint64(30))) * FIRST_MIX
    z = (z ^ (z >> np.uint64(27))) * SECOND_MIX
    return z ^ (z >> np.uint64(31))


@jit
def uniform(word: np.uint64) -> float:
    """A number in [0, 1) from a counter."""
    return np.float64(mixed(word) >> np.uint64(11)) * 2.0**-53


@jit
def stream(seed: int, race: int, candidate: int) -> np.uint64:
    """Where the counters of one candidate's rewards start."""
    key = mixed(mixed(np.uint64(seed)) + np.uint64(race))
    return mixed(key + np.uint64(candidate))


@jit
def draw(start: np.uint64, trial: int, cumulative: NDArray[np.float64]) -> int:
    """Which of the possible rewards this trial gives."""
    u = uniform(start + np.uint64(trial))
    for j in range(len(cumulative) - 1):
        if u < cumulative[j]:
            return j
    return len(cumulative) - 1


@jit
def draws(
    seed: int, race: int, candidate: int, first: int, count: int, cumulative: NDArray[np.float64]
) -> NDArray[np.int64]:
    """The places of some consecutive rewards: what a test tells the real race."""
    places = np.empty(count, dtype=np.int64)
    start = stream(seed, race, candidate)
    for i in range(count):
        places[i] = draw(start, first + i, cumulative)
    return places
