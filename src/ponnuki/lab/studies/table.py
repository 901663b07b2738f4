"""The results of a study as text: Markdown for people, comma-separated values and JSON for programs, a page."""

import csv
import io
from collections.abc import Sequence
from math import floor, log10
from textwrap import indent
from typing import Any

from ponnuki.lab.studies.plan import Measure, Plan
from ponnuki.lab.studies.results import AGREES, HIGHER, LOWER, OPEN, Estimate, Result

_WORDS = {
    AGREES: "agrees",
    HIGHER: "ours is higher",
    LOWER: "ours is lower",
    OPEN: "not decided at this scale",
}
NOT_PLAYED = "not played"
_FINE = 0.001
"""A standard error of a share from which one digit after the point of a percentage says enough."""
_ERRORS = "Errors are standard errors; the intervals of the figure are two of them."


def markdown(plan: Plan, results: Sequence[Result]) -> str:
    """The table, or one for each panel of the figure and each measure."""
    return _grids(plan, results) if plan.grid else _list(plan, results)


def told(plan: Plan, one: Result) -> tuple[str, str, str]:
    """Our number, the published one and whether they agree, in the words of the table."""
    return _ours(one, plan.measure), _shown(one.published, plan.measure), _WORDS.get(one.verdict, one.verdict)


def _list(plan: Plan, results: Sequence[Result]) -> str:
    """A line for each row; what was not published or measured besides has no column."""
    with_published = any(one.published for one in results)
    ours = "ours" if with_published else plan.measure.title
    head = [*plan.columns, plan.unit, ours, *(one.title for one in plan.more)]
    head += ["published", ""] if with_published else []
    lines = [_line(head), _line(["---"] * len(head))]
    for one in results:
        more = [_shown(estimate, measure) for estimate, measure in zip(one.more, plan.more, strict=False)]
        ours, *published = told(plan, one)
        cells = [*one.labels, str(one.games), ours, *more, *(published if with_published else ())]
        lines.append(_line(cells))
    return "\n".join(lines) + "\n"


def _grids(plan: Plan, results: Sequence[Result]) -> str:
    """For each first label and measure, the other labels down and the values of `across` along."""
    place = plan.columns.index(plan.across)
    parts = []
    for panel in dict.fromkeys(one.labels[0] for one in results):
        chosen = [one for one in results if one.labels[0] == panel]
        columns = list(dict.fromkeys(one.labels[place] for one in chosen))
        fewest = min((one.games for one in chosen if one.games and not one.reference), default=0)
        for number, measure in enumerate((plan.measure, *plan.more)):
            cells = {
                (", ".join(one.labels[1:place] + one.labels[place + 1 :]), one.labels[place]): text
                for one in chosen
                if (text := _cell(one, number, measure))
            }
            if cells:
                lines = [f"\n### {panel}: {measure.title} ({fewest} {plan.unit} each, or more)\n"]
                lines += [_line(["", *columns]), _line(["---"] * (len(columns) + 1))]
                rules = dict.fromkeys(rule for rule, _ in cells)
                lines += [_line([rule, *(cells.get((rule, column), "") for column in columns)]) for rule in rules]
                parts.append("\n".join(lines))
    return "\n".join(parts) + "\n"


def _cell(one: Result, number: int, measure: Measure) -> str:
    if number:
        return _shown(one.more[number - 1], measure) if one.more and not one.reference else ""
    return _ours(one, measure)


def page(plan: Plan, results: Sequence[Result], command: str, notes: Sequence[str] = ()) -> str:
    """The table with what it is about, the figure, and the command that makes it again.

    A campaign that accepted nothing has no row: then there is neither table nor figure.
    """
    parts = [f"# {plan.title}", plan.question, f"Published: {plan.source}." if plan.source else ""]
    parts += [plan.reading, indent(plan.diagram.strip("\n"), "    "), *notes]
    parts += [markdown(plan, results).strip()] if results else []
    parts += [f"![{plan.title}]({plan.name}.png)"] if has_figure(results) else []
    parts += [summary(results)]
    parts += [_ERRORS] if has_figure(results) else []
    parts += [f"    {command}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def has_figure(results: Sequence[Result]) -> bool:
    """Whether anything was played that a figure could show."""
    return any(one.rate is not None for one in results)


def summary(results: Sequence[Result]) -> str:
    """How many of the published numbers are ours, in a sentence; nothing where there is none to compare with."""
    compared = [one for one in results if one.published is not None and one.verdict]
    if not compared:
        return ""
    agree, still_open = (sum(one.verdict == word for one in compared) for word in (AGREES, OPEN))
    undecided = f" For {still_open}, too few games were played to tell." if still_open else ""
    return (
        f"Published numbers: {len(compared)}. Within two standard errors of the difference, ours agrees with {agree} "
        f"of them.{undecided}"
    )


def csv_text(plan: Plan, results: Sequence[Result]) -> str:
    """All numbers, one line for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    more = [name for one in plan.more for name in (one.name, f"{one.name}_error")]
    value = "rate" if plan.measure.name == "reward" else plan.measure.name
    writer.writerow([*plan.columns, plan.unit, value, "error", *more, "published", "published_error", "verdict"])
    for one in results:
        extra = [number for estimate in _padded(one, plan) for number in _numbers(estimate)]
        numbers = [one.rate, one.error, *extra, *_numbers(one.published)]
        shown = ["" if number is None else f"{number:.6g}" for number in numbers]
        writer.writerow([*one.labels, one.games, *shown, one.verdict])
    return text.getvalue()


def as_json(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """The same as JSON values."""
    rows = []
    for one in results:
        published = None if one.published is None else [one.published.value, one.published.error]
        numbers: dict[str, Any] = {"games": one.games, "rate": one.rate, "error": one.error, "published": published}
        for measure, estimate in zip(plan.more, _padded(one, plan), strict=True):
            numbers[measure.name] = None if estimate is None else [estimate.value, estimate.error]
        rows.append(dict(zip(plan.columns, one.labels, strict=True)) | numbers | {"verdict": one.verdict})
    told = {"study": plan.name, "scale": plan.scale, "source": plan.source}
    return told | {"measure": plan.measure.title, "unit": plan.unit, "rows": rows}


def _padded(one: Result, plan: Plan) -> tuple[Estimate | None, ...]:
    return one.more or (None,) * len(plan.more)


def _numbers(estimate: Estimate | None) -> tuple[float | None, float | None]:
    return (None, None) if estimate is None else (estimate.value, estimate.error)


def _ours(one: Result, measure: Measure) -> str:
    if one.rate is None:
        return NOT_PLAYED if one.published is None or not one.is_known else ""
    if one.error is None or one.reference:
        return _percent(one.rate) + " %" if measure.percent else _short(one.rate)
    return _shown(Estimate(one.rate, one.error), measure)


def _shown(estimate: Estimate | None, measure: Measure) -> str:
    if estimate is None:
        return ""
    if measure.percent:
        after = 1 if estimate.error >= _FINE else 2
        return f"{_percent(estimate.value, after)} ± {_percent(estimate.error, after)} %"
    return f"{_short(estimate.value)} ± {_short(estimate.error, 2)}"


def _percent(value: float, after: int = 1) -> str:
    return f"{100 * value:.{after}f}"


def _short(value: float, digits: int = 3) -> str:
    """A number with so many digits, and thousands as k, millions as M."""
    if value == 0:
        return "0"
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= unit * 0.9995:
            return _digits(value / unit, digits) + name
    return _digits(value, digits)


def _digits(value: float, digits: int) -> str:
    after = max(0, digits - 1 - floor(log10(abs(value))))
    return f"{value:.{after}f}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
