"""The results of a study as a figure: rates with two standard errors along one label, a line for each of the others."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from ponnuki.lab.pages.figures import FLOOR, PALETTE, figure, short_number
from ponnuki.lab.studies.plan import Plan
from ponnuki.lab.studies.play import Result

PANEL = (5.2, 4.0)  # inches
_SHIFT = 0.06  # of a step: neighbouring dots do not hide each other


def draw(plan: Plan, results: Sequence[Result], path: Path) -> None:
    """One panel for each value of the first label, if it is not the one along the axis."""
    place = plan.columns.index(plan.across)
    panels = list(dict.fromkeys(one.labels[0] for one in results)) if place > 0 else [""]
    with figure(path, len(panels), *PANEL) as axes:
        for axis, panel in zip(axes, panels, strict=True):
            chosen = [one for one in results if not panel or one.labels[0] == panel]
            _panel(axis, plan, chosen, place, panel)


def _panel(axis: Axes, plan: Plan, results: Sequence[Result], place: int, title: str) -> None:
    steps = list(dict.fromkeys(one.labels[place] for one in results))
    lines: dict[str, list[Result]] = {}
    for one in results:
        others = one.labels[1:place] + one.labels[place + 1 :]
        lines.setdefault(", ".join(others), []).append(one)
    axis.axhline(0.5, color=FLOOR, linewidth=0.8)
    for number, (name, line) in enumerate(lines.items()):
        shift = _SHIFT * (number - (len(lines) - 1) / 2)
        played = [one for one in line if one.rate is not None]
        axis.errorbar(
            [steps.index(one.labels[place]) + shift for one in played],
            [one.rate or 0.0 for one in played],
            yerr=[2 * (one.error or 0.0) for one in played],
            color=PALETTE[number % len(PALETTE)],
            marker="o",
            markersize=4,
            capsize=2,
            linewidth=1.2,
            label=name or "ours",
        )
        _published(axis, line, [steps.index(one.labels[place]) + shift for one in line], name, number)
    axis.set_xlim(-0.5, len(steps) - 0.5)
    axis.set_xticks(range(len(steps)), [short_number(float(step)) for step in steps])
    axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axis.set_xlabel(plan.across)
    axis.set_ylabel("games won (two standard errors)")
    low, high = axis.get_ylim()
    axis.set_ylim(max(low, 0.0), min(high, 1.0))
    axis.set_title(title or plan.title)
    axis.legend()


def _published(axis: Axes, line: Sequence[Result], places: Sequence[float], name: str, number: int) -> None:
    """Hollow diamonds in the colour of the line that they belong to."""
    known = [(place, one.published) for place, one in zip(places, line, strict=True) if one.published is not None]
    if known:
        axis.errorbar(
            [place + _SHIFT / 2 for place, _ in known],
            [one.value for _, one in known],
            yerr=[2 * one.error for _, one in known],
            color=PALETTE[number % len(PALETTE)],
            marker="D",
            markerfacecolor="white",
            markersize=5,
            capsize=2,
            linestyle="none",
            label=f"{name}, published" if name else "published",
        )
