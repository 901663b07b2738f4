"""The results of a study as a figure: dots with two standard errors along one label, a line for each of the others.

One panel for each value of the first label, one legend for all panels, and a colour for each line throughout. What
campaigns accept has no such order: their figure is a list (`forest.py`).
"""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ponnuki.lab.pages.figures import FLOOR, INK, PALETTE, figure, log_games, percent_ticks, short_number
from ponnuki.lab.studies.forest import draw_campaigns
from ponnuki.lab.studies.plan import Plan
from ponnuki.lab.studies.results import Estimate, Result

PANEL = (5.2, 4.0)  # inches
_SHIFT = 0.06  # of a step: neighbouring dots do not hide each other
_MARKERS = "os^vDP*X"
_LONG, _LETTERS = 14, 60
"""Letters of a label from which it is broken into lines, and how many all labels of a panel have side by side."""
_ACROSS = 4
"""Entries of the legend side by side under each panel, at most."""
_PUBLISHED = "published"

Lines = dict[str, list[Result]]


def draw(plan: Plan, results: Sequence[Result], path: Path) -> None:
    """The figure of a study in a file; `across` has no panels of its own."""
    shown = [one for one in results if one.rate is not None or one.published is not None]
    if plan.campaigns:
        draw_campaigns(plan, shown, path)
        return
    place = plan.columns.index(plan.across)
    panels: dict[str, list[Result]] = {}
    for one in shown:
        panels.setdefault(one.labels[0] if place > 0 else "", []).append(one)
    names = dict.fromkeys(name for chosen in panels.values() for name in _names(_lines(plan, chosen)))
    colours = {name: number for number, name in enumerate(names)}
    with figure(path, len(panels), *PANEL) as axes:
        for axis, (panel, chosen) in zip(axes, panels.items(), strict=True):
            _panel(axis, plan, chosen, colours)
            axis.set_title(panel or plan.title)
        _legend(axes, _ACROSS * min(len(panels), 2), _between(plan, plan.columns))


def _lines(plan: Plan, results: Sequence[Result]) -> Lines:
    """The results by the labels that name a line, and what else is drawn."""
    lines: Lines = {}
    extra = any(measure.drawn for measure in plan.more)
    for one in results:
        name = _between(plan, one.labels)
        lines.setdefault(name or (plan.measure.title if extra else "ours"), []).append(one)
        for measure, estimate in zip(plan.more, one.more, strict=False):
            if measure.drawn and estimate is not None:
                besides = Result(one.labels, one.games, estimate.value, estimate.error, None)
                lines.setdefault(f"{name}, {measure.title}" if name else measure.title, []).append(besides)
    return lines


def _between(plan: Plan, labels: Sequence[str]) -> str:
    """Those of the labels that are neither the panel's nor along the axis."""
    place = plan.columns.index(plan.across)
    return ", ".join((*labels[1:place], *labels[place + 1 :]))


def _names(lines: Lines) -> list[str]:
    """Of the lines that are compared with each other."""
    return [name for name, line in lines.items() if not line[0].reference]


def _panel(axis: Axes, plan: Plan, results: Sequence[Result], colours: dict[str, int]) -> None:
    place = plan.columns.index(plan.across)
    steps, are_numbers = _steps([one.labels[place] for one in results])
    lines = _lines(plan, results)
    if plan.measure.even is not None:
        axis.axhline(plan.measure.even, color=FLOOR, linewidth=0.8)
    compared, common = _names(lines), _common(lines, place)
    for name, line in lines.items():
        ordered = sorted(line, key=lambda one: steps.index(one.labels[place]))
        middles = [float(steps.index(one.labels[place])) for one in ordered]
        if line[0].reference:
            _reference(axis, ordered, middles, name)
            continue
        places = [middle + _SHIFT * (compared.index(name) - (len(compared) - 1) / 2) for middle in middles]
        _dots(axis, ordered, places, name, colours[name], joined=are_numbers and len(ordered) > 1)
        if common is None:
            known = {at + _SHIFT / 2: one.published for at, one in zip(places, ordered, strict=True) if one.published}
            title = _PUBLISHED if name == "ours" else f"{name}, {_PUBLISHED}"
            _published(axis, known, PALETTE[colours[name] % len(PALETTE)], title)
    if common is not None:
        right = _SHIFT * (len(compared) + 1) / 2
        _published(axis, {steps.index(step) + right: known for step, known in common.items()}, INK, _PUBLISHED)
    axis.set_xlim(-0.5, len(steps) - 0.5)
    longest = min(_LONG, _LETTERS // len(steps))
    axis.set_xticks(range(len(steps)), [short_number(float(s)) if are_numbers else _broken(s, longest) for s in steps])
    axis.set_xlabel(plan.across)
    axis.set_ylabel(f"{plan.measure.title.partition(',')[0]} (two standard errors)")
    _scale(axis, plan)


def _common(lines: Lines, place: int) -> dict[str, Estimate] | None:
    """The published number of each step, where several lines have the same one; None where each has its own."""
    found: dict[str, set[Estimate]] = {}
    having = [line for line in lines.values() if any(one.published for one in line)]
    for line in having:
        for one in line:
            if one.published is not None:
                found.setdefault(one.labels[place], set()).add(one.published)
    if len(having) < 2 or any(len(numbers) > 1 for numbers in found.values()):
        return None
    return {step: numbers.pop() for step, numbers in found.items()}


def _legend(axes: Sequence[Axes], across: int, title: str) -> None:
    """Below all panels, each name once; none where there is but one line and its name says nothing."""
    entries: dict[str, Artist] = {}
    for axis in axes:
        for handle, name in zip(*axis.get_legend_handles_labels(), strict=True):
            entries[str(name)] = handle
    drawing = axes[0].figure
    if isinstance(drawing, Figure) and list(entries) != ["ours"]:
        columns = min(across, len(entries))
        drawing.legend(
            list(entries.values()), list(entries), loc="outside lower center", ncols=columns, title=title or None
        )


def _steps(labels: Sequence[str]) -> tuple[list[str], bool]:
    """The values along the axis, sorted if all of them are numbers."""
    steps = list(dict.fromkeys(labels))
    try:
        return sorted(steps, key=float), True
    except ValueError:
        return steps, False


def _broken(label: str, longest: int) -> str:
    """A label in short lines."""
    lines = [""]
    for word in label.replace(": ", ":\n").split(" "):
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
        marker=_MARKERS[(number + number // len(PALETTE)) % len(_MARKERS)],  # another one for each use of a colour
        markersize=4,
        capsize=2,
        linewidth=1.2,
        linestyle="-" if joined else "none",
        label=name,
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
        label="compared with" if name == "ours" else name,
    )


def _published(axis: Axes, known: dict[float, Estimate], colour: str, title: str) -> None:
    """Hollow diamonds."""
    if known:
        axis.errorbar(
            list(known),
            [one.value for one in known.values()],
            yerr=[2 * one.error for one in known.values()],
            color=colour,
            marker="D",
            markerfacecolor="white",
            markersize=5,
            capsize=2,
            linestyle="none",
            label=title,
        )


def _scale(axis: Axes, plan: Plan) -> None:
    if plan.measure.log:
        axis.set_yscale("log")
        log_games(axis.yaxis)
        return
    low, high = axis.get_ylim()
    if plan.measure.percent:
        high = min(high, 1.0 + (high - low) / 50)
    axis.set_ylim(max(low, 0.0), high)
    if plan.measure.percent:
        percent_ticks(axis.yaxis)
