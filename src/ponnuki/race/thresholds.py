"""Thresholds as people say them: a rate, an Elo difference, a normalised Elo, or a preset with a meaning.

A race compares mean rewards with two rates. Elo is the logistic curve of the rating lists; normalised Elo
counts in units of the standard deviation of one game, so that the same number costs the same number of
games whatever the share of draws. Both spellings end in their unit: `2elo`, `-1.5nelo`.
"""

import re
from dataclasses import dataclass
from math import isfinite, log, log10, sqrt

from ponnuki.errors import BadInput

ELO_SCALE = 400.0  # a favourite by 400 Elo wins ten times as often as it loses
NELO_SCALE = 800.0 / log(10.0)  # fishtest's unit: Elo and normalised Elo agree for games without draws

PAIR_VARIANCE = 0.125  # of the mean of two independent games without draws
SINGLE_GAME_VARIANCE = 0.25  # of one game without draws

_SPELLING = re.compile(r"\s*([+-]?[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?)\s*(elo|nelo)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Preset:
    """Two thresholds people know by name, with what an acceptance then means."""

    accept_above: float
    drop_below: float
    meaning: str


PRESETS = {
    "gain": Preset(
        0.501,
        0.504,
        "accept what is proven better than 50.1 %; a true 50.4 % or more is found (as Hoock and Teytaud had them)",
    ),
    "simplify": Preset(
        0.497,
        0.5,
        "accept what is proven not worse than 49.7 %; a true 50 % or more is found (for removing code)",
    ),
}


def games_per_trial(variance: float) -> int:
    """A trial with the variance of a single game is one; anything steadier is a pair of games."""
    return 1 if variance >= SINGLE_GAME_VARIANCE else 2


def rate_from_elo(elo: float) -> float:
    """The mean reward of a player `elo` points stronger."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / ELO_SCALE)))


def elo_from_rate(rate: float) -> float:
    """The Elo difference at which the mean reward is `rate`."""
    return ELO_SCALE * log10(rate / (1.0 - rate))


def rate_from_nelo(nelo: float, variance: float) -> float:
    """The mean reward at a normalised Elo, for trials of that variance."""
    return 0.5 + nelo * _game_deviation(variance) / NELO_SCALE


def nelo_from_rate(rate: float, variance: float) -> float:
    """The normalised Elo of a mean reward, for trials of that variance."""
    return (rate - 0.5) * NELO_SCALE / _game_deviation(variance)


def rate(threshold: float | str, variance: float = PAIR_VARIANCE) -> float:
    """The rate that a threshold means: `0.501`, `"0.501"`, `"2elo"` or `"1.5nelo"`."""
    if not isinstance(threshold, str):
        return _checked(float(threshold), threshold)
    match = _SPELLING.fullmatch(threshold)
    if match is None:
        raise BadInput(f"threshold {threshold!r} is not a number: write a rate (0.501), 2elo or 1.5nelo")
    number, unit = float(match[1]), (match[2] or "").lower()
    if unit == "elo":
        return _checked(rate_from_elo(number), threshold)
    if unit == "nelo":
        return _checked(rate_from_nelo(number, variance), threshold)
    return _checked(number, threshold)


def nelo_in(threshold: float | str) -> float | None:
    """The normalised Elo that a threshold names; None for one in another unit."""
    match = _SPELLING.fullmatch(threshold) if isinstance(threshold, str) else None
    return float(match[1]) if match is not None and (match[2] or "").lower() == "nelo" else None


def preset(name: str) -> Preset:
    """A preset by its name."""
    if name not in PRESETS:
        raise BadInput(f"unknown preset {name!r}: choose from {', '.join(PRESETS)}")
    return PRESETS[name]


def _game_deviation(variance: float) -> float:
    return sqrt(variance * games_per_trial(variance))


def _checked(value: float, said: float | str) -> float:
    if not (isfinite(value) and 0.0 < value < 1.0):
        raise BadInput(f"threshold {said!r} means the rate {value:g}: a rate lies strictly between 0 and 1")
    return value
