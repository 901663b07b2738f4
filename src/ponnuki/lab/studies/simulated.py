"""Calls that simulate races with known truth: `race`, its `floor`, and `iterations` of a campaign.

Words of a race, as a study's file has them:

    size, good, effect      so many candidates, `good` of them with the mean `effect`, the others with `rest` (0.5)
    centre, deviation       or means drawn from a normal distribution
    rewards                 games, chess, chess games, go, skewed
    bound, selection        as a race takes them; `oracle` as selection plays the best candidate first, then the next
    accept_above, drop_below, risk
    bonferroni              the risk over the number of candidates for each of them, on both sides, whoever is chosen
    uncorrected             the whole risk for each candidate
    races                   of one call
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.simulation import reward_models as models
from ponnuki.lab.simulation.cases import prior_of
from ponnuki.lab.simulation.fast_race import Rules, simulate
from ponnuki.lab.simulation.prediction import SAME
from ponnuki.lab.simulation.reward_models import RewardModel, floor_games
from ponnuki.match.trial import TrialResult
from ponnuki.race.risks import by_rank

ORACLE = "oracle"
REWARDS = {
    "games": models.BERNOULLI,
    "chess": models.CHESS_PAIRS,
    "chess games": models.CHESS_GAMES,
    "go": models.GO_PAIRS,
    "skewed": models.SKEWED,
}
RACES = 20
"""Races of one call, unless its words say another number."""
LONGEST = 100_000
"""Iterations after which a campaign is given up: with chances as in the study, none gets there."""
_Floats = NDArray[np.float64]
_SEEDS = 2**62


def race(words: Mapping[str, Any], seed: int) -> TrialResult:
    """Races of one kind: for each its games, whether it accepted something bad or dropped the best good one, and
    whether it accepted anything."""
    races, rng = int(words.get("races", RACES)), np.random.default_rng(seed)
    means = _means(words, races, rng)
    if words.get("selection") == ORACLE:
        means = -np.sort(-means, axis=1)
    model, rules = _model(words), _rules(words, means.shape[1])
    chances = np.array([model.chances(row) for row in means])
    outcomes = simulate(rules, model.rewards, chances, races, seed % _SEEDS)
    false_accept = (outcomes.accepted & (means <= rules.accept_above + SAME)).any(axis=1)
    best, rows = means.argmax(axis=1), np.arange(races)
    false_drop = outcomes.dropped[rows, best] & (means[rows, best] >= rules.drop_below - SAME)
    accepted = outcomes.accepted.any(axis=1)
    return TrialResult(
        float(accepted.mean()),
        {
            "games": (outcomes.trials * model.games_per_trial).tolist(),
            "wrong": (false_accept | false_drop).astype(int).tolist(),
            "accepted": accepted.astype(int).tolist(),
        },
    )


def floor(words: Mapping[str, Any], seed: int) -> TrialResult:
    """Games below which no test of one candidate can decide on average; no race, so always the same."""
    rules = _rules(words, 1)
    games = floor_games(_model(words), float(words["effect"]), rules.accept_above, rules.drop_below, rules.risk)
    return TrialResult(0.0, {"games": games})


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How good what a campaign draws is: `share` of it is good."""

    size: int
    share: float
    effect: float
    rest: float

    def means(self, rng: np.random.Generator) -> _Floats:
        return np.where(rng.random((1, self.size)) < self.share, self.effect, self.rest)


def iterations(words: Mapping[str, Any], seed: int) -> TrialResult:
    """A campaign until it accepts something good: iterations, games, and whether it had accepted something bad.

    `share` of what is drawn has the mean `effect`, the rest `rest`; thresholds as a campaign's, and of the risk of
    accepting each iteration spends its share.
    """
    rng = np.random.default_rng(seed)
    drawn = _Drawn(int(words["size"]), float(words["share"]), float(words["effect"]), float(words["rest"]))
    model, base = _model(words), _rules(words, drawn.size)
    games, wrong = 0, 0
    for number in range(1, LONGEST + 1):
        means = drawn.means(rng)
        rules = Rules(
            accept_above=base.accept_above,
            drop_below=base.drop_below,
            risk=by_rank(base.risk, number),
            drop_risk=base.risk,
            prior_variance=prior_of(model),
        )
        outcomes = simulate(rules, model.rewards, model.chances(means[0])[None], 1, int(rng.integers(_SEEDS)))
        games += int(outcomes.trials[0]) * model.games_per_trial
        accepted = np.flatnonzero(outcomes.accepted[0])
        if len(accepted):
            if means[0, accepted[0]] > base.accept_above:
                return TrialResult(1.0, {"iterations": number, "games": games, "wrong": wrong})
            wrong = 1
    return TrialResult(0.0, {"iterations": LONGEST, "games": games, "wrong": wrong})


def theory(words: Mapping[str, Any], seed: int) -> TrialResult:
    """Iterations if every race found what is good: one over the chance that something good is drawn."""
    found = 1 - (1 - float(words["share"])) ** int(words["size"])
    return TrialResult(1.0, {"iterations": 1 / found})


def _means(words: Mapping[str, Any], races: int, rng: np.random.Generator) -> _Floats:
    """The means of each race, in random order."""
    size = int(words.get("size", 1))
    if "deviation" in words:
        drawn = rng.normal(float(words["centre"]), float(words["deviation"]), (races, size))
        return np.clip(drawn, 0.4, 0.6)
    good = int(words.get("good", 1))
    row = np.array([float(words["effect"])] * good + [float(words.get("rest", 0.5))] * (size - good))
    return np.array([rng.permutation(row) for _ in range(races)])


def _model(words: Mapping[str, Any]) -> RewardModel:
    name = str(words.get("rewards", "games"))
    if name not in REWARDS:
        raise BadInput(unknown("rewards", name, REWARDS))
    return REWARDS[name]


def _rules(words: Mapping[str, Any], size: int) -> Rules:
    """How a race is run."""
    risk, bonferroni = float(words.get("risk", 0.05)), bool(words.get("bonferroni", False))
    selection = str(words.get("selection", "best-bet"))
    return Rules(
        bound=str(words.get("bound", "betting")),
        selection="one-at-a-time" if selection == ORACLE else selection,
        risk=risk / size if bonferroni else risk,
        accept_above=float(words.get("accept_above", 0.501)),
        drop_below=float(words.get("drop_below", 0.504)),
        prior_variance=prior_of(_model(words)),
        uncorrected=bonferroni or bool(words.get("uncorrected", False)),
    )
