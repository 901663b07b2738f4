"""Seeds of the games of one conversation: the first game has the engine's seed, each later one another.

The n-th seed is a function of the first and of n alone, so a whole match of several games comes out the same again, and
any single game can be had again by starting the engine with its seed.
"""

import secrets

import numpy as np

MOST_DRAWN = 2**31 - 1
"""Short enough to be typed again, and an integer for every tool that may pass it on."""


def draw_seed() -> int:
    """A seed that nobody chose."""
    return 1 + secrets.randbelow(MOST_DRAWN)


def game_seed(seed: int, number: int) -> int:
    """The seed of a game, the first being number 0."""
    return seed if number == 0 else int(np.random.SeedSequence([seed, number]).generate_state(1)[0])
