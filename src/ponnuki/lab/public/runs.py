"""`ponnuki.load_run`: any run of a store, read again: what it says, its trials, its figures."""

import tempfile
from collections.abc import Mapping
from csv import DictReader
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponnuki.errors import BadInput
from ponnuki.knowledge.shape_picture import draw_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.journal.schema import GAME_KINDS, understood
from ponnuki.lab.journal.store import DEFAULT_STORE, Run, Store
from ponnuki.lab.learn.modification import Modification, describe
from ponnuki.lab.learn.state import KIND as CAMPAIGN
from ponnuki.lab.learn.state import state_of
from ponnuki.lab.matches.result import match_result
from ponnuki.lab.public.match_report import MatchReport
from ponnuki.lab.public.race_report import RaceReport
from ponnuki.lab.public.table import Table
from ponnuki.lab.races.history import KINDS, history_of
from ponnuki.lab.runs.export import csv_lines, typed
from ponnuki.lab.runs.status import summaries, writer
from ponnuki.players.kit import find_kit

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True, repr=False)
class Acceptance:
    """A modification that a campaign has accepted. `print` it for one line, or show it in a notebook."""

    description: str
    picture: str | None
    """A shape as SVG; None for a setting."""

    def __str__(self) -> str:
        return self.description

    def __repr__(self) -> str:
        return f"<Acceptance {self}>"

    def _repr_html_(self) -> str:
        return f"<figure>{self.picture or ''}<figcaption>{escape(self.description)}</figcaption></figure>"


@dataclass(frozen=True, slots=True, repr=False)
class RunReport:
    """A stored run of any kind, as it stood when it was loaded."""

    name: str
    id: str
    kind: str
    """"race", "campaign", "match", "tournament" or "confirm"."""
    status: str
    created: str
    store: Path
    settings: Mapping[str, Any]
    races: tuple[RaceReport, ...]
    """The verdict of a race, or those of a campaign's races in their order; empty for matches."""
    matches: tuple[MatchReport, ...]
    """The result of a match, or those of a tournament's pairings; empty for races."""
    trials: Table
    """All trials that count, in canonical order, as `ponnuki export` prints them."""
    accepted: tuple[Acceptance, ...] = ()
    """What a campaign has accepted, in its order; empty for other runs."""

    @property
    def verdict(self) -> RaceReport | None:
        """What the race, or the last race of a campaign, says; None for a match."""
        return self.races[-1] if self.races else None

    @property
    def result(self) -> MatchReport | None:
        """What the match, or the first pairing of a tournament, says; None for a race."""
        return self.matches[0] if self.matches else None

    def to_pandas(self) -> "pandas.DataFrame":
        """The trials as a pandas frame."""
        return self.trials.to_pandas()

    def page(self) -> str:
        """The report of the run as one HTML page with its figures, as `ponnuki report` writes it."""
        from ponnuki.lab.pages.reports import write_report

        with Store(self.store) as store, understood(self.store), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.html"
            write_report(store, store.find_run(self.id), path)
            return path.read_text(encoding="utf-8")

    def write_page(self, path: str | Path) -> None:
        """Write that page to a file, which must not be there yet."""
        try:
            with Path(path).open("x", encoding="utf-8") as file:
                file.write(self.page())
        except FileExistsError:
            raise BadInput(f"{path} is there already: name another file") from None

    def __str__(self) -> str:
        told = [*(f"accepted {one}" for one in self.accepted), *map(str, (*self.races[-1:], *self.matches))]
        return "\n".join([f"{self.kind} {self.name} ({self.id}): {self.status}, {len(self.trials)} trials", *told])

    def __repr__(self) -> str:
        return f"<RunReport {self}>"

    def _repr_html_(self) -> str:
        title = escape(f"{self.kind} {self.name} ({self.id}): {self.status}, {len(self.trials)} trials")
        parts: tuple[Acceptance | RaceReport | MatchReport, ...] = (*self.accepted, *self.races[-1:], *self.matches)
        return f"<p>{title}</p>{''.join(one._repr_html_() for one in parts)}"


def load_run(name: str, store: str | Path = DEFAULT_STORE) -> RunReport:
    """Read a run from a store, also while it is being written.

    Args:
        name: name or id of the run, or the beginning of one.
        store: the SQLite file that holds all runs.

    Returns:
        The run as it stands: verdict or result, trials as a table, its page of figures.

    Raises:
        BadInput: there is no such store or run.
    """
    path = Path(store)
    with Store(path) as opened, understood(path):
        run = opened.find_run(name)
        [about] = summaries(opened, [run], writer(path))
        races = _races(opened, run, path) if run.kind in KINDS else ()
        matches = _matches(opened, run, path) if run.kind in GAME_KINDS else ()
        trials = _trials(opened, run) if races or matches else Table((), ())
        accepted = _accepted(opened, run) if run.kind == CAMPAIGN else ()
    return RunReport(
        run.name, run.id, run.kind, about["status"], run.created, path, run.settings, races, matches, trials, accepted
    )


def _races(store: Store, run: Run, path: Path) -> tuple[RaceReport, ...]:
    history = history_of(store, run)
    return tuple(
        RaceReport.make(run.name, run.id, path, verdict, race.settings, race.budget, None)
        for race, verdict in zip(history.races, history.verdicts, strict=True)
    )


def _accepted(store: Store, run: Run) -> tuple[Acceptance, ...]:
    state = state_of(store, run)
    changes = [one.accepted for one in state.accepted if one.accepted is not None]
    return tuple(Acceptance(describe(one, state.game), _drawn(one, state.game)) for one in changes)


def _drawn(change: Modification, game: str) -> str | None:
    return draw_shape(change, find_kit(game).surroundings) if isinstance(change, Shape) else None


def _matches(store: Store, run: Run, path: Path) -> tuple[MatchReport, ...]:
    if not store.series(run):
        return ()
    result = match_result(store, run)
    return tuple(MatchReport.make(path, result, pairing) for pairing in range(len(result.tallies)))


def _trials(store: Store, run: Run) -> Table:
    reader = DictReader(csv_lines(store, run))
    return Table(reader.fieldnames or (), [typed(row) for row in reader])
