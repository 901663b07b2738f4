"""The betting bound, compiled: see `ponnuki.race.bounds.betting` and `wealth` for what is computed and
why."""

from math import exp, log, log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from ponnuki.kernels import jit
from ponnuki.lab.simulation.fast_race.rewards import draw, stream
from ponnuki.lab.simulation.fast_race.state import ACCEPTED, DROPPED, RUNNING, Case, State
from ponnuki.race.bounds.betting import BETS, SMALLEST_BET
from ponnuki.race.bounds.wealth import CAP, GRID, STEPS, TOLERANCE

QUIET_RUNS = (400, 100, 25, 6)  # sizes to try; any would do


@jit
def variance(case: Case, state: State, c: int) -> float:
    """The variance the bets assume."""
    prior = case.prior_weight * case.prior_variance
    return float((prior + state.square[c]) / (case.prior_weight + state.n[c]))


@jit
def open_epoch(case: Case, state: State, c: int) -> None:
    """New bets from the variance seen so far, and what each reward will add to the logs."""
    n, e = state.n[c], state.epochs[c]
    state.epochs[c] = e + 1
    state.epoch_end[c] = max(n + 1, (5 * n + 3) // 4)
    state.counts[c, e, :] = 0
    gap, v = case.drop_below - case.accept_above, variance(case, state, c)
    for k in range(BETS):
        bet = SMALLEST_BET * gap * 2.0**k / v
        state.bets[c, e, k] = bet
        up = min(bet, CAP / case.accept_above)
        down = min(bet, CAP / (1 - case.drop_below))
        for j in range(len(case.values)):
            state.steps[c, 0, j, k] = log1p(up * (case.values[j] - case.accept_above))
            state.steps[c, 1, j, k] = log1p(-down * (case.values[j] - case.drop_below))


@jit
def log_mean_exp(logs: NDArray[np.float64]) -> float:
    """The log wealth of the mixture."""
    top = logs.max()
    total = 0.0
    for k in range(len(logs)):
        total += exp(logs[k] - top)
    return float(top + log(total / len(logs)))


@jit
def quiet_trials(logs: NDArray[np.float64], steps: NDArray[np.float64], bar: float) -> int:
    """A number of trials that cannot reach the bar, whatever they bring: they need no test, only counting."""
    for trials in QUIET_RUNS:
        total = 0.0
        for k in range(BETS):
            most = steps[0, k]
            for j in range(1, len(steps)):
                most = max(most, steps[j, k])
            total += exp(logs[k] + trials * most - bar)
        if total < BETS:
            return trials
    return 0


@jit
def betting_batch(case: Case, state: State, c: int, count: int) -> int:
    """Play up to `count` trials of candidate c; stop at a decision. The number played."""
    accept_bar, drop_bar = log(1 / case.accept_risks[c]), log(1 / case.drop_risks[c])
    start, fresh = stream(case.seed, case.race, c), state.fresh
    up, down = state.logs[c, 0], state.logs[c, 1]
    played = 0
    while played < count:
        quiet = min(quiet_trials(up, state.steps[c, 0], accept_bar), quiet_trials(down, state.steps[c, 1], drop_bar))
        run = min(max(quiet, 1), count - played, state.epoch_end[c] - state.n[c])
        fresh[:] = 0
        for trial in range(state.n[c], state.n[c] + run):
            fresh[draw(start, trial, case.cumulative[c])] += 1
        count_rewards(case, state, c, fresh)
        played += run
        if log_mean_exp(up) >= accept_bar:
            state.decision[c] = ACCEPTED
        elif log_mean_exp(down) >= drop_bar:
            state.decision[c] = DROPPED
        if state.n[c] == state.epoch_end[c]:
            open_epoch(case, state, c)
        if state.decision[c] != RUNNING:
            break
    return played


@jit
def count_rewards(case: Case, state: State, c: int, fresh: NDArray[np.int64]) -> None:
    """Add some rewards, given by how often each came, to everything that is summed."""
    for j in range(len(case.values)):
        state.n[c] += fresh[j]
        state.counts[c, state.epochs[c] - 1, j] += fresh[j]
        state.total[c] += fresh[j] * case.values[j]
        state.square[c] += fresh[j] * (case.values[j] - 0.5) ** 2
        for k in range(BETS):
            state.logs[c, 0, k] += fresh[j] * state.steps[c, 0, j, k]
            state.logs[c, 1, k] += fresh[j] * state.steps[c, 1, j, k]


@jit
def mirrored_wealth(
    case: Case, state: State, c: int, threshold: float, logs: NDArray[np.float64], slopes: NDArray[np.float64]
) -> tuple[float, float]:
    """Log wealth and slope for 1 - x at a threshold, from counts on the grid."""
    cap = CAP / threshold if threshold > 0.0 else np.inf
    logs[:], slopes[:] = 0.0, 0.0
    for e in range(state.epochs[c]):
        for j in range(len(case.values)):
            count = state.counts[c, e, j]
            if count == 0:
                continue
            for part in range(2):
                share = case.rests[j] if part else 1.0 - case.rests[j]
                if share == 0.0:
                    continue
                y = (GRID - case.cells[j] - part) / GRID
                for k in range(BETS):
                    bet = min(state.bets[c, e, k], cap)
                    growth = 1.0 + bet * (y - threshold)
                    logs[k] += count * share * log(growth)
                    slopes[k] -= count * share * bet / growth * (y / threshold if bet == cap else 1.0)
    top = logs.max()
    total, slope = 0.0, 0.0
    for k in range(BETS):
        total += exp(logs[k] - top)
        slope += exp(logs[k] - top) * slopes[k]
    return top + log(total / BETS), slope / total


@jit
def betting_upper(case: Case, state: State, c: int) -> float:
    """The upper bound: 1 minus the lower limit of 1 - x, by Newton's steps inside a bracket."""
    if state.n[c] == 0:
        return 1.0
    logs, slopes = np.empty(BETS), np.empty(BETS)
    bar = log(1 / case.drop_risks[c])
    value, slope = mirrored_wealth(case, state, c, 0.0, logs, slopes)
    if value < bar:
        return 1.0
    n = state.n[c]
    low, high = 0.0, 1.0
    at = 1 - state.total[c] / n - sqrt(2 * variance(case, state, c) * bar / n)
    at = min(max(at, 0.0), 1.0)
    for _ in range(STEPS):
        value, slope = mirrored_wealth(case, state, c, at, logs, slopes)
        if value >= bar:
            low = at
        else:
            high = at
        newton = at - (value - bar) / slope if slope < 0.0 else low
        if abs(newton - at) < TOLERANCE:
            return 1 - newton
        at = newton if low < newton < high else (low + high) / 2
    return 1 - low
