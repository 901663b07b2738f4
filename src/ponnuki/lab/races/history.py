"""A run that is made of races, read from its journal: its races, what they say, who worked on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Run, SessionRow, Store
from ponnuki.lab.races.fold import ReadColumns, StoredRace, check_decisions, stored_race
from ponnuki.race import Verdict

KIND = "race"
KINDS = (KIND, "campaign")
"""Runs that are made of races."""


@dataclass(frozen=True, slots=True)
class History:
    """Everything the journal says about a run."""

    run: Run
    races: Sequence[StoredRace]
    verdicts: Sequence[Verdict]
    """What the trials of each race say."""
    sessions: Sequence[SessionRow]
    budget: int | None

    @property
    def stored(self) -> int:
        """Trials in the journal, those included that came early and were not needed."""
        return sum(len(column.trials) for race in self.races for column in race.columns)


def folded(race: StoredRace) -> Verdict:
    """What all trials of a race say."""
    return race.resumed().verdict


def history_of(
    store: Store, run: Run, read: ReadColumns | None = None, fold: Callable[[StoredRace], Verdict] = folded
) -> History:
    """Read a run and fold its races, each once; what was decided must still follow from the trials. The budget is for
    all races together."""
    if run.kind not in KINDS:
        raise BadInput(f"run {run.name!r} is a {run.kind}, neither a race nor a campaign")
    budget, spent = store.budget(run), 0
    races: list[StoredRace] = []
    verdicts: list[Verdict] = []
    for number in range(len(store.series(run))):
        race = stored_race(store, run, number, None if budget is None else budget - spent, read)
        verdict = fold(race)
        check_decisions(store, race, verdict)
        races.append(race)
        verdicts.append(verdict)
        spent += verdict.trials
    return History(run, races, verdicts, store.sessions(run), budget)
