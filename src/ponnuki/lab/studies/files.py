"""The files of a study that was played, and which studies of a store have results: what pages and commands show.

finished(store) -> [FinishedStudy(plan, results, ...)]      from a store, whatever was played so far
write_files(plan, played, folder)                           NAME.csv, NAME.md, NAME.png
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.studies.figure import draw
from ponnuki.lab.studies.plan import SCALES, Plan, read_plan
from ponnuki.lab.studies.play import KIND, StudyOutcome, results_of
from ponnuki.lab.studies.results import Result
from ponnuki.lab.studies.table import csv_text, has_figure, page


@dataclass(frozen=True, slots=True)
class FinishedStudy:
    """A study in a store: what it is, and what its rows have shown so far."""

    run: Run
    plan: Plan
    results: list[Result]


def command(plan: Plan) -> str:
    """What makes a study again."""
    return f"ponnuki study {plan.name} --scale {plan.scale}"


def write_files(plan: Plan, played: StudyOutcome, folder: Path) -> list[Path]:
    """The table as CSV, the page, and the figure on it, if anything was played that it could show."""
    table, text, picture = (folder / f"{plan.name}.{ending}" for ending in ("csv", "md", "png"))
    table.write_text(csv_text(plan, played.results), encoding="utf-8")
    text.write_text(page(plan, played.results, command(plan), played.notes), encoding="utf-8")
    if not has_figure(played.results):
        return [table, text]
    draw(plan, played.results, picture)
    return [table, text, picture]


def finished(store: Store) -> Iterator[FinishedStudy]:
    """The studies of a store whose file this version has, as far as they were played, oldest first."""
    return (found for run in store.runs() if (found := study_of(store, run)) is not None)


def study_of(store: Store, run: Run) -> FinishedStudy | None:
    """A run as a study, as far as it was played; None if it is none, or one of another version."""
    if run.kind != KIND or run.settings.get("scale") not in SCALES:
        return None
    try:
        plan = read_plan(str(run.settings["study"]), str(run.settings["scale"]))
    except BadInput:
        return None
    if len(plan.rows) != len(run.settings["rows"]):
        return None
    return FinishedStudy(run, plan, results_of(store, run, plan))
