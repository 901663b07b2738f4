"""A judge for `tuning.toml`: how short the round trips are that simulated annealing finds, with given settings.

The seed decides where the cities lie and what the annealing tries, so two settings are compared on the same cities.
"""

import math
import random
from typing import Any

CITIES = 16
STEPS = 600


def quality(arguments: dict[str, Any], seed: int) -> float:
    """From 0 to 1: the length of the first tour beside that of the one found; 1/2 where nothing was gained."""
    rng = random.Random(seed)
    cities = [(rng.random(), rng.random()) for _ in range(CITIES)]
    tour = list(range(CITIES))
    first = length = _length(cities, tour)
    temperature = arguments["temperature"]
    for _ in range(STEPS):
        start, end = sorted(rng.sample(range(CITIES + 1), 2))
        other = tour[:start] + tour[start:end][::-1] + tour[end:]
        longer = _length(cities, other) - length
        if longer <= 0 or rng.random() < math.exp(-longer / temperature):
            tour, length = other, length + longer
        temperature = max(temperature * arguments["cooling"], 1e-9)
    return first / (first + length)


def _length(cities: list[tuple[float, float]], tour: list[int]) -> float:
    return sum(math.dist(cities[tour[i - 1]], cities[tour[i]]) for i in range(len(tour)))
