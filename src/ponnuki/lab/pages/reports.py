"""The page of any run, whatever its kind."""

from pathlib import Path

from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.state import KIND as CAMPAIGN
from ponnuki.lab.pages import campaign, match, race
from ponnuki.lab.races.history import history_of
from ponnuki.lab.runs.export import check_kind


def write_report(store: Store, run: Run, path: Path) -> None:
    """Write the page of a run."""
    if run.kind in GAME_KINDS:
        match.write_report(store, run, path)
        return
    check_kind(run)
    if run.kind == CAMPAIGN:
        campaign.write_report(store, run, path)
        return
    race.write_report(history_of(store, run), path, store)
