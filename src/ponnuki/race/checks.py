"""What a race can work with: every wrong input is one line that says what would be right."""

from collections.abc import Collection, Hashable, Sequence
from math import isnan

import numpy as np
from numpy.typing import ArrayLike

from ponnuki.errors import BadInput
from ponnuki.race.bounds.base import Bound, Floats
from ponnuki.race.pending import Chunk
from ponnuki.race.thresholds import SINGLE_GAME_VARIANCE


def check_candidates(candidates: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """At least one, all different."""
    if isinstance(candidates, str):
        raise BadInput(f"candidates must be a list of names, not the text {candidates!r}")
    names = tuple(candidates)
    if not names:
        raise BadInput("a race needs at least one candidate")
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise BadInput(f"candidate {twice!r} is named twice: names must differ")
    return names


def check_risk(name: str, risk: float) -> float:
    """A probability that is neither certainty."""
    if not 0.0 < risk < 1.0:
        raise BadInput(f"{name} is {risk}: it must lie strictly between 0 and 1, such as 0.05")
    return float(risk)


def check_thresholds(accept_above: float, drop_below: float, bound: type[Bound]) -> None:
    """The drop threshold may not be below the accept threshold, or races would not end."""
    if drop_below < accept_above:
        raise BadInput(
            f"drop_below {drop_below:g} is below accept_above {accept_above:g}: the race could not end; exchange them?"
        )
    if bound.needs_gap and drop_below == accept_above:
        raise BadInput(
            f"drop_below equals accept_above ({accept_above:g}): the bound {bound.name!r} needs it strictly above"
        )


def check_mode(accept: str) -> None:
    """One acceptance or all."""
    if accept not in ("first", "all"):
        raise BadInput(f"accept is {accept!r}: choose 'first' (stop at the first acceptance) or 'all'")


def check_variance(variance: float) -> float:
    """No reward in [0, 1] varies more than a coin."""
    if not 0.0 < variance <= SINGLE_GAME_VARIANCE:
        raise BadInput(f"prior_variance is {variance}: it must be above 0 and at most 0.25 (0.125 for pairs of games)")
    return float(variance)


def check_count(name: str, count: int, least: int = 1) -> int:
    """A whole number that is large enough."""
    if isinstance(count, bool) or int(count) != count or count < least:
        raise BadInput(f"{name} is {count}: it must be a whole number, at least {least}")
    return int(count)


def checked_rewards(rewards: ArrayLike | float, first_trial: int, lost: Collection[int]) -> Chunk:
    """Rewards as they count on each side; lost trials count 0 for accepting and 1 for dropping."""
    if isinstance(rewards, float | int) and not lost:
        if not 0.0 <= rewards <= 1.0:
            raise _bad_reward(first_trial, float(rewards))
        single = np.array([rewards], dtype=np.float64)
        return single, single
    try:
        low = np.array(rewards, dtype=np.float64, ndmin=1)
    except (TypeError, ValueError) as error:
        raise BadInput(f"rewards must be numbers: {error}") from None
    if low.ndim != 1:
        raise BadInput(f"rewards must be a number or a list of numbers, not a table of shape {low.shape}")
    high = _high_side(low, first_trial, lost)
    if low.size and not (low.min() >= 0.0 and low.max() <= 1.0):
        place = int(np.flatnonzero(~((low >= 0.0) & (low <= 1.0)))[0])
        raise _bad_reward(first_trial + place, float(low[place]))
    return low, high


def _high_side(low: Floats, first_trial: int, lost: Collection[int]) -> Floats:
    """Mark lost trials 0 in `low`; give the rewards with lost trials 1."""
    places = np.array([trial - first_trial for trial in lost], dtype=np.intp)
    if not places.size:
        return low
    if places.min() < 0 or places.max() >= len(low):
        raise BadInput(f"a lost trial is outside the trials told, {first_trial} to {first_trial + len(low) - 1}")
    high = low.copy()
    low[places], high[places] = 0.0, 1.0
    return high


def _bad_reward(trial: int, reward: float) -> BadInput:
    said = "not a number" if isnan(reward) else f"{reward:g}"
    return BadInput(f"the reward of trial {trial} is {said}: rewards lie between 0 and 1")
