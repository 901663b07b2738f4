"""The cases of the study `race-power`: who races, with which rewards, under which rules, how often.

`power`: one candidate, every bound, effects from worse to much better; .5025, between the thresholds, is
the hardest. `race`: many candidates, the papers' rule beside ours. `guarantee`: the worst cases of each
promise, all candidates exactly at a threshold, where the share of wrong decisions may not be above the
risk.
"""

from collections.abc import Iterable

from ponnuki.lab.simulation.cases import PAPERS, Case, Field, case
from ponnuki.lab.simulation.fast_race import Rules
from ponnuki.lab.simulation.reward_models import BERNOULLI, CHESS_GAMES, CHESS_PAIRS, GO_PAIRS, SKEWED, RewardModel

EFFECTS = (0.5, 0.5025, 0.505, 0.5078, 0.512, 0.52, 0.55)
SMALL = 10  # candidates: races of more take minutes
RACES = (
    Field("10: one .512", means=(0.512, *[0.5] * 9)),
    Field("100: ten .512", means=(*[0.512] * 10, *[0.5] * 90)),
    Field("100: one .512", means=(0.512, *[0.5] * 99)),
    Field("10 drawn", size=10, centre=0.495, deviation=0.01),
)


def one(mean: float) -> Field:
    """A single candidate."""
    return Field(f"{mean:g}", means=(mean,))


def fits(bound: str, model: RewardModel) -> RewardModel:
    """The papers count games, so where rewards are chess-like pairs their bounds are given the games."""
    return CHESS_GAMES if bound in PAPERS and model is CHESS_PAIRS else model


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
