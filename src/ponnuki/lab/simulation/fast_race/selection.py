"""The selection rules, compiled: see `ponnuki.race.selection`."""

from math import cos, exp, log, log1p, pi, sqrt

import numpy as np

from ponnuki.kernels import jit
from ponnuki.lab.simulation.fast_race.anytime import upper
from ponnuki.lab.simulation.fast_race.rewards import mixed, uniform
from ponnuki.lab.simulation.fast_race.state import EFFECTS, RUNNING, Case, State
from ponnuki.race.nat_index import (
    CENTRE,
    CENTRE_WEIGHT,
    DEVIATION,
    LEAST,
    LOWEST,
    OVERSHOOT,
    SMALLEST_GAP,
    WIDE_DEVIATION,
    WIDE_SHARE,
)
from ponnuki.race.selection import (
    DIGITS,
    THOMPSON_DEVIATION,
    THOMPSON_MEAN,
    THOMPSON_WEIGHT,
    UPPER_TURN,
)

FIRST_GOOD = 1 - LOWEST

BEST_BET, MAX_UB, THOMPSON, ROUND_ROBIN, ONE_AT_A_TIME, NAT_INDEX = 0, 1, 2, 3, 4, 5


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
def usual(case: Case, state: State) -> tuple[float, float]:
    """The variance of a reward and the mean of a candidate in this race, as `nat-index` takes them."""
    squares, trials = 0.0, 0.0
    for c in range(len(state.n)):
        squares += state.square[c]
        trials += state.n[c]
    variance = (case.prior_weight * case.prior_variance + squares) / (case.prior_weight + trials)
    known = variance / (DEVIATION * max(case.drop_below - case.accept_above, SMALLEST_GAP)) ** 2
    total, weight = CENTRE_WEIGHT * CENTRE, CENTRE_WEIGHT
    for c in range(len(state.n)):
        if state.n[c] > 0:
            share = state.n[c] / (state.n[c] + known)
            total += share * (state.total[c] / state.n[c])
            weight += share
    return variance, total / weight


@jit
def prior_of(case: Case, state: State, centre: float) -> None:
    """Write the logarithm of the prior of each effect."""
    gap = max(case.drop_below - case.accept_above, SMALLEST_GAP)
    near_sum, wide_sum = 0.0, 0.0
    for j in range(EFFECTS):
        effect = case.accept_above + gap * (j + LOWEST)
        near_sum += exp(-0.5 * ((effect - centre) / (DEVIATION * gap)) ** 2)
        wide_sum += exp(-0.5 * ((effect - 0.5) / (WIDE_DEVIATION * gap)) ** 2)
    for j in range(EFFECTS):
        effect = case.accept_above + gap * (j + LOWEST)
        chance = WIDE_SHARE * exp(-0.5 * ((effect - 0.5) / (WIDE_DEVIATION * gap)) ** 2) / wide_sum + LEAST
        if near_sum > 0.0:
            near = exp(-0.5 * ((effect - centre) / (DEVIATION * gap)) ** 2)
            chance += (1.0 - WIDE_SHARE) * near / near_sum
        state.prior[j] = log(chance)


@jit
def log_index(case: Case, state: State, c: int, variance: float) -> float:
    """The logarithm of the index of one candidate: see `ponnuki.race.nat_index`."""
    gap = max(case.drop_below - case.accept_above, SMALLEST_GAP)
    n, total = float(state.n[c]), state.total[c]
    ahead = total - case.accept_above * n
    needed = variance * (log(1.0 / case.accept_risks[c]) + OVERSHOOT)
    top, good_top = -np.inf, -np.inf
    for j in range(EFFECTS):
        away = case.accept_above + gap * (j + LOWEST) - 0.5
        state.posterior[j] = state.prior[j] + ((total - n / 2) * away - n * (away**2 / 2)) / variance
        top = max(top, state.posterior[j])
        if j >= FIRST_GOOD:
            good_top = max(good_top, state.posterior[j])
            d = gap * (j + LOWEST)
            root = sqrt(max(0.0, needed * (needed + 2.0 * d * (n * d - ahead))))
            state.left[j] = max(1.0, (needed - ahead * d + root) / d**2)
    for j in range(EFFECTS):
        state.share[j] = exp(state.posterior[j] - top)
    best, weight, mean_sum, cost_sum = np.inf, 0.0, 0.0, 0.0
    for cut in range(EFFECTS - 1, FIRST_GOOD - 1, -1):
        share = exp(state.posterior[cut] - good_top)
        weight += share
        mean_sum += share * (case.accept_above + gap * (cut + LOWEST))
        cost_sum += share * state.left[cut]
        if weight > 0.0:
            mean, trials = mean_sum / weight, cost_sum * exp(good_top - top)
            for j in range(cut):
                to_know = 2.0 * variance / (mean - (case.accept_above + gap * (j + LOWEST))) ** 2
                trials += state.share[j] * min(state.left[cut], to_know)
            best = min(best, log(trials) + top - good_top - log(weight))
    return best


@jit
def choose(rule: int, kind: int, case: Case, state: State, turn: int) -> int:
    """The candidate that plays next, -1 when all are decided."""
    best, best_key, variance = -1, -np.inf, 0.0
    if rule == NAT_INDEX:
        variance, centre = usual(case, state)
        prior_of(case, state, centre)
    for c in range(len(state.n)):
        if state.decision[c] == RUNNING:
            if rule == NAT_INDEX:
                value = round(-log_index(case, state, c, variance), DIGITS)
            else:
                value = round(key(rule, kind, case, state, c, turn), DIGITS)
            if best < 0 or value > best_key:
                best, best_key = c, value
    return best
