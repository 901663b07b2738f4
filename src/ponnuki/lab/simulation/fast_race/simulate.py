"""Thousands of races of one case: `Rules` say how they are run, `Outcomes` what came of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.kernels import jit
from ponnuki.lab.simulation.fast_race import anytime, others, selection
from ponnuki.lab.simulation.fast_race.betting import open_epoch
from ponnuki.lab.simulation.fast_race.rewards import draws
from ponnuki.lab.simulation.fast_race.state import ACCEPTED, DROPPED, RUNNING, Case, State, new_state, places
from ponnuki.race.bounds import BoundSettings, bound_class
from ponnuki.race.bounds.betting import prior_weight
from ponnuki.race.risks import RaceRisk
from ponnuki.race.selection import DIGITS

KINDS = {
    "betting": anytime.BETTING,
    "paper-1": others.PAPER_1,
    "paper-2": others.PAPER_2,
    "paper-3": others.PAPER_2,  # differs only in who gets which risk
    "bernstein": others.BERNSTEIN,
    "stitched": others.STITCHED,
    "beta-binomial": others.BETA_BINOMIAL,
    "gsprt": others.GSPRT,
}
RULES = {
    "best-bet": selection.BEST_BET,
    "max-ub": selection.MAX_UB,
    "thompson": selection.THOMPSON,
    "nat-index": selection.NAT_INDEX,
    "round-robin": selection.ROUND_ROBIN,
    "one-at-a-time": selection.ONE_AT_A_TIME,
}
NEVER = 10**12  # trials: no budget
CHUNK = 64  # races between two reports of progress


@dataclass(frozen=True, slots=True)
class Rules:
    """How a race is run: the settings of `ponnuki.race.Race` that matter here, with the same defaults.

    `uncorrected` gives every candidate the whole risk on both sides, as if it were alone: what people do
    who test many modifications at 5 % each. `drop_risk`, where given, is that of dropping: a campaign spends the
    risk of accepting alone.
    """

    bound: str = "betting"
    selection: str = "best-bet"
    risk: float = 0.05
    accept_above: float = 0.501
    drop_below: float = 0.504
    prior_variance: float = 0.125
    first: int = 16
    budget: int | None = None
    accept_all: bool = False
    uncorrected: bool = False
    drop_risk: float | None = None


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What happened in each race. `decisions`: (races, K), 0 undecided, 1 accepted, 2 dropped."""

    trials: NDArray[np.int64]
    decisions: NDArray[np.int8]

    @property
    def accepted(self) -> NDArray[np.bool_]:
        """Which candidates were accepted in which race."""
        accepted: NDArray[np.bool_] = self.decisions == ACCEPTED
        return accepted

    @property
    def dropped(self) -> NDArray[np.bool_]:
        """Which candidates were dropped in which race."""
        dropped: NDArray[np.bool_] = self.decisions == DROPPED
        return dropped


def simulate(
    rules: Rules,
    values: NDArray[np.float64],
    chances: NDArray[np.float64],
    races: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Outcomes:
    """Run `races` races. `values` (V,) are the possible rewards, `chances` (K, V) or (races, K, V) their
    chances.

    `progress` is told after every few races how many more are done. Same seed, same outcomes.
    """
    cumulative = np.cumsum(np.atleast_3d(chances.T).T, axis=2)
    case, state = _prepared(rules, values, cumulative.shape[1], seed)
    trials = np.empty(races, np.int64)
    decisions = np.empty((races, cumulative.shape[1]), np.int8)
    no_trace = np.empty((0, 2), np.int64)
    for begin in range(0, races, CHUNK):
        for race in range(begin, min(begin + CHUNK, races)):
            this = case._replace(cumulative=cumulative[race % len(cumulative)], race=race)
            trials[race] = _run(*_codes(rules), this, state, no_trace)[0]
            decisions[race] = state.decision
        progress(min(CHUNK, races - begin))
    return Outcomes(trials, decisions)


def trace(
    rules: Rules,
    values: NDArray[np.float64],
    chances: NDArray[np.float64],
    race: int,
    seed: int,
    room: int = 100_000,
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """One race batch by batch, (candidate, trials played) each, and the decisions: for comparison with
    `Race`."""
    case, state = _prepared(rules, values, len(chances), seed)
    batches = np.empty((room, 2), np.int64)
    case = case._replace(cumulative=np.cumsum(chances, axis=1), race=race)
    _, used = _run(*_codes(rules), case, state, batches)
    return batches[:used], state.decision.copy()


def rewards_of(
    values: NDArray[np.float64],
    chances: NDArray[np.float64],
    *,
    seed: int,
    race: int,
    candidate: int,
    first: int,
    count: int,
) -> NDArray[np.float64]:
    """The very rewards that the simulation gives to a candidate, to tell them to a real race."""
    rewards: NDArray[np.float64] = values[draws(seed, race, candidate, first, count, np.cumsum(chances[candidate]))]
    return rewards


def _codes(rules: Rules) -> tuple[int, int, bool, int]:
    budget = NEVER if rules.budget is None else rules.budget
    return KINDS[rules.bound], RULES[rules.selection], rules.accept_all, budget


def _prepared(rules: Rules, values: NDArray[np.float64], size: int, seed: int) -> tuple[Case, State]:
    kind, mode = bound_class(rules.bound), "all" if rules.accept_all else "first"
    whole = 1 if rules.uncorrected else size
    drop_risk = rules.risk if rules.drop_risk is None else rules.drop_risk
    settings = [
        BoundSettings(
            rules.accept_above,
            rules.drop_below,
            RaceRisk(rules.risk, drop_risk, whole, i + 1, False, mode),  # type: ignore[arg-type]
            rules.prior_variance,
            rules.first,
        )
        for i in range(size)
    ]
    risks = [kind(one).risks for one in settings]
    case = Case(
        values,
        *places(values),
        cumulative=np.empty((size, len(values))),
        accept_risks=np.array([risk.accept for risk in risks]),
        drop_risks=np.array([risk.drop for risk in risks]),
        accept_above=rules.accept_above,
        drop_below=rules.drop_below,
        prior_variance=rules.prior_variance,
        prior_weight=prior_weight(rules.prior_variance),
        first=rules.first,
        seed=seed,
        race=0,
    )
    return case, new_state(size, len(values))


@jit
def _clear(kind: int, case: Case, state: State) -> None:
    state.n[:] = 0
    state.total[:] = 0.0
    state.square[:] = 0.0
    state.decision[:] = RUNNING
    state.batches[:] = 0
    state.upper[:] = 1.0
    state.upper_at[:] = 0
    state.tests[:] = 0
    state.tested_lower[:] = 0.0
    state.tested_upper[:] = 1.0
    state.seen[:] = 0
    state.logs[:] = 0.0
    state.epochs[:] = 0
    for c in range(len(state.n)):
        if kind == anytime.BETTING:
            open_epoch(case, state, c)
        state.strength[c] = round(anytime.strength(kind, case, state, c), DIGITS)


@jit
def _run(
    kind: int, rule: int, accept_all: bool, budget: int, case: Case, state: State, batches: NDArray[np.int64]
) -> tuple[int, int]:
    """One race: the number of trials and of batches; the decisions are left in the state."""
    _clear(kind, case, state)
    trials, turn = 0, 0
    while trials < budget:
        c = selection.choose(rule, kind, case, state, turn)
        if c < 0:
            break
        count = min(anytime.batch_size(kind, case, state.n[c]), budget - trials)
        played = anytime.batch(kind, case, state, c, count)
        trials += played
        if turn < len(batches):
            batches[turn, 0], batches[turn, 1] = c, played
        turn += 1
        state.batches[c] += 1
        state.strength[c] = round(anytime.strength(kind, case, state, c), DIGITS)
        if state.decision[c] == ACCEPTED and not accept_all:
            break
    return trials, turn
