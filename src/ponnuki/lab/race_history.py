"""A run as a whole, read from its journal: its races, who worked on it, what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ponnuki.errors import BadInput
from ponnuki.lab.race_fold import StoredRace, check_decisions, stored_races
from ponnuki.lab.store import Run, Store
from ponnuki.race import Verdict

KIND = "race"
KINDS = (KIND, "campaign")
"""Runs that are made of races."""


class SessionRow(NamedTuple):
    """Somebody worked on the run: when, how far it was to go, with what."""

    started: str
    extent: int | None
    environment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class History:
    """Everything the journal says about a run."""

    run: Run
    races: Sequence[StoredRace]
    sessions: Sequence[SessionRow]
    budget: int | None

    @property
    def stored(self) -> int:
        """Trials in the journal, those included that came early and were not needed."""
        return sum(len(column.trials) for race in self.races for column in race.columns)

    def verdicts(self) -> list[Verdict]:
        """What the trials of each race say."""
        return [race.resumed().verdict for race in self.races]


def history_of(store: Store, run: Run) -> History:
    """Read a run; what was decided must still follow from the trials."""
    if run.kind not in KINDS:
        raise BadInput(f"run {run.name!r} is a {run.kind}, neither a race nor a campaign")
    sessions = [SessionRow(*row) for row in store.sessions(run)]
    budget = budget_of([session.extent for session in sessions])
    races = stored_races(store, run, budget)
    for race in races:
        check_decisions(store, race, race.resumed().verdict)
    return History(run, races, sessions, budget)


def budget_of(extents: Sequence[int | None]) -> int | None:
    """The farthest a run was ever to go: None, its end, is farther than any number of trials."""
    return max((extent for extent in extents if extent is not None), default=None) if None not in extents else None
