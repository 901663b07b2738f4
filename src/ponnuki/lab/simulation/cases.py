"""Cases of simulated races: who races, with which rewards, under which rules, how often. Start at `named_cases`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import NDArray

from ponnuki.errors import BadInput
from ponnuki.lab.simulation.fast_race import Rules
from ponnuki.lab.simulation.reward_models import BERNOULLI, RewardModel, divergence
from ponnuki.race.thresholds import PAIR_VARIANCE, SINGLE_GAME_VARIANCE

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
MOST_CANDIDATES, MOST_RACES = 10_000, 1_000_000  # what users may name: more would not fit into memory
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
    """Races of one kind."""

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


def prior_of(model: RewardModel) -> float:
    """The prior variance a user would give: of pairs or of single games, not the true one."""
    return SINGLE_GAME_VARIANCE if model.games_per_trial == 1 else PAIR_VARIANCE


def selection_of(bound: str) -> str:
    """The rule that goes with a bound: that of Hoock and Teytaud for theirs, the default for the others."""
    if bound == "paper-3":
        return "one-at-a-time"
    return "max-ub" if bound in PAPERS else "best-bet"


def case(part: str, field: Field, model: RewardModel, base: Rules, races: int, **changes: object) -> Case:
    """A case with the settings a user would choose for such rewards."""
    rules = replace(base, **changes)  # type: ignore[arg-type]
    return Case(part, field, model, replace(rules, prior_variance=prior_of(model)), races)


def named_cases(
    base: Rules, races: int, bounds: Sequence[str], effects: Sequence[float], model: RewardModel, size: int
) -> list[Case]:
    """What the user named: each bound and effect, the best of `size` candidates, the others equal to the
    baseline."""
    for name, count, most in (("candidates", size, MOST_CANDIDATES), ("races", races, MOST_RACES)):
        if count > most:
            raise BadInput(f"{name} is {count}: {most} can be simulated at most")
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
