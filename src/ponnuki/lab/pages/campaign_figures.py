"""The figures of a campaign: where its trials went, and how strong the program became."""

from collections.abc import Sequence
from itertools import accumulate
from math import log, sqrt
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ponnuki.lab.learn.confirm import Confirmed
from ponnuki.lab.learn.state import Iteration, State
from ponnuki.lab.pages.figures import FLOOR, INK, PALETTE, figure
from ponnuki.race.thresholds import elo_from_rate, rate

WIDE = (9.0, 3.6)
COLOURS = {"accepted": "#009e73", "dropped": "#d55e00", "open": FLOOR}
MOST_LABELS = 20


def draw_rewards(state: State, path: Path) -> None:
    """Every candidate that played, in the order in which it was drawn: its mean, its interval, what became of it."""
    played = [
        (one.stored.number, standing)
        for one in state.iterations
        for standing in (one.verdict.bounds[name] for name in one.stored.names)
        if standing.trials
    ]
    with figure(path, 1, *WIDE) as [axis]:
        for kind, colour in COLOURS.items():
            found = [(place, one) for place, (_, one) in enumerate(played) if (one.decision or "open") == kind]
            if found:
                places, means = [place for place, _ in found], [one.mean for _, one in found]
                spans = np.array([[one.mean - one.lower, one.upper - one.mean] for _, one in found]).T
                axis.errorbar(places, means, spans, fmt="o", color=colour, markersize=4, label=kind, elinewidth=0.8)
        for place in range(1, len(played)):
            if played[place][0] != played[place - 1][0]:
                axis.axvline(place - 0.5, color=FLOOR, linewidth=0.6)
        for key, style in (("accept_above", "--"), ("drop_below", ":")):
            value = rate(getattr(state.settings, key))
            axis.axhline(value, color=INK, linestyle=style, linewidth=0.9, label=f"{key.replace('_', ' ')} {value:.4g}")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
        axis.set_xlabel("candidates that played, a line between two iterations")
        axis.set_ylabel("mean reward")
        axis.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12), fontsize=7, ncols=5)


def draw_strength(accepted: Sequence[Iteration], steps: Sequence[Confirmed], path: Path) -> None:
    """Elo over the first baseline, added up over the accepted modifications: as raced, and in fresh games."""
    with figure(path, 1, *WIDE) as [axis]:
        labels = ["first"] + [f"+{place}" for place in range(1, len(accepted) + 1)]
        raced = [one.verdict.bounds[one.verdict.accepted[0]].mean for one in accepted]
        _sums(axis, raced, None, "in the races (flattering: they stop at a good moment)", FLOOR, "--")
        if steps:
            rates, errors = [one.rate for one in steps], [one.standard_error or 0.0 for one in steps]
            _sums(axis, rates, errors, "in fresh games, with 95 % intervals", PALETTE[0], "-")
        axis.set_xticks(range(len(labels)), labels if len(labels) <= MOST_LABELS else [""] * len(labels))
        axis.set_ylabel("Elo over the first baseline")
        axis.legend(loc="upper left", fontsize=7)


def _sums(
    axis: Axes, rates: Sequence[float], errors: Sequence[float] | None, label: str, colour: str, style: str
) -> None:
    elos, spreads = climb(rates, errors or [0.0] * len(rates))
    axis.plot(range(len(elos)), elos, style, marker="o", color=colour, label=label)
    if errors is not None:
        axis.errorbar(range(1, len(elos)), elos[1:], spreads[1:], fmt="none", color=colour, capsize=3)


def climb(rates: Sequence[float], errors: Sequence[float]) -> tuple[list[float], list[float]]:
    """Elo over the first baseline after each modification, and half of the 95 % interval; both begin with 0."""
    inside = [min(max(one, 0.01), 0.99) for one in rates]
    variances = [(400 / log(10) / (one * (1 - one)) * error) ** 2 for one, error in zip(inside, errors, strict=True)]
    return (
        [0.0, *accumulate(elo_from_rate(one) for one in inside)],
        [0.0, *(1.96 * sqrt(one) for one in accumulate(variances))],
    )
