"""The random numbers of the kernels: the same everywhere, uniform, never stuck."""

import numpy as np
import pytest

from ponnuki.kernels import jit
from ponnuki.kernels.random import below, seeded

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


@jit
def draw(thread, limit, out):
    for i in range(len(out)):
        out[i] = below(thread, limit)


def numbers(seed, limit, count):
    records = np.zeros(1, np.dtype([("random", "u8")])).view(np.recarray)
    records[0].random = seeded(seed)
    out = np.zeros(count, np.int64)
    draw(records[0], limit, out)
    return out.tolist()


def by_whole_numbers(seed, limit, count):
    """xorshift64 with Python's own numbers."""
    state, out = seeded(seed), []
    for _ in range(count):
        state ^= (state << 13) % 2**64
        state ^= state >> 7
        state ^= (state << 17) % 2**64
        out.append(((state >> 32) * limit) >> 32)
    return out


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 12345678901234567890])
def test_numbers_are_those_of_xorshift64(seed):
    assert numbers(seed, 361, 200) == by_whole_numbers(seed, 361, 200)


def test_seeds_are_spread_by_splitmix64():
    assert seeded(0) == 0xE220A8397B1DCDAF  # the first output of the reference implementation with seed 0
    assert len({seeded(seed) for seed in range(1000)}) == 1000


def test_no_seed_gives_the_state_from_which_nothing_comes():
    """The seed whose mixed value is 0 is the one that the constant brings to 0."""
    stuck = -0x9E3779B97F4A7C15 % 2**64
    assert seeded(stuck) != 0
    assert len(set(numbers(stuck, 1000, 50))) > 20


@pytest.mark.parametrize("limit", [1, 2, 7, 361])
def test_numbers_are_below_the_limit_and_uniform(limit):
    drawn = np.bincount(numbers(5, limit, 5000), minlength=limit)
    assert len(drawn) == limit
    assert abs(drawn - 5000 / limit).max() <= 5 * np.sqrt(5000 / limit)


def test_neighbouring_seeds_give_unrelated_numbers():
    streams = np.array([numbers(seed, 1000, 500) for seed in range(6)])
    correlation = np.corrcoef(streams) - np.eye(6)
    assert abs(correlation).max() < 0.2
