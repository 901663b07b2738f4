"""The journal: one SQLite file that is only ever added to. Its tables, as `schema` names them:

    run       what was started under a name: its kind and its settings
    session   each time somebody worked on it: when, with what, and how many trials it was to have (`extent`)
    race      the series of trials of a run, each with its settings: the races of a campaign; a match has one
    trial     one line for each trial that ended; no reward means that it was lost for good
    detail    what a trial had to tell besides, kept apart so that replaying a million rewards stays quick
    issued    trials that must not be played twice and were let begin: no result means lost
    decision  what the fold over the trials said when it said it; the fold over the journal must say it again

State is what the fold over the journal gives. Only what has been committed is told to a race.
"""

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ponnuki.errors import BadInput
from ponnuki.lab.journal.environment import environment, now
from ponnuki.lab.journal.file import StoreFile
from ponnuki.lab.journal.schema import StoreFailed, counts_games, damaged
from ponnuki.players.names import LONGEST_NAME, checked_name

__all__ = ["DEFAULT_STORE", "Run", "SessionRow", "Store", "StoreFailed", "TrialRow", "largest_budget", "unsigned"]

DEFAULT_STORE = Path("ponnuki.sqlite")


@dataclass(frozen=True, slots=True)
class Run:
    """What was started under a name."""

    id: str
    name: str
    kind: str
    settings: Mapping[str, Any]
    created: str


class SessionRow(NamedTuple):
    """Somebody worked on a run: when, how many trials it was to have in all (None: until it ends), with what."""

    started: str
    budget: int | None
    environment: dict[str, Any]


class TrialRow(NamedTuple):
    """One line of the journal; `reward` is None for a trial that was lost for good, `details` "" for none."""

    key: tuple[int, int]
    """The candidate's place and the trial's number."""
    seed: int
    reward: float | None
    details: str = ""


class Store(StoreFile):
    """What the tables have, and how it is added to."""

    session = 0
    """The number of the session that writes."""

    # ---- runs -----------------------------------------------------------------------------------------------------

    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        rows = self._rows("SELECT id, name, kind, settings, created FROM run ORDER BY created, rowid")
        runs = [Run(id_, name, kind, self._object(settings), created) for id_, name, kind, settings, created in rows]
        for run in runs:
            if not all(isinstance(value, str) for value in (run.id, run.name, run.kind, run.created)):
                raise damaged(self.path, f"a run named {run.name!r} of kind {run.kind!r}")
        return runs

    def find_run(self, text: str) -> Run:
        """The run with this name or id, or the only one whose name or id begins so."""
        runs = self.runs()
        for run in runs:
            if text in (run.name, run.id):
                return run
        found = [run for run in runs if run.name.startswith(text) or run.id.startswith(text)]
        if len(found) == 1:
            return found[0]
        names = ", ".join(run.name for run in found or runs) or "it has none"
        fault = "could be any of" if found else f"is no run of {self.path}; it has"
        raise BadInput(f"{text!r} {fault}: {names}" if runs else f"{text!r} is no run of {self.path}: {names}")

    def run_named(self, name: str) -> Run | None:
        """The run of exactly this name."""
        return next((run for run in self.runs() if run.name == name), None)

    def add_run(self, name: str, kind: str, settings: Mapping[str, Any]) -> Run:
        """Start a run."""
        is_given = kind != "confirm"  # which is named after its campaign
        checked_name(name, f"a {kind}", LONGEST_NAME if is_given else None)
        run = Run(uuid.uuid4().hex[:8], name, kind, settings, now())
        with self.transaction():
            row = (run.id, name, kind, json.dumps(settings), run.created)
            self._db.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?)", row)
        return run

    def begin_session(self, run: Run, budget: int | None) -> int:
        """Note who works on a run from now on, and how many trials it is to have in all (None: until it ends)."""
        with self.transaction():
            row = (run.id, now(), budget, json.dumps(environment()))
            cursor = self._db.execute(
                "INSERT INTO session (run, started, extent, environment) VALUES (?, ?, ?, ?)", row
            )
        self.session = cursor.lastrowid or 0
        return self.session

    def sessions(self, run: Run) -> list[SessionRow]:
        """Each session of a run."""
        rows = self._rows("SELECT started, extent, environment FROM session WHERE run = ? ORDER BY id", (run.id,))
        unit = 2 if counts_games(self._pragma("user_version"), run.kind) else 1
        return [
            SessionRow(started, None if extent is None else extent // unit, self._object(text))
            for started, extent, text in rows
        ]

    def latest_session(self) -> str | None:
        """The id of the run that was worked on last."""
        return next((str(run) for (run,) in self._rows("SELECT run FROM session ORDER BY id DESC LIMIT 1")), None)

    def extents(self) -> dict[str, tuple[int, int, int]]:
        """By id of each run: its series, its trials and its sessions; where these are as before, so is the run."""
        rows = self._rows(
            "SELECT run.id, count(race.id), ifnull(sum(part.trials), 0), ifnull(max(sat.sessions), 0) FROM run"
            " LEFT JOIN race ON race.run = run.id"
            " LEFT JOIN (SELECT race, count(*) AS trials FROM trial GROUP BY race) AS part ON part.race = race.id"
            " LEFT JOIN (SELECT run, count(*) AS sessions FROM session GROUP BY run) AS sat ON sat.run = run.id"
            " GROUP BY run.id"
        )
        return {run: (series, trials, sessions) for run, series, trials, sessions in rows}

    def budget(self, run: Run) -> int | None:
        """The most trials that a run was ever to have: None, until its end, is more than any number."""
        return largest_budget(session.budget for session in self.sessions(run))

    def discard(self, run: Run) -> None:
        """Take back a run that never got as far as a trial, so that a mistake leaves nothing behind."""
        if not any(self.count(series) for series, _ in self.series(run)):
            self.forget(run)

    def forget(self, run: Run) -> None:
        """Take back a run with all that belongs to it: one that could not be completed from files."""
        with self.transaction():
            for series, _ in self.series(run):
                for table in ("issued", "trial", "detail", "decision"):
                    self._db.execute(f"DELETE FROM {table} WHERE race = ?", (series,))
            for table, column in (("race", "run"), ("session", "run"), ("run", "id")):
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (run.id,))

    # ---- series and trials ----------------------------------------------------------------------------------------

    def open_series(self, run: Run, number: int, settings: Mapping[str, Any]) -> int:
        """The id of one series of a run's trials, made if it is new."""
        with self.transaction():
            row = (run.id, number, json.dumps(settings), now())
            self._db.execute("INSERT OR IGNORE INTO race (run, number, settings, opened) VALUES (?, ?, ?, ?)", row)
        [(found,)] = self._rows("SELECT id FROM race WHERE run = ? AND number = ?", (run.id, number))
        return int(found)

    def series(self, run: Run) -> list[tuple[int, dict[str, Any]]]:
        """The ids and settings of a run's series, in order."""
        rows = self._rows("SELECT id, settings FROM race WHERE run = ? ORDER BY number", (run.id,))
        return [(id_, self._object(settings)) for id_, settings in rows]

    def count(self, series: int) -> int:
        """How many trials of a series are written."""
        [(count,)] = self._rows("SELECT count(*) FROM trial WHERE race = ?", (series,))
        return int(count)

    def keys(self, series: int) -> set[tuple[int, int]]:
        """The trials of a series that are written: candidate and number."""
        rows = self._rows("SELECT candidate, trial FROM trial WHERE race = ?", (series,))
        return {(candidate, trial) for candidate, trial in rows}

    def rewards(self, series: int) -> Iterator[tuple[int, int, int, float | None]]:
        """Candidate, number, seed and reward of all trials of a series, sorted by candidate and number."""
        return self._rows(
            "SELECT candidate, trial, seed, reward FROM trial WHERE race = ? ORDER BY candidate, trial", (series,)
        )

    def quarters(self, series: int, candidate: int) -> str | None:
        """All rewards of a candidate as letters, much quicker than one by one: 0 to 4 are quarters, as pairs of games
        give them, and n is a trial that was lost. None if there is any other reward, or a hole in the numbers."""
        letters = (
            "CASE reward WHEN 0.0 THEN '0' WHEN 1.0 THEN '4' WHEN 0.5 THEN '2' WHEN 0.25 THEN '1' WHEN 0.75 THEN '3'"
            " ELSE CASE WHEN reward IS NULL THEN 'n' ELSE '?' END END"
        )
        [(count, first, last, text)] = self._rows(
            f"SELECT count(*), min(trial), max(trial), group_concat({letters}, '') FROM"
            " (SELECT trial, reward FROM trial WHERE race = ? AND candidate = ? ORDER BY trial)",
            (series, candidate),
        )
        if not count:
            return ""
        return None if (first, last) != (0, count - 1) or "?" in text else str(text)

    def rewards_from(self, series: int, candidate: int, trial: int) -> Iterator[tuple[int, float | None]]:
        """Number and reward of a candidate's trials from one number on, sorted: what a reader does not know yet."""
        return self._rows(
            "SELECT trial, reward FROM trial WHERE race = ? AND candidate = ? AND trial >= ? ORDER BY trial",
            (series, candidate, trial),
        )

    def details(self, series: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """What trials had to tell, sorted like the rewards."""
        rows = self._rows(
            "SELECT candidate, trial, details FROM detail WHERE race = ? ORDER BY candidate, trial", (series,)
        )
        return ((candidate, trial, self._object(text)) for candidate, trial, text in rows)

    def last_details(
        self, series: int, candidate: int, most: int, before: int | None = None
    ) -> list[tuple[int, dict[str, Any]]]:
        """What the last trials of a candidate had to tell, the last one first; only those before a number, if given."""
        rows = self._rows(
            "SELECT trial, details FROM detail WHERE race = ? AND candidate = ? AND (? IS NULL OR trial < ?)"
            " ORDER BY trial DESC LIMIT ?", (series, candidate, before, before, most)
        )  # fmt: skip
        return [(trial, self._object(text)) for trial, text in rows]

    def unfinished(self, series: int) -> list[tuple[int, int]]:
        """Trials that were begun, may not be begun again, and have no result."""
        rows = self._rows(
            "SELECT candidate, trial FROM issued WHERE race = ? EXCEPT SELECT candidate, trial FROM trial"
            " WHERE race = ?", (series, series)
        )  # fmt: skip
        return [(candidate, trial) for candidate, trial in rows]

    def decisions(self, series: int) -> list[tuple[int, str, int, str]]:
        """Candidate, decision, trials counted in the race by then, and when it was written."""
        rows = self._rows(
            "SELECT candidate, decision, trials, at FROM decision WHERE race = ? ORDER BY trials, candidate", (series,)
        )
        return [(candidate, decision, trials, at) for candidate, decision, trials, at in rows]

    def write(self, series: int, rows: Sequence[TrialRow], begun: Sequence[tuple[int, int]] = ()) -> None:
        """Add trials, and those that are about to begin and must not be played twice, in one transaction; when this
        returns they are on the disk."""
        if not rows and not begun:
            return
        with self.transaction():
            self._db.executemany(
                "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?)",
                [(series, *row.key, _signed(row.seed), row.reward, self.session) for row in rows],
            )
            told = [(series, *row.key, row.details) for row in rows if row.details]
            self._db.executemany("INSERT INTO detail VALUES (?, ?, ?, ?)", told)
            self._db.executemany("INSERT OR IGNORE INTO issued VALUES (?, ?, ?)", [(series, *key) for key in begun])

    def take_back(self, series: int, trials: Iterable[tuple[int, int]]) -> None:
        """Note that these trials were not let begin after all."""
        with self.transaction():
            self._db.executemany(
                "DELETE FROM issued WHERE race = ? AND candidate = ? AND trial = ?",
                [(series, *trial) for trial in trials],
            )

    def write_decisions(self, series: int, decisions: Iterable[tuple[int, str, int]]) -> None:
        """Add decisions: candidate, what, and after how many trials of the race."""
        with self.transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO decision VALUES (?, ?, ?, ?, ?)", [(series, *one, now()) for one in decisions]
            )


def largest_budget(budgets: Iterable[int | None]) -> int | None:
    """The largest of some numbers of trials. None is no limit, and so the largest; no numbers give None too."""
    return max(budgets, key=lambda budget: inf if budget is None else budget, default=None)


def unsigned(seed: int) -> int:
    """A seed as it was given: SQLite's integers are signed, seeds have 64 bits."""
    return seed % 2**64


def _signed(seed: int) -> int:
    return seed - 2**64 if seed >= 2**63 else seed
