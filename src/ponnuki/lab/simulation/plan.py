"""How many games a race will need, before a week of computing is spent on it: `ponnuki plan`.

The prediction is a simulation of the very race, with the assumed effect as the truth: one candidate has it,
the others are as good as the baseline. It stands beside the floor that no test can go below.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ponnuki.errors import BadInput
from ponnuki.lab.simulation.cases import Case, named_cases
from ponnuki.lab.simulation.fast_race import Rules
from ponnuki.lab.simulation.prediction import Row, run
from ponnuki.lab.simulation.reward_models import RewardModel, floor_games, pairs
from ponnuki.race.bounds import BOUNDS
from ponnuki.race.checks import check_count, check_risk


@dataclass(frozen=True, slots=True)
class Question:
    """What the user assumes and wants to know."""

    accept_above: float
    drop_below: float
    risk: float
    candidates: int
    effect: float
    variance: float
    races: int
    seed: int

    @property
    def model(self) -> RewardModel:
        """Pairs of games of the assumed variance."""
        return pairs(self.variance)

    @property
    def floor(self) -> float:
        """Games that no test can do without, for one candidate with the assumed effect."""
        return floor_games(self.model, self.effect, self.accept_above, self.drop_below, self.risk)

    @property
    def name(self) -> str:
        """The run's name: one for each question."""
        thresholds = f"{self.accept_above:.4g}-{self.drop_below:.4g}"
        return f"plan-{self.effect:.4g}-of-{self.candidates}-{thresholds}-risk-{self.risk:g}-var-{self.variance:g}"

    def check(self) -> None:
        """Say what cannot be planned, before anything is simulated."""
        check_risk("risk", self.risk)
        check_count("candidates", self.candidates)
        check_count("races", self.races)
        if self.drop_below < self.accept_above:
            raise BadInput(f"drop_below {self.drop_below:g} is below accept_above {self.accept_above:g}")
        if not 0.0 < self.effect < 1.0:
            raise BadInput(f"effect {self.effect:g} is not a rate strictly between 0 and 1, such as 0.51")
        if self.effect == self.accept_above == self.drop_below:
            raise BadInput(f"an effect of exactly both thresholds ({self.effect:g}) is never decided")
        self.model.chances([self.effect, 0.5])


def cases_of(question: Question) -> list[Case]:
    """One case for each bound that can work with these thresholds."""
    question.check()
    gap = question.drop_below > question.accept_above
    bounds = [name for name, bound in BOUNDS.items() if gap or not bound.needs_gap]
    base = Rules(risk=question.risk, accept_above=question.accept_above, drop_below=question.drop_below)
    return named_cases(base, question.races, bounds, [question.effect], question.model, question.candidates)


def predict(question: Question, progress: Callable[[float], None] = lambda cost: None) -> list[Row]:
    """Games to a decision for each bound."""
    return run(cases_of(question), question.seed, progress)
