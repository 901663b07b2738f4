"""The verdict of our bound on results that somebody else has played, with Elo and the usual ratio beside it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.lab.judge.results import Results
from ponnuki.race.anytime import interval_in_order, interval_of_counts, verdict_of_counts
from ponnuki.race.bounds import BoundSettings
from ponnuki.race.bounds.betting import Betting
from ponnuki.race.checks import check_risk, check_thresholds, check_variance
from ponnuki.race.pentanomial import elo_llr, llr_bars, mean_and_variance, nelo_llr, nelo_of
from ponnuki.race.risks import RaceRisk
from ponnuki.race.thresholds import elo_from_rate, nelo_in, rate

FIRST = 16
SMALLEST = 1e-6
"""Of a rate whose Elo is told."""

COUNTS_PROMISE = (
    "from counts: the bets are fixed at the variance that was expected before, so the order of the games plays no part."
    " The promise holds if every pair that was begun is counted, and if that variance and the thresholds were not"
    " chosen after looking at the counts"
)
ORDER_PROMISE = (
    "from a file: pairs are counted in its order. Where several games were played at once, that is the order in which"
    " they ended. Short games come first then, and if wins are shorter than losses, or longer, the risk is not the one"
    " that is told here. It is where one game was played at a time. Where every game that was begun is in the file,"
    " judge it by its counts (--unordered). Races of ponnuki count trials by their numbers, so they need neither"
)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the results. Thresholds are rates, Elo or normalised Elo."""

    accept_above: float | str
    drop_below: float | str
    risk: float = 0.05
    variance: float = 0.0324
    """Of a pair's mean result, as expected before; it changes how soon a decision falls, not its risk."""

    def rates(self) -> tuple[float, float]:
        """The thresholds as rates, checked with all else."""
        check_risk("risk", self.risk)
        check_variance(self.variance)
        low, high = rate(self.accept_above, self.variance), rate(self.drop_below, self.variance)
        check_thresholds(low, high, Betting)
        return low, high


def judge(results: Results, question: Question, *, unordered: bool = False) -> dict[str, Any]:
    """Everything that is said of them, as JSON values."""
    low, high = question.rates()
    ordered = None if unordered else results.in_order
    mean, variance = mean_and_variance(results.counts)
    if ordered is None:
        decision, strength, against = verdict_of_counts(results.counts, low, high, question.risk, question.variance)
        interval = interval_of_counts(results.counts, question.risk, question.variance)
        about = {"decision": decision, "log_wealth": strength, "log_wealth_against": against, "decided_after": None}
    else:
        about = _in_order(ordered, low, high, question)
        interval = interval_in_order(ordered, question.risk, question.variance)
    bars = llr_bars(question.risk)
    return {
        "player": results.player,
        "other": results.other,
        "pairs": int(results.counts.sum()),
        "counts": [int(count) for count in results.counts],
        "left_out": results.left_out,
        "rate": mean,
        "variance": variance,
        "rate_interval": list(interval),
        "elo": _elo(mean),
        "elo_interval": [_elo(end) for end in interval],
        "nelo": nelo_of(mean, variance),
        "nelo_interval": [nelo_of(end, variance) for end in interval],
        "accept_above": low,
        "drop_below": high,
        "risk": question.risk,
        **about,
        **_ratio(results, question, low, high),
        "llr_bars": list(bars),
        "promise": COUNTS_PROMISE if ordered is None else ORDER_PROMISE,
    }


def _in_order(rewards: "np.typing.NDArray[np.float64]", low: float, high: float, question: Question) -> dict[str, Any]:
    """What the default bound says of pairs in their order, up to its decision."""
    plan = RaceRisk(question.risk, question.risk, candidates=1, rank=1, countable=False, mode="first")
    bound = Betting(BoundSettings(low, high, plan, question.variance, FIRST))
    used = bound.fold(rewards, rewards)
    return {
        "decision": bound.decision,
        "log_wealth": bound.strength,
        "log_wealth_against": None,
        "decided_after": used if bound.decision else None,
    }


def _ratio(results: Results, question: Question, low: float, high: float) -> dict[str, Any]:
    """The likelihood ratio in the unit of the thresholds."""
    said = [nelo_in(text) for text in (question.accept_above, question.drop_below)]
    if said[0] is not None and said[1] is not None:
        return {"llr": nelo_llr(results.counts, said[0], said[1]), "llr_of": "normalised Elo"}
    return {"llr": elo_llr(results.counts, low, high), "llr_of": "rates"}


def _elo(value: float) -> float:
    return elo_from_rate(min(max(value, SMALLEST), 1 - SMALLEST))
