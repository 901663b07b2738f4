"""What campaigns accepted, as a list: a line for each test in fresh games, with two standard errors.

The published lines stand below ours, as hollow diamonds.
"""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from ponnuki.lab.pages.figures import FLOOR, INK, PALETTE, figure, percent_ticks
from ponnuki.lab.studies.plan import Plan
from ponnuki.lab.studies.results import Estimate, Result

_WIDTH, _LINE, _MARGIN = 8.0, 0.24, 1.0  # inches


def draw_campaigns(plan: Plan, results: Sequence[Result], path: Path) -> None:
    """One campaign below the other, its name above its lines."""
    lines: list[tuple[str, Result | None]] = []
    for campaign in dict.fromkeys(one.labels[0] for one in results):
        lines += [(campaign, None), *((_name(one), one) for one in results if one.labels[0] == campaign)]
    with figure(path, 1, _WIDTH, _MARGIN + _LINE * len(lines)) as axes:
        axis = axes[0]
        if plan.measure.even is not None:
            axis.axvline(plan.measure.even, color=FLOOR, linewidth=0.8)
        for place, (_, one) in enumerate(lines):
            if one is not None:
                _dot(axis, place, one)
        axis.set_yticks(range(len(lines)), [name for name, _ in lines])
        for label, (_, one) in zip(axis.get_yticklabels(), lines, strict=True):
            label.set_fontweight("bold" if one is None else "normal")
        axis.set_ylim(len(lines) - 0.5, -0.5)
        axis.grid(visible=False, axis="y")
        axis.tick_params(axis="y", length=0)
        axis.set_xlabel(f"{plan.measure.title} (two standard errors)")
        axis.set_title(plan.title)
        low, high = axis.get_xlim()
        room = (high - low) / 50  # for a dot at its end
        axis.set_xlim(max(low, -room), min(high, 1.0 + room))
        percent_ticks(axis.xaxis)


def _name(one: Result) -> str:
    """What was tested against what; of a shape, which is a line of its own on the page, only its number and kind."""
    tested = one.labels[1].partition(" shape ")[0].replace(": ", ", ")
    return f"{tested}, against {one.labels[2]}"


def _dot(axis: Axes, place: int, one: Result) -> None:
    """Ours if it was played, else what was published."""
    ours = one.rate is not None
    shown = Estimate(one.rate, one.error or 0.0) if one.rate is not None else one.published
    if shown is not None:
        axis.errorbar(
            [shown.value],
            [place],
            xerr=[2 * shown.error],
            color=PALETTE[0] if ours else INK,
            marker="o" if ours else "D",
            markerfacecolor=PALETTE[0] if ours else "white",
            markersize=4,
            capsize=2,
            linewidth=1.2,
        )
