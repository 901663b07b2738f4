"""The selection rules, compiled: see `ponnuki.race.selection`."""

from math import cos, log1p, pi, sqrt

import numpy as np

from ponnuki.kernels import jit
from ponnuki.lab.studies.fast_race.anytime import upper
from ponnuki.lab.studies.fast_race.rewards import mixed, uniform
from ponnuki.lab.studies.fast_race.state import RUNNING, Case, State
from ponnuki.race.selection import (
    DIGITS,
    THOMPSON_DEVIATION,
    THOMPSON_MEAN,
    THOMPSON_WEIGHT,
    UPPER_TURN,
)

BEST_BET, MAX_UB, THOMPSON, ROUND_ROBIN, ONE_AT_A_TIME = 0, 1, 2, 3, 4


@jit
def thompson_draw(case: Case, state: State, c: int, turn: int) -> float:
    """A mean drawn from the posterior; the normal is a function of race seed, turn and candidate."""
    n = state.n[c]
    mean = state.total[c] / n if n else 0.5
    spread = state.square[c] - n * (mean - 0.5) ** 2
    variance = (THOMPSON_WEIGHT * case.prior_variance + spread) / (THOMPSON_WEIGHT + n)
    prior = THOMPSON_DEVIATION**-2
    precision = prior + n / variance
    centre = (prior * THOMPSON_MEAN + n / variance * mean) / precision
    start = mixed(mixed(np.uint64(case.race)) + np.uint64(turn)) + np.uint64(2 * c)
    radius = sqrt(-2.0 * log1p(-uniform(start)))
    normal = radius * cos(2.0 * pi * uniform(start + np.uint64(1)))
    return float(centre + precision**-0.5 * normal)


@jit
def key(rule: int, kind: int, case: Case, state: State, c: int, turn: int) -> float:
    """What the rule wants to be largest."""
    if rule == ONE_AT_A_TIME:
        return -float(c)
    if rule == ROUND_ROBIN:
        return -float(state.batches[c])
    if rule == THOMPSON:
        return thompson_draw(case, state, c, turn)
    if rule == MAX_UB or turn % UPPER_TURN == UPPER_TURN - 1:
        return upper(kind, case, state, c)
    return float(state.strength[c])


@jit
def choose(rule: int, kind: int, case: Case, state: State, turn: int) -> int:
    """The candidate that plays next, -1 when all are decided."""
    best, best_key = -1, -np.inf
    for c in range(len(state.n)):
        if state.decision[c] == RUNNING:
            value = round(key(rule, kind, case, state, c, turn), DIGITS)
            if best < 0 or value > best_key:
                best, best_key = c, value
    return best
