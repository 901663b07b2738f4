"""How much longer a race will take, said honestly: if the means stay what they are now, and no sooner known.

The interval of a candidate narrows like one over the square root of its trials. A candidate is accepted when its
lower end reaches the accept threshold and dropped when its upper end reaches the drop threshold; the race is over when
the first is accepted or all are dropped. Early means are mostly luck, so nothing is said before they are worth it.
"""

from math import inf

from ponnuki.race import Standing, Verdict

LEAST_TRIALS = 32
"""Trials of a candidate before its mean is worth an estimate (a guess: two batches)."""


def trials_left(verdict: Verdict, accept_above: float, drop_below: float) -> int | None:
    """Trials still to play; None where it cannot be told yet."""
    active = [standing for standing in verdict.bounds.values() if standing.decision is None]
    accepts = [_needed(one.trials, one.mean - one.lower, one.mean - accept_above) for one in active if _worth(one)]
    drops = [_needed(one.trials, one.upper - one.mean, drop_below - one.mean) for one in active if _worth(one)]
    known = len(drops) == len(active)
    left = min(min(accepts, default=inf), sum(drops) if known else inf)
    return None if left == inf else int(left)


def _worth(standing: Standing) -> bool:
    return standing.trials >= LEAST_TRIALS


def _needed(trials: int, width: float, distance: float) -> float:
    """More trials until an end of the interval, `width` from the mean, has come within `distance` of it."""
    return inf if distance <= 0 else max(0.0, trials * ((width / distance) ** 2 - 1))
