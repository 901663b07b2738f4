"""The results of a study as a figure: dots with two standard errors along one label, a line for each of the others."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from ponnuki.lab.pages.figures import FLOOR, PALETTE, figure, log_games, short_number
from ponnuki.lab.studies.plan import Plan
from ponnuki.lab.studies.results import Result

PANEL = (5.2, 4.0)  # inches
_SHIFT = 0.06  # of a step: neighbouring dots do not hide each other
_SHAPE = "shape "
_MARKERS = "os^vDP*X"
_MANY, _ROOM = 5, 0.04
"""Lines from which the legend gets room of its own, and how much for each."""
_LONG, _LETTERS = 14, 60
"""Letters of a label from which it is broken into lines, and how many all labels of a panel have side by side."""


def draw(plan: Plan, results: Sequence[Result], path: Path) -> None:
    """One panel for each value of the first label, if it is not the one along the axis."""
    place = plan.columns.index(plan.across)
    shown = [one for one in results if one.rate is not None or one.published is not None]
    panels = list(dict.fromkeys(one.labels[0] for one in shown)) if place > 0 else [""]
    with figure(path, len(panels), *PANEL) as axes:
        for axis, panel in zip(axes, panels, strict=True):
            chosen = [one for one in shown if not panel or one.labels[0] == panel]
            _panel(axis, plan, chosen, place, panel)


def _panel(axis: Axes, plan: Plan, results: Sequence[Result], place: int, title: str) -> None:
    steps, are_numbers = _steps([one.labels[place] for one in results])
    lines: dict[str, list[Result]] = {}
    extra = any(measure.drawn for measure in plan.more)
    for one in results:
        others = one.labels[1:place] + one.labels[place + 1 :]
        name = ", ".join(others)
        lines.setdefault(name or (plan.measure.title if extra else ""), []).append(one)
        for measure, estimate in zip(plan.more, one.more, strict=False):
            if measure.drawn and estimate is not None:
                besides = Result(one.labels, one.games, estimate.value, estimate.error, None)
                lines.setdefault(f"{name}, {measure.title}" if name else measure.title, []).append(besides)
    if plan.measure.even is not None:
        axis.axhline(plan.measure.even, color=FLOOR, linewidth=0.8)
    compared = [name for name, line in lines.items() if not line[0].reference]
    for name, line in lines.items():
        ordered = sorted(line, key=lambda one: steps.index(one.labels[place]))
        if line[0].reference:
            _reference(axis, ordered, [steps.index(one.labels[place]) for one in ordered], name)
            continue
        number = compared.index(name)
        shift = _SHIFT * (number - (len(compared) - 1) / 2)
        places = [steps.index(one.labels[place]) + shift for one in ordered]
        _dots(axis, ordered, places, name, number, joined=are_numbers and len(ordered) > 1)
        _published(axis, ordered, places, name, number)
    axis.set_xlim(-0.5, len(steps) - 0.5)
    longest = min(_LONG, _LETTERS // len(steps))
    named = [short_number(float(step)) if are_numbers else _broken(step, longest) for step in steps]
    axis.set_xticks(range(len(steps)), named)
    axis.set_xlabel(plan.across)
    axis.set_ylabel(f"{plan.measure.title.partition(',')[0]} (two standard errors)")
    _scale(axis, plan)
    axis.set_title(title[:1].upper() + title[1:] or plan.title)
    _legend(axis, plan, len(lines))


def _legend(axis: Axes, plan: Plan, lines: int) -> None:
    """Above what is drawn where there is much of it, wherever there is room otherwise."""
    if lines < _MANY:
        axis.legend()
        return
    low, high = axis.get_ylim()
    room = _ROOM * (lines + 1)
    axis.set_ylim(low, high * (high / low) ** room if plan.measure.log else high + (high - low) * room)
    axis.legend(loc="upper right", ncols=2)


def _steps(labels: Sequence[str]) -> tuple[list[str], bool]:
    """The values along the axis, sorted if all of them are numbers."""
    steps = list(dict.fromkeys(labels))
    try:
        return sorted(steps, key=float), True
    except ValueError:
        return steps, False


def _broken(label: str, longest: int) -> str:
    """A label in short lines; of a shape, which is a line of its own, only its number."""
    label = label.partition(": ")[0] if _SHAPE in label else label
    words = label.replace(": ", ":\n").split(" ")
    lines = [""]
    for word in words:
        if len(lines[-1].rpartition("\n")[2]) + len(word) > longest:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)


def _dots(axis: Axes, line: Sequence[Result], places: Sequence[float], name: str, number: int, *, joined: bool) -> None:
    """Ours, as far as it was played."""
    played = [(place, one) for place, one in zip(places, line, strict=True) if one.rate is not None]
    if not played:
        return
    axis.errorbar(
        [place for place, _ in played],
        [one.rate or 0.0 for _, one in played],
        yerr=[2 * (one.error or 0.0) for _, one in played],
        color=PALETTE[number % len(PALETTE)],
        marker=_MARKERS[number % len(_MARKERS)],
        markersize=4,
        capsize=2,
        linewidth=1.2,
        linestyle="-" if joined else "none",
        label=name or "ours",
    )


def _reference(axis: Axes, line: Sequence[Result], places: Sequence[float], name: str) -> None:
    """What ours is compared with: known, not measured."""
    axis.plot(
        list(places),
        [one.rate if one.rate is not None else float("nan") for one in line],
        color=FLOOR,
        linestyle="--",
        marker="_",
        markersize=12,
        label=name or "compared with",
    )


def _scale(axis: Axes, plan: Plan) -> None:
    if plan.measure.log:
        axis.set_yscale("log")
        log_games(axis.yaxis)
        return
    low, high = axis.get_ylim()
    if plan.measure.percent:
        axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=sum(high - low <= span for span in _NARROW)))
        high = min(high, 1.0 + (high - low) / 50)
    axis.set_ylim(max(low, 0.0), high)


_NARROW = (0.3, 0.01)
"""Heights of an axis of shares up to which one digit after the point of a percentage is written, and two."""


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
