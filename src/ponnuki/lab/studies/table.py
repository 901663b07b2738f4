"""The results of a study as text: Markdown for people, comma-separated values and JSON for programs, a page."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from ponnuki.lab.studies.plan import Plan
from ponnuki.lab.studies.play import AGREES, HIGHER, LOWER, OPEN, Result

_WORDS = {
    AGREES: "agrees",
    HIGHER: "ours is higher",
    LOWER: "ours is lower",
    OPEN: "not decided at this scale",
    "": "",
}


def markdown(plan: Plan, results: Sequence[Result]) -> str:
    """The table."""
    head = [*plan.columns, "games", "ours", "published", ""]
    lines = [_line(head), _line(["---"] * len(head))]
    lines += [_line([*one.labels, str(one.games), _ours(one), _published(one), _WORDS[one.verdict]]) for one in results]
    return "\n".join(lines) + "\n"


def page(plan: Plan, results: Sequence[Result], command: str) -> str:
    """The table with what it is about, the figure, and the command that makes it again."""
    parts = [f"# {plan.title}", plan.question, f"Published: {plan.source}."]
    parts += [plan.reading] if plan.reading else []
    parts += [markdown(plan, results).rstrip(), f"![{plan.title}]({plan.name}.png)", summary(results), f"    {command}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def summary(results: Sequence[Result]) -> str:
    """How many of the published numbers are ours, in a sentence; nothing where there is none to compare with."""
    compared = [one for one in results if one.verdict]
    if not compared:
        return ""
    agree, still_open = (sum(one.verdict == word for one in compared) for word in (AGREES, OPEN))
    undecided = f" For {still_open}, too few games were played to tell." if still_open else ""
    return (
        f"Published numbers: {len(compared)}. Within two standard errors of the difference, ours agrees with {agree} "
        f"of them.{undecided} Errors are standard errors, from pairs of games."
    )


def csv_text(plan: Plan, results: Sequence[Result]) -> str:
    """All numbers, one line for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*plan.columns, "games", "rate", "error", "published", "published_error", "verdict"])
    for one in results:
        numbers = [
            one.rate,
            one.error,
            *([one.published.value, one.published.error] if one.published else [None, None]),
        ]
        shown = ["" if number is None else f"{number:.6g}" for number in numbers]
        writer.writerow([*one.labels, one.games, *shown, one.verdict])
    return text.getvalue()


def as_json(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """The same as JSON values."""
    rows = []
    for one in results:
        published = None if one.published is None else [one.published.value, one.published.error]
        numbers = {"games": one.games, "rate": one.rate, "error": one.error, "published": published}
        rows.append(dict(zip(plan.columns, one.labels, strict=True)) | numbers | {"verdict": one.verdict})
    return {"study": plan.name, "scale": plan.scale, "source": plan.source, "rows": rows}


def _ours(one: Result) -> str:
    if one.rate is None:
        return ""
    return _percent(one.rate) + ("" if one.error is None else f" ± {100 * one.error:.1f}") + " %"


def _published(one: Result) -> str:
    return "" if one.published is None else f"{_percent(one.published.value)} ± {100 * one.published.error:.1f} %"


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
