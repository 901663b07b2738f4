"""The journal: one SQLite file that is only ever added to.

    run       what was started under a name: its kind and its settings
    session   each time somebody worked on it: when, with what, and how far it was to go
    race      the races of a run (a campaign has many), each with its settings
    trial     one line for each trial that ended; no reward means that it was lost for good
    detail    what a trial had to tell besides, kept apart so that replaying a million rewards stays quick
    issued    trials that must not be played twice and have begun: no result means lost
    decision  what the fold over the trials said when it said it; the fold over the journal must say it again

State is what the fold over the journal gives. Results are written in groups (`Journal`), and only what has been
committed is told to a race.
"""

import contextlib
import json
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from ponnuki.errors import BadInput
from ponnuki.lab.environment import command_line, environment, now
from ponnuki.lab.store_place import WriterLock, check_place
from ponnuki.lab.store_schema import APPLICATION, SCHEMA, VERSION, StoreFailed, explained

__all__ = ["DEFAULT_STORE", "Run", "Store", "StoreFailed", "TrialRow", "unsigned"]

DEFAULT_STORE = Path("ponnuki.sqlite")
PATIENCE = 10.0
"""Seconds to wait for a reader that holds the file."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was started under a name."""

    id: str
    name: str
    kind: str
    settings: Mapping[str, Any]
    created: str


class TrialRow(NamedTuple):
    """One line of the journal; `reward` is None for a trial that was lost for good, `details` "" for none."""

    key: tuple[int, int]
    """The candidate's place and the trial's number."""
    seed: int
    reward: float | None
    details: str = ""


class Store:
    """A store opened for reading, or for writing by this process alone."""

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        self.session = 0
        self._lock: WriterLock | None = None
        self._is_new = not path.exists()
        if write:
            check_place(path)
            self._lock = WriterLock(path, command_line())
        elif self._is_new:
            raise BadInput(f"there is no store {path}: name one with --store, or start a run")
        try:
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            with explained(path):
                self._open(write)
        except BaseException:
            self.close()
            raise

    def _open(self, write: bool) -> None:
        """Check that the file is ours; make the tables if it is new."""
        with contextlib.suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA mmap_size = 268435456")
        version, application = self._pragma("user_version"), self._pragma("application_id")
        is_empty = not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and not (write and is_empty):
            raise BadInput(f"{self.path} is not a store of ponnuki: name another --store")
        if version > VERSION:
            raise BadInput(f"{self.path} was written by a newer ponnuki (version {version}, ours {VERSION}): update")
        if write:
            self._prepare_writing(is_empty)

    def _prepare_writing(self, is_empty: bool) -> None:
        mode = self._pragma("journal_mode = wal")
        if mode != "wal":
            raise BadInput(
                f"the store {self.path} is on a file system without a write-ahead log (SQLite answers {mode!r}): "
                "name a --store on a disk of this machine"
            )
        self._pragma("synchronous = full")
        if is_empty:
            with self.transaction():
                for statement in SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    def _pragma(self, text: str) -> Any:
        row = self._db.execute(f"PRAGMA {text}").fetchone()
        return row[0] if row else None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing; when it returns it is on the disk."""
        with explained(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    # ---- runs -----------------------------------------------------------------------------------------------------

    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        rows = self._db.execute("SELECT id, name, kind, settings, created FROM run ORDER BY created, rowid")
        return [Run(id_, name, kind, json.loads(settings), created) for id_, name, kind, settings, created in rows]

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
        run = Run(uuid.uuid4().hex[:8], name, kind, settings, now())
        with self.transaction():
            row = (run.id, name, kind, json.dumps(settings), run.created)
            self._db.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?)", row)
        return run

    def begin_session(self, run: Run, extent: int | None) -> int:
        """Note who works on a run from now on, and how far it is to go (None: to its end)."""
        with self.transaction():
            row = (run.id, now(), extent, json.dumps(environment()))
            cursor = self._db.execute(
                "INSERT INTO session (run, started, extent, environment) VALUES (?, ?, ?, ?)", row
            )
        self.session = cursor.lastrowid or 0
        return self.session

    def sessions(self, run: Run) -> list[tuple[str, int | None, dict[str, Any]]]:
        """When, how far and with what: each session of a run."""
        rows = self._db.execute("SELECT started, extent, environment FROM session WHERE run = ? ORDER BY id", (run.id,))
        return [(started, extent, json.loads(text)) for started, extent, text in rows]

    def discard(self, run: Run) -> None:
        """Take back a run that never got as far as a trial, so that a mistake leaves nothing behind."""
        if not any(self.count(race) for race, _ in self.races(run)):
            self.forget(run)

    def forget(self, run: Run) -> None:
        """Take back a run with all that belongs to it: one that could not be completed from files."""
        with self.transaction():
            for race, _ in self.races(run):
                for table in ("issued", "trial", "detail", "decision"):
                    self._db.execute(f"DELETE FROM {table} WHERE race = ?", (race,))
            for table, column in (("race", "run"), ("session", "run"), ("run", "id")):
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (run.id,))

    # ---- races and trials -----------------------------------------------------------------------------------------

    def open_race(self, run: Run, number: int, settings: Mapping[str, Any]) -> int:
        """The id of a run's race, made if it is new."""
        with self.transaction():
            row = (run.id, number, json.dumps(settings), now())
            self._db.execute("INSERT OR IGNORE INTO race (run, number, settings, opened) VALUES (?, ?, ?, ?)", row)
        found = self._db.execute("SELECT id FROM race WHERE run = ? AND number = ?", (run.id, number)).fetchone()
        return int(found[0])

    def races(self, run: Run) -> list[tuple[int, dict[str, Any]]]:
        """The ids and settings of a run's races, in order."""
        rows = self._db.execute("SELECT id, settings FROM race WHERE run = ? ORDER BY number", (run.id,))
        return [(id_, json.loads(settings)) for id_, settings in rows]

    def count(self, race: int) -> int:
        """How many trials of a race are written."""
        return int(self._db.execute("SELECT count(*) FROM trial WHERE race = ?", (race,)).fetchone()[0])

    def rewards(self, race: int) -> Iterator[tuple[int, int, int, float | None]]:
        """Candidate, number, seed and reward of all trials of a race, sorted by candidate and number."""
        return self._db.execute(
            "SELECT candidate, trial, seed, reward FROM trial WHERE race = ? ORDER BY candidate, trial", (race,)
        )

    def details(self, race: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """What trials had to tell, sorted like the rewards."""
        rows = self._db.execute(
            "SELECT candidate, trial, details FROM detail WHERE race = ? ORDER BY candidate, trial", (race,)
        )
        return ((candidate, trial, json.loads(text)) for candidate, trial, text in rows)

    def unfinished(self, race: int) -> list[tuple[int, int]]:
        """Trials that were begun, may not be begun again, and have no result."""
        rows = self._db.execute(
            "SELECT candidate, trial FROM issued WHERE race = ? EXCEPT SELECT candidate, trial FROM trial"
            " WHERE race = ?", (race, race)
        )  # fmt: skip
        return list(rows)

    def decisions(self, race: int) -> list[tuple[int, str, int, str]]:
        """Candidate, decision, trials counted in the race by then, and when it was written."""
        rows = self._db.execute(
            "SELECT candidate, decision, trials, at FROM decision WHERE race = ? ORDER BY trials, candidate", (race,)
        )
        return list(rows)

    def write(self, race: int, rows: Sequence[TrialRow]) -> None:
        """Add trials in one transaction; when this returns they are on the disk."""
        if not rows:
            return
        with self.transaction():
            self._db.executemany(
                "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?)",
                [(race, *row.key, _signed(row.seed), row.reward, self.session) for row in rows],
            )
            told = [(race, *row.key, row.details) for row in rows if row.details]
            self._db.executemany("INSERT INTO detail VALUES (?, ?, ?, ?)", told)

    def issue(self, race: int, trials: Iterable[tuple[int, int]]) -> None:
        """Note trials that are about to begin and must not be played twice."""
        with self.transaction():
            self._db.executemany("INSERT OR IGNORE INTO issued VALUES (?, ?, ?)", [(race, *trial) for trial in trials])

    def take_back(self, race: int, trials: Iterable[tuple[int, int]]) -> None:
        """Note that these trials have not begun after all."""
        with self.transaction():
            self._db.executemany(
                "DELETE FROM issued WHERE race = ? AND candidate = ? AND trial = ?",
                [(race, *trial) for trial in trials],
            )

    def write_decisions(self, race: int, decisions: Iterable[tuple[int, str, int]]) -> None:
        """Add decisions: candidate, what, and after how many trials of the race."""
        with self.transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO decision VALUES (?, ?, ?, ?, ?)", [(race, *one, now()) for one in decisions]
            )

    # ---- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Leave the file to others; one that was made now and holds no run goes again."""
        empty = False
        if hasattr(self, "_db"):
            if self._lock and self._is_new:
                with contextlib.suppress(sqlite3.Error):
                    empty = not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] or not self.runs()
            self._db.close()
        if self._lock:
            if empty:
                self.path.unlink(missing_ok=True)
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def unsigned(seed: int) -> int:
    """A seed as it was given: SQLite's integers are signed, seeds have 64 bits."""
    return seed % 2**64


def _signed(seed: int) -> int:
    return seed - 2**64 if seed >= 2**63 else seed
