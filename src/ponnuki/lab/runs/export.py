"""The trials of any run as comma-separated values or JSON, whatever its kind; one line after the other."""

import json
from collections.abc import Iterator, Mapping
from csv import DictReader

from ponnuki.errors import BadInput
from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.matches import result
from ponnuki.lab.races import fold
from ponnuki.lab.races.history import KINDS, history_of
from ponnuki.lab.studies import play

NUMBERS = ("race", "pairing", "trial", "pair", "seed", "reward")
"""Columns that are no text."""


def csv_lines(store: Store, run: Run) -> Iterator[str]:
    """One line for each trial that counts, in the order in which they were due."""
    if run.kind in GAME_KINDS:
        return result.csv_lines(store, run)
    if run.kind == play.KIND:
        return play.csv_lines(store, run)
    check_kind(run)
    return fold.csv_lines(history_of(store, run).races)


def json_text(run: Run, lines: Iterator[str]) -> Iterator[str]:
    """Comma-separated lines of a run as one JSON object, in parts."""
    yield f'{{"run": {json.dumps(run.name)}, "trials": ['
    between = ""
    for row in DictReader(lines):
        yield between + json.dumps(typed(row))
        between = ", "
    yield "]}\n"


def typed(row: Mapping[str, str]) -> dict[str, str | int | float | None]:
    """A line as values; a trial that was lost has no reward."""
    return {key: _value(key, text) for key, text in row.items()}


def _value(key: str, text: str) -> str | int | float | None:
    if key not in NUMBERS:
        return text
    return float(text) if text and key == "reward" else int(text) if text else None


def check_kind(run: Run) -> None:
    """Refuse a run of a kind that this version does not know."""
    if run.kind not in KINDS:
        raise BadInput(f"run {run.name!r} is a {run.kind}: there is nothing to show of it here")
