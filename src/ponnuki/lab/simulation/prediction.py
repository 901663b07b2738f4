"""How many games a race needs and how often it is wrong, by simulation with known truth: `run` plays cases.

Truth is known here, so the share of wrong decisions is counted, not estimated by the bounds themselves.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ponnuki.lab.simulation.cases import Case
from ponnuki.lab.simulation.fast_race import Outcomes, simulate
from ponnuki.lab.simulation.reward_models import floor_games
from ponnuki.race.bounds import BOUNDS

SAME = 1e-9  # means closer than this are the same


@dataclass(frozen=True, slots=True)
class Row:
    """One case and what came of it. Games, not trials: a pair is two."""

    part: str
    rewards: str
    field: str
    candidates: int
    bound: str
    selection: str
    corrected: bool
    guarantee: str
    accept_above: float
    drop_below: float
    risk: float
    races: int
    mean_games: float
    mean_games_se: float
    games_90: float
    floor: float | None
    times_floor: float | None
    accepted: float
    false_accept: float
    false_drop: float
    undecided: float


def run(cases: Iterable[Case], seed: int = 0, progress: Callable[[float], None] = lambda cost: None) -> list[Row]:
    """Simulate every case; `progress` is told the cost of what was done."""
    rows = []
    for case in cases:
        share = case.cost / case.races

        def report(done: int, share: float = share) -> None:
            progress(done * share)

        rows.append(_row(case, seed, report))
    return rows


def _row(case: Case, seed: int, progress: Callable[[int], None]) -> Row:
    means = case.field.draw(case.races)
    chances = np.array([case.model.chances(row) for row in means])
    outcomes = simulate(case.rules, case.model.rewards, chances, case.races, seed, progress)
    games = outcomes.trials * case.model.games_per_trial
    single = means.shape[1] == 1
    rules = case.rules
    floor = (
        floor_games(case.model, float(means[0, 0]), rules.accept_above, rules.drop_below, rules.risk)
        if single
        else None
    )
    wrong_accept, wrong_drop = mistakes(outcomes, means, rules.accept_above, rules.drop_below)
    mean = float(games.mean())
    return Row(
        part=case.part,
        rewards=case.model.name,
        field=case.field.name,
        candidates=means.shape[1],
        bound=rules.bound,
        selection="-" if single else rules.selection,
        corrected=not rules.uncorrected,
        guarantee="asymptotic" if BOUNDS[rules.bound].asymptotic else "proven",
        accept_above=rules.accept_above,
        drop_below=rules.drop_below,
        risk=rules.risk,
        races=case.races,
        mean_games=mean,
        mean_games_se=float(games.std() / np.sqrt(case.races)),
        games_90=float(np.percentile(games, 90)),
        floor=floor,
        times_floor=None if floor is None else mean / floor,
        accepted=float(outcomes.accepted.any(axis=1).mean()),
        false_accept=wrong_accept,
        false_drop=wrong_drop,
        undecided=float((~outcomes.accepted.any(axis=1) & ~outcomes.dropped.all(axis=1)).mean()),
    )


def mistakes(
    outcomes: Outcomes, means: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", accept: float, drop: float
) -> tuple[float, float]:
    """The shares of races that accept something not above `accept`, and that drop the best although it is
    >= `drop`.

    Exactly at the drop threshold the promise is not yet due, but by continuity it is the worst case.
    """
    false_accept = (outcomes.accepted & (means <= accept + SAME)).any(axis=1)
    best = means.argmax(axis=1)
    rows = np.arange(len(means))
    false_drop = outcomes.dropped[rows, best] & (means[rows, best] >= drop - SAME)
    return float(false_accept.mean()), float(false_drop.mean())


def games(number: float) -> str:
    """A number of games as short as its precision."""
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}" if number < 100 * unit else f"{number / unit:.0f}{name}"
    return f"{number:.0f}"
