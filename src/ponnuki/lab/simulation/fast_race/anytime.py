"""Batches, upper bounds and strengths of every bound by its number."""

from math import log

from ponnuki.kernels import jit
from ponnuki.lab.simulation.fast_race.betting import QUIET_RUNS, betting_batch, betting_upper, log_mean_exp
from ponnuki.lab.simulation.fast_race.others import (
    BERNSTEIN,
    BETA_BINOMIAL,
    STITCHED,
    beta_lower,
    doubling_batch,
    likelihood_ratio,
    log_mixture,
    log_ratio,
    log_tail,
    pair_moments,
    play,
    play_one,
    stitched_limit,
)
from ponnuki.lab.simulation.fast_race.rewards import stream
from ponnuki.lab.simulation.fast_race.state import ACCEPTED, DROPPED, Case, State
from ponnuki.race.bounds.base import BATCH_GROWTH_PERCENT
from ponnuki.race.bounds.beta_binomial import PRIOR_STRENGTH

BETTING = 0


@jit
def batch_size(kind: int, case: Case, n: int) -> int:
    """How many trials come next: doublings for the bounds of Hoock and Teytaud, about 6 % otherwise."""
    if BETTING < kind <= BERNSTEIN:
        return max(n, case.first)
    return case.first + n * BATCH_GROWTH_PERCENT // 100


@jit
def batch(kind: int, case: Case, state: State, c: int, count: int) -> int:
    """Play a batch; stop at a decision. The number of trials played."""
    if kind == BETTING:
        return betting_batch(case, state, c, count)
    if kind <= BERNSTEIN:
        return doubling_batch(kind, case, state, c, count)
    if kind == STITCHED:
        return stitched_batch(case, state, c, count)
    if kind == BETA_BINOMIAL:
        return beta_batch(case, state, c, count)
    return gsprt_batch(case, state, c, count)


@jit
def stitched_batch(case: Case, state: State, c: int, count: int) -> int:
    """Trials tested by the stitched boundary; a trial moves a sum by at most 1, and the boundary only
    grows."""
    start = stream(case.seed, case.race, c)
    accept, drop = case.accept_risks[c], case.drop_risks[c]
    played = 0
    while played < count:
        n, total = max(state.n[c], 1), state.total[c]
        room_up = n * (case.accept_above - stitched_limit(n, total, accept))
        room_down = n * (1 - case.drop_below - stitched_limit(n, n - total, drop))
        run = min(max(int(min(room_up, room_down)), 1), count - played)
        play(case, state, c, start, run)
        played += run
        n, total = state.n[c], state.total[c]
        if stitched_limit(n, total, accept) > case.accept_above:
            state.decision[c] = ACCEPTED
            break
        if 1 - stitched_limit(n, n - total, drop) < case.drop_below:
            state.decision[c] = DROPPED
            break
    return played


@jit
def beta_passes(n: int, total: float, mean: float, prior: float, bar: float) -> bool:
    """Whether the mixture rejects `mean`; the posterior is computed only where it can matter."""
    return log_ratio(n, total, mean) - prior >= bar and log_mixture(n, total, mean) >= bar


@jit
def beta_quiet(n: int, total: float, mean: float, prior: float, bar: float) -> int:
    """A number of trials that cannot make the mixture reject, whatever they bring.

    A trial multiplies the ratio by at most the posterior mean over `mean`, and log E is at most the log
    ratio minus the log of the prior.
    """
    missing = bar + prior - log_ratio(n, total, mean)
    wins, trials = PRIOR_STRENGTH * mean + total, PRIOR_STRENGTH + n
    for run in QUIET_RUNS:
        if run * log(max((wins + run) / (trials * mean), (trials - wins) / (trials * (1 - mean)))) < missing:
            return run
    return 1


@jit
def beta_batch(case: Case, state: State, c: int, count: int) -> int:
    """Trials tested by the beta-binomial mixture."""
    start = stream(case.seed, case.race, c)
    t0, t1 = case.accept_above, 1 - case.drop_below
    accept_bar, drop_bar = log(1 / case.accept_risks[c]), log(1 / case.drop_risks[c])
    accept_prior = log_tail(PRIOR_STRENGTH * t0, PRIOR_STRENGTH * (1 - t0), t0)
    drop_prior = log_tail(PRIOR_STRENGTH * t1, PRIOR_STRENGTH * (1 - t1), t1)
    played = 0
    while played < count:
        n, total = state.n[c], state.total[c]
        quiet = min(
            beta_quiet(n, total, t0, accept_prior, accept_bar), beta_quiet(n, n - total, t1, drop_prior, drop_bar)
        )
        run = min(quiet, count - played)
        play(case, state, c, start, run)
        played += run
        n, total = state.n[c], state.total[c]
        if beta_passes(n, total, t0, accept_prior, accept_bar):
            state.decision[c] = ACCEPTED
            break
        if beta_passes(n, n - total, t1, drop_prior, drop_bar):
            state.decision[c] = DROPPED
            break
    return played


@jit
def gsprt_batch(case: Case, state: State, c: int, count: int) -> int:
    """Trials tested by the generalised sequential probability ratio test."""
    start = stream(case.seed, case.race, c)
    a, b = case.accept_risks[c], case.drop_risks[c]
    for i in range(count):
        play_one(case, state, c, start)
        if state.n[c] < case.first:
            continue
        ratio = likelihood_ratio(case, state, c)
        if ratio >= log((1 - b) / a):
            state.decision[c] = ACCEPTED
            return i + 1
        if ratio <= log(b / (1 - a)):
            state.decision[c] = DROPPED
            return i + 1
    return count


@jit
def strength(kind: int, case: Case, state: State, c: int) -> float:
    """How far the candidate is towards being accepted."""
    n, total = state.n[c], state.total[c]
    if kind == BETTING:
        return log_mean_exp(state.logs[c, 0])
    if n == 0:
        return 0.0
    if kind <= STITCHED:
        above = total / n - case.accept_above
        return float(2 * n * above * abs(above))
    if kind == BETA_BINOMIAL:
        return log_mixture(n, total, case.accept_above)
    return likelihood_ratio(case, state, c)


@jit
def upper(kind: int, case: Case, state: State, c: int) -> float:
    """The upper bound, computed again only when trials were added."""
    if state.upper_at[c] != state.n[c]:
        state.upper[c] = min(max(fresh_upper(kind, case, state, c), 0.0), 1.0)
        state.upper_at[c] = state.n[c]
    return float(state.upper[c])


@jit
def fresh_upper(kind: int, case: Case, state: State, c: int) -> float:
    """The upper bound from the present tallies."""
    n, total = state.n[c], state.total[c]
    if kind == BETTING:
        return betting_upper(case, state, c)
    if kind <= BERNSTEIN:
        return float(state.tested_upper[c])
    if kind == STITCHED:
        return 1 - stitched_limit(n, n - total, case.drop_risks[c])
    if kind == BETA_BINOMIAL:
        return 1 - beta_lower(n, n - total, log(1 / case.drop_risks[c]))
    weight, mean, variance = pair_moments(state, c)
    gap = case.drop_below - case.accept_above
    bar = log(case.drop_risks[c] / (1 - case.accept_risks[c]))
    return mean + gap / 2 - bar * variance / (weight * gap)
