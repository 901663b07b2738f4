"""The random numbers of all kernels: xorshift64 in a `random` field of the caller's record.

One word of state, no arrays, the same numbers compiled or not. Seeds are spread by SplitMix64, so that seeds 0, 1,
2 … give unrelated streams.
"""

from typing import Any

import numpy as np

from ponnuki.kernels import inline

_SHIFT_A, _SHIFT_B, _SHIFT_C = np.uint64(13), np.uint64(7), np.uint64(17)  # Marsaglia 2003, period 2^64 - 1
_HALF = np.uint64(32)
_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """A non-zero state for a seed (one step of SplitMix64, Steele et al. 2014)."""
    z = (seed + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) or 1


@inline
def below(thread: Any, limit: Any) -> Any:
    """A number in [0, limit), nearly uniform (bias below limit / 2^32)."""
    state = thread.random
    state ^= state << _SHIFT_A
    state ^= state >> _SHIFT_B
    state ^= state << _SHIFT_C
    thread.random = state
    return ((state >> _HALF) * np.uint64(limit)) >> _HALF
