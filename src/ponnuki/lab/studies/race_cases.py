"""The cases of the study `race-power`: who races, with which rewards, under which rules, how often.

`power`: one candidate, every bound, effects from worse to much better; .5025, between the thresholds, is
the hardest. `race`: many candidates, the papers' rule beside ours. `guarantee`: the worst cases of each
promise, all candidates exactly at a threshold, where the share of wrong decisions may not be above the
risk.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import NDArray

from ponnuki.lab.studies.fast_race import Rules
from ponnuki.lab.studies.reward_models import (
    BERNOULLI,
    CHESS_GAMES,
    CHESS_PAIRS,
    GO_PAIRS,
    SKEWED,
    RewardModel,
    divergence,
)
from ponnuki.race.thresholds import PAIR_VARIANCE, SINGLE_GAME_VARIANCE

EFFECTS = (0.5, 0.5025, 0.505, 0.5078, 0.512, 0.52, 0.55)
PAPERS = ("paper-1", "paper-2", "paper-3", "bernstein")
ADAPTS = ("betting", "gsprt", "bernstein")  # bounds that see the variance
TIMES_FLOOR = {  # measured, roughly: for estimates of time only
    "betting": 1.3,
    "beta-binomial": 1.3,
    "gsprt": 1.3,
    "stitched": 2.6,
    "bernstein": 5.0,
    "paper-1": 8.0,
    "paper-2": 5.0,
    "paper-3": 5.0,
}
PART_PLAYED = 0.3  # of what all candidates would need is played before one is accepted
SMALL = 10  # candidates: races of more take minutes
FIELD_SEED = 20100407  # of the orders and draws of candidates: a field is part of its case


@dataclass(frozen=True, slots=True)
class Field:
    """Candidates by name: given means in random order, or means drawn from a normal distribution."""

    name: str
    means: tuple[float, ...] = ()
    size: int = 0
    centre: float = 0.0
    deviation: float = 0.0

    def draw(self, races: int) -> NDArray[np.float64]:
        """The means of each race, (races, K)."""
        rng = np.random.default_rng(FIELD_SEED)
        if self.means:
            return np.array([rng.permutation(self.means) for _ in range(races)])
        return np.clip(rng.normal(self.centre, self.deviation, (races, self.size)), 0.4, 0.6)


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the study."""

    part: str
    field: Field
    model: RewardModel
    rules: Rules
    races: int

    @property
    def cost(self) -> float:
        """A guess at the trials it takes, for an honest estimate of the time left."""
        rules = self.rules
        means, numbers = np.unique(self.field.draw(1), return_counts=True)
        model = self.model if rules.bound in ADAPTS else BERNOULLI
        rates = [
            max(divergence(model.rewards, row, t) for t in (rules.accept_above, rules.drop_below))
            for row in model.chances(means)
        ]
        trials = log(1 / rules.risk) * float(numbers @ (1 / np.array(rates))) * TIMES_FLOOR[rules.bound]
        return float(self.races * trials * (1.0 if numbers.sum() == 1 else PART_PLAYED))


def one(mean: float) -> Field:
    """A single candidate."""
    return Field(f"{mean:g}", means=(mean,))


RACES = (
    Field("10: one .512", means=(0.512, *[0.5] * 9)),
    Field("100: ten .512", means=(*[0.512] * 10, *[0.5] * 90)),
    Field("100: one .512", means=(0.512, *[0.5] * 99)),
    Field("10 drawn", size=10, centre=0.495, deviation=0.01),
)


def prior_of(model: RewardModel) -> float:
    """The prior variance a user would give: of pairs or of single games, not the true one."""
    return SINGLE_GAME_VARIANCE if model.games_per_trial == 1 else PAIR_VARIANCE


def selection_of(bound: str) -> str:
    """The rule that goes with a bound: the papers' for theirs, the default for the others."""
    if bound == "paper-3":
        return "one-at-a-time"
    return "max-ub" if bound in PAPERS else "best-bet"


def fits(bound: str, model: RewardModel) -> RewardModel:
    """The papers count games, so where rewards are chess-like pairs their bounds are given the games."""
    return CHESS_GAMES if bound in PAPERS and model is CHESS_PAIRS else model


def case(part: str, field: Field, model: RewardModel, base: Rules, races: int, **changes: object) -> Case:
    """A case with the settings a user would choose for such rewards."""
    rules = replace(base, **changes)  # type: ignore[arg-type]
    return Case(part, field, model, replace(rules, prior_variance=prior_of(model)), races)


def power_cases(base: Rules, races: int) -> Iterable[Case]:
    """One candidate on its own: every bound on games, the interesting ones on pairs; most races for the default."""
    bounds = ("betting", "beta-binomial", "stitched", "gsprt", "bernstein", "paper-2", "paper-1")
    for model, chosen in (
        (BERNOULLI, bounds),
        (CHESS_PAIRS, ("betting", "gsprt", "paper-2")),
        (GO_PAIRS, ("betting", "gsprt", "paper-2")),
    ):
        for bound in chosen:
            for effect in EFFECTS:
                number = 5 * races if bound == "betting" else races
                yield case("power", one(effect), fits(bound, model), base, number, bound=bound)


def race_cases(base: Rules, races: int) -> Iterable[Case]:
    """Many candidates: the papers' rule, and ours with each way of choosing."""
    ways = (("paper-2", "max-ub"), ("betting", "max-ub"), ("betting", "thompson"), ("betting", "best-bet"))
    for model in (BERNOULLI, CHESS_PAIRS):
        for field in RACES:
            for bound, selection in ways:
                number = 5 * races if len(field.draw(1)[0]) <= SMALL else _few(races, bound, selection)
                yield case("race", field, fits(bound, model), base, number, bound=bound, selection=selection)


def _few(races: int, bound: str, selection: str) -> int:
    """A hundred candidates take long: most races go to the two ways that are compared."""
    compared = (bound, selection) in (("paper-2", "max-ub"), ("betting", "best-bet"))
    return max(1, races // 2 if compared else races // 20)


def guarantee_cases(base: Rules, races: int) -> Iterable[Case]:
    """Every bound with one candidate at a threshold, and ten at once with and without the correction."""
    at, below = base.accept_above, 2 * base.accept_above - base.drop_below
    for bound in ("betting", "beta-binomial", "stitched", "gsprt"):
        for model in (BERNOULLI, CHESS_PAIRS, GO_PAIRS, SKEWED):
            for mean in (at, base.drop_below):
                yield case("guarantee", one(mean), model, base, races, bound=bound)
    ten = Field(f"10 at {at:g}", means=(at,) * 10)
    best = Field(f"10: best at {base.drop_below:g}", means=(base.drop_below, *[below] * 9))
    for field in (ten, best):
        yield case("guarantee", field, CHESS_PAIRS, base, races)
    yield case("guarantee", ten, CHESS_PAIRS, base, races, uncorrected=True)


def standard_cases(base: Rules, races: int) -> list[Case]:
    """The whole study; short races and the guarantees, where rare events are counted, take more races."""
    return [
        *power_cases(base, races),
        *race_cases(base, races),
        *guarantee_cases(base, 10 * races),
    ]


def named_cases(
    base: Rules, races: int, bounds: Sequence[str], effects: Sequence[float], model: RewardModel, size: int
) -> list[Case]:
    """What the user named: each bound and effect, the best of `size` candidates, the others equal to the
    baseline."""
    return [
        case(
            "named",
            Field(f"{effect:g}" + (f" of {size}" if size > 1 else ""), means=(effect, *[0.5] * (size - 1))),
            model,
            base,
            races,
            bound=bound,
            selection=selection_of(bound),
        )
        for bound in bounds
        for effect in effects
    ]
