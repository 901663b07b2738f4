"""What can be had of any run, whatever its kind: its trials as comma-separated values, and its page."""

from collections.abc import Iterator
from pathlib import Path

from ponnuki.errors import BadInput
from ponnuki.lab import fixture_report, played, race_fold, race_report
from ponnuki.lab.learn import report as campaign_report
from ponnuki.lab.learn.state import KIND as CAMPAIGN
from ponnuki.lab.race_history import KINDS, history_of
from ponnuki.lab.store import Run, Store

FIXTURES = ("match", "tournament", "confirm")


def csv_lines(store: Store, run: Run) -> Iterator[str]:
    """One line for each trial that counts, in the order in which they were due."""
    if run.kind in FIXTURES:
        return played.csv_lines(store, run)
    _check(run)
    return race_fold.csv_lines(history_of(store, run).races)


def write_report(store: Store, run: Run, path: Path) -> None:
    """The page of a run."""
    if run.kind in FIXTURES:
        fixture_report.write_report(store, run, path)
        return
    _check(run)
    if run.kind == CAMPAIGN:
        campaign_report.write_report(store, run, path)
        return
    race_report.write_report(history_of(store, run), path, store)


def _check(run: Run) -> None:
    if run.kind not in KINDS:
        raise BadInput(f"run {run.name!r} is a {run.kind}: there is nothing to show of it here")
