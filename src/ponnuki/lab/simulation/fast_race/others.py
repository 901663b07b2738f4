"""The other bounds, compiled: see the files of `ponnuki.race.bounds` for what is computed and why."""

from math import exp, lgamma, log, log1p, sqrt

import numpy as np

from ponnuki.kernels import jit
from ponnuki.lab.simulation.fast_race.rewards import draw, stream
from ponnuki.lab.simulation.fast_race.state import ACCEPTED, DROPPED, Case, State
from ponnuki.race.bounds.beta_binomial import BISECTIONS, PRIOR_STRENGTH
from ponnuki.race.bounds.gsprt import PAIR_REWARDS, UNSEEN
from ponnuki.race.bounds.stitched import FIRST_VARIANCE, RISK_FACTOR, RISK_WEIGHT, SCALE
from ponnuki.race.risks import BASEL

PAPER_1, PAPER_2, BERNSTEIN, STITCHED, BETA_BINOMIAL, GSPRT = 1, 2, 3, 4, 5, 6  # 0 is betting
FRACTIONS = 10_000  # terms of the continued fraction; it needs about the square root of the number of trials
FRACTION_TOLERANCE = 1e-15


@jit
def play(case: Case, state: State, c: int, start: np.uint64, trials: int) -> None:
    """Some more rewards of candidate c."""
    fresh, cumulative, n = state.fresh, case.cumulative[c], state.n[c]
    fresh[:] = 0
    for trial in range(n, n + trials):
        fresh[draw(start, trial, cumulative)] += 1
    state.n[c] += trials
    for j in range(len(fresh)):
        state.total[c] += fresh[j] * case.values[j]
        state.square[c] += fresh[j] * (case.values[j] - 0.5) ** 2
        if case.pair_cells[j] >= 0:
            state.seen[c, case.pair_cells[j]] += fresh[j]


@jit
def play_one(case: Case, state: State, c: int, start: np.uint64) -> None:
    """One more reward of candidate c: quicker than a run of one."""
    j = draw(start, state.n[c], case.cumulative[c])
    state.n[c] += 1
    state.total[c] += case.values[j]
    state.square[c] += (case.values[j] - 0.5) ** 2
    if case.pair_cells[j] >= 0:
        state.seen[c, case.pair_cells[j]] += 1


@jit
def radius(kind: int, state: State, c: int, risk: float) -> float:
    """The half width of a doubling bound at its present test."""
    n, k = state.n[c], state.tests[c]
    spent = risk * 0.5**k if kind == PAPER_1 else risk * BASEL / k**2
    if kind == BERNSTEIN:
        deviation = sqrt(max(0.0, state.square[c] / n - (state.total[c] / n - 0.5) ** 2))
        strain = log(3 / spent) / n
        return float(deviation * sqrt(2 * strain) + 3 * strain)
    return sqrt(log(2 / spent) / (2 * n))


@jit
def doubling_batch(kind: int, case: Case, state: State, c: int, count: int) -> int:
    """Play `count` trials, up to the next doubling, and test if it is reached."""
    play(case, state, c, stream(case.seed, case.race, c), count)
    if state.n[c] == case.first << state.tests[c]:
        state.tests[c] += 1
        mean = state.total[c] / state.n[c]
        state.tested_lower[c] = mean - radius(kind, state, c, case.accept_risks[c])
        state.tested_upper[c] = mean + radius(kind, state, c, case.drop_risks[c])
        if state.tested_lower[c] > case.accept_above:
            state.decision[c] = ACCEPTED
        elif state.tested_upper[c] < case.drop_below:
            state.decision[c] = DROPPED
    return count


@jit
def stitched_limit(n: int, total: float, risk: float) -> float:
    """The lower limit of the mean; for the upper one give n - total and take 1 minus the result."""
    v = max(n / 4, FIRST_VARIANCE)
    spread = v * (log(log(2 * v / FIRST_VARIANCE)) + RISK_WEIGHT * log(RISK_FACTOR / risk))
    return (total - SCALE * sqrt(spread)) / n


@jit
def log_ratio(n: int, total: float, mean: float) -> float:
    """The untruncated beta-binomial ratio."""
    a, b = PRIOR_STRENGTH * mean, PRIOR_STRENGTH * (1 - mean)
    after = lgamma(a + total) + lgamma(b + n - total) - lgamma(a + b + n)
    before = lgamma(a) + lgamma(b) - lgamma(a + b)
    return after - before - total * log(mean) - (n - total) * log1p(-mean)


@jit
def fraction(a: float, b: float, x: float) -> float:
    """The incomplete beta function's continued fraction, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    h = d
    for m in range(1, FRACTIONS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1.0 + even * d, 1.0 + even / c
        d, c = 1.0 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
        h *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1.0 + odd * d, 1.0 + odd / c
        d, c = 1.0 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1.0) < FRACTION_TOLERANCE:
            break
    return h


@jit
def log_tail(wins: float, losses: float, mean: float) -> float:
    """log P(p > mean) for p from Beta(wins, losses)."""
    front = exp(lgamma(wins + losses) - lgamma(wins) - lgamma(losses) + wins * log(mean) + losses * log1p(-mean))
    if mean < (wins + 1) / (wins + losses + 2):
        return log1p(-front * fraction(wins, losses, mean) / wins)
    return log(front * fraction(losses, wins, 1 - mean) / losses)


@jit
def log_mixture(n: int, total: float, mean: float) -> float:
    """log E(mean) of the one-sided beta-binomial mixture."""
    a, b = PRIOR_STRENGTH * mean, PRIOR_STRENGTH * (1 - mean)
    return log_ratio(n, total, mean) + log_tail(a + total, b + n - total, mean) - log_tail(a, b, mean)


@jit
def beta_lower(n: int, total: float, bar: float) -> float:
    """The largest rejected mean below the sample mean."""
    low, high = 0.0, total / n
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if middle > 0.0 and log_mixture(n, total, middle) >= bar:
            low = middle
        else:
            high = middle
    return low


@jit
def pair_moments(state: State, c: int) -> tuple[float, float, float]:
    """Number, mean and variance as fishtest regularises them."""
    weight, total, square = float(state.n[c]), state.total[c], state.square[c]
    for cell in range(len(PAIR_REWARDS)):
        if state.seen[c, cell] == 0:
            weight += UNSEEN
            total += UNSEEN * PAIR_REWARDS[cell]
            square += UNSEEN * (PAIR_REWARDS[cell] - 0.5) ** 2
    mean = total / weight
    return weight, mean, square / weight - (mean - 0.5) ** 2


@jit
def likelihood_ratio(case: Case, state: State, c: int) -> float:
    """fishtest's LLR of drop_below against accept_above."""
    weight, mean, variance = pair_moments(state, c)
    s0, s1 = case.accept_above, case.drop_below
    return weight * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
