"""A judge for `coin.toml`: how often a candidate guesses a coin that falls heads 52 % of the time."""

import random
from typing import Any

COIN = 0.52
TOSSES = 20


def reward(candidate: dict[str, Any], seed: int) -> float:
    """The share of tosses that were guessed; the seed decides both the coin and the guesses."""
    rng = random.Random(seed)
    guessed = sum((rng.random() < COIN) == (rng.random() < candidate["heads"]) for _ in range(TOSSES))
    return guessed / TOSSES
