"""The figures of a race's report: intervals between thresholds, and where the trials went."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from ponnuki.lab.pages.figures import FLOOR, INK, PALETTE, figure, short_number
from ponnuki.lab.races.fold import Step, StoredRace
from ponnuki.race import Standing
from ponnuki.race.thresholds import rate

PANEL = (4.2, 3.0)  # inches
MOST_PANELS = 12
"""Candidates that get a panel: those that played most."""
LONGEST_TITLE = 44
"""Characters above a panel."""
LONG = 20
"""Times the first batch after which a logarithmic axis is easier to read."""
WIDE = (9.0, 4.0)
OUTCOMES = {"accepted": ("o", "#009e73"), "dropped": ("X", "#d55e00")}


def draw_bounds(race: StoredRace, walk: Sequence[Step], path: Path) -> None:
    """One panel for each candidate: mean and interval over its own trials, with the thresholds."""
    played: dict[int, list[Step]] = {}
    for step in walk:
        played.setdefault(step.candidate, []).append(step)
    chosen = sorted(played, key=lambda place: -played[place][-1].standing.trials)[:MOST_PANELS]
    variance = race.settings["prior_variance"]
    thresholds = [rate(race.settings[key], variance) for key in ("accept_above", "drop_below")]
    with figure(path, len(chosen), *PANEL) as axes:
        for axis, place in zip(axes, sorted(chosen), strict=True):
            _panel(axis, race.names[place], played[place], thresholds)


def _panel(axis: Axes, name: str, walk: Sequence[Step], thresholds: Sequence[float]) -> None:
    standings = [step.standing for step in walk]
    x = [one.trials for one in standings]
    axis.fill_between(x, [one.lower for one in standings], [one.upper for one in standings], color="#56b4e9", alpha=0.3)
    axis.plot(x, [one.mean for one in standings], color=PALETTE[0], linewidth=1.4)
    if len(x) == 1:
        one = standings[0]
        axis.errorbar(x, [one.mean], [[one.mean - one.lower], [one.upper - one.mean]], fmt="o", color=PALETTE[0])
        axis.set_xlim(0, 2 * x[0])
    for value, style, label in zip(thresholds, ("--", ":"), ("accept above", "drop below"), strict=True):
        axis.axhline(value, color=INK, linestyle=style, linewidth=0.9, label=f"{label} {value:.4g}")
    if standings[-1].decision:
        marker, colour = OUTCOMES[standings[-1].decision]
        axis.plot(x[-1], standings[-1].mean, marker, color=colour, markersize=8, label=standings[-1].decision)
    if x[-1] > LONG * x[0]:
        axis.set_xscale("log")
    axis.xaxis.set_major_formatter(FuncFormatter(short_number))
    axis.xaxis.set_minor_formatter(NullFormatter())
    axis.set_ylim(*_window(standings, thresholds))
    axis.set_title(_short(name))
    axis.set_xlabel("trials of this candidate")
    axis.set_ylabel("mean reward")
    axis.legend(loc="best", fontsize=7, frameon=True, framealpha=0.8, edgecolor="none")


def _short(name: str) -> str:
    """A name that fits above its panel."""
    return name if len(name) <= LONGEST_TITLE else f"{name[: LONGEST_TITLE - 9]} … {name[-6:]}"


def _window(standings: Sequence[Standing], thresholds: Sequence[float]) -> tuple[float, float]:
    """What is worth seeing: the second half of the story and the thresholds."""
    late = standings[len(standings) // 3 :]
    low = min([one.lower for one in late] + list(thresholds), default=0.0)
    high = max([one.upper for one in late] + list(thresholds), default=1.0)
    room = 0.05 * (high - low)
    return max(0.0, low - room), min(1.0, high + room)


def draw_shares(race: StoredRace, walk: Sequence[Step], path: Path) -> None:
    """Trials of each candidate against trials of the race; a mark where one was accepted or dropped."""
    with figure(path, 1, *WIDE) as [axis]:
        for place, name in enumerate(race.names):
            own = [step for step in walk if step.candidate == place]
            if not own:
                continue
            end = walk[-1].total
            x = [0] + [total for step in own for total in (step.total - step.count, step.total)]
            y = [0] + [count for step in own for count in (step.first, step.first + step.count)]
            colour = PALETTE[place % len(PALETTE)]
            axis.plot(x, y, color=colour, linewidth=1.3, label=name if len(race.names) <= MOST_PANELS else None)
            decision = own[-1].standing.decision
            if decision is None:
                axis.plot([x[-1], end], [y[-1], y[-1]], color=colour, linewidth=1.3)
            else:
                axis.plot(x[-1], y[-1], OUTCOMES[decision][0], color=colour, markersize=8)
                axis.annotate(f"{name} {decision}", (x[-1], y[-1]), (5, 4), textcoords="offset points", fontsize=7)
        total = walk[-1].total
        even = [0, total / len(race.names)]
        axis.plot([0, total], even, color=FLOOR, linestyle="--", linewidth=0.8, label="equal shares")
        axis.set_xlabel("trials of the race")
        axis.set_ylabel("trials of the candidate")
        for direction in (axis.xaxis, axis.yaxis):
            direction.set_major_formatter(FuncFormatter(short_number))
        if len(race.names) <= MOST_PANELS:
            axis.legend(loc="upper left")
