"""The file of a store: found, locked for its one writer, opened, read, written and closed.

Whatever can be wrong with a file is one line: it is a folder, or somebody else's, or damaged, or on a full disk. One
that cannot be written, as on a disk that is mounted for reading only, can still be read.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from ponnuki.errors import BadInput
from ponnuki.lab.journal.environment import command_line
from ponnuki.lab.journal.place import WriterLock, check_place, real_place
from ponnuki.lab.journal.schema import APPLICATION, MIGRATIONS, SCHEMA, VERSION, StoreFailed, damaged, explained

PATIENCE = 10.0
"""Seconds to wait for a reader that holds the file."""


class StoreFile:
    """A store opened for reading, or for writing by this process alone. `path` is as it was given."""

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        self._lock: WriterLock | None = None
        self._real = real_place(path)
        self._is_new = not self._real.exists()
        if write:
            check_place(self._real)
            self._lock = WriterLock(self._real, command_line())
        elif self._is_new:
            raise BadInput(f"there is no store {path}: name one with --store, or start a run")
        try:
            with explained(path):
                self._connect(write)
                self._check(write)
        except BaseException:
            self.close()
            raise

    def _connect(self, write: bool) -> None:
        """Open the file. To read it, SQLite makes a log and an index beside it; where it cannot, and there is no log
        with something in it, the file alone is all that there is to read."""
        self._db = sqlite3.connect(self._real, timeout=PATIENCE, isolation_level=None)
        if write:
            return
        try:
            self._pragma("schema_version")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            self._db.close()
            self._connect_unchanging(error)

    def _connect_unchanging(self, error: sqlite3.Error) -> None:
        log = self._real.with_name(f"{self._real.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreFailed(
                f"the store {self.path} cannot be read where it is ({error}): copy it to a folder that can be written, "
                f"with {log.name}, which has its last trials"
            ) from None
        address = f"{self._real.as_uri()}?mode=ro&immutable=1"
        self._db = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)

    def _check(self, write: bool) -> None:
        """See that the file is ours; make the tables if it is new."""
        with contextlib.suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA mmap_size = 268435456")
        version, application = self._pragma("user_version"), self._pragma("application_id")
        is_empty = not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and not (write and is_empty):
            raise BadInput(f"{self.path} is not a store of ponnuki: name another --store")
        if version > VERSION:
            raise BadInput(f"{self.path} was written by a newer ponnuki (version {version}, ours {VERSION}): update")
        if write:
            self._prepare_writing(None if is_empty else version)

    def _prepare_writing(self, version: int | None) -> None:
        """Ask for a write-ahead log; make the tables, or bring those of an older version up to date."""
        mode = self._pragma("journal_mode = wal")
        if mode != "wal":
            raise BadInput(
                f"the store {self.path} is on a file system without a write-ahead log (SQLite answers {mode!r}): "
                "name a --store on a disk of this machine"
            )
        self._pragma("synchronous = full")
        if version == VERSION:
            return
        with self.transaction():
            for statement in SCHEMA.split(";") if version is None else MIGRATIONS[version:]:
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    # ---- reading and writing --------------------------------------------------------------------------------------

    def _pragma(self, text: str) -> Any:
        row = self._db.execute(f"PRAGMA {text}").fetchone()
        return row[0] if row else None

    def _rows(self, text: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """What a question gives; errors also of a later row are explained."""
        with explained(self.path):
            for row in self._db.execute(text, values):  # noqa: UP028 - `yield from` would close it after the file
                yield row

    def _object(self, text: Any) -> dict[str, Any]:
        """A JSON object that we wrote."""
        try:
            value = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, f"not JSON: {error}") from None
        if not isinstance(value, dict):
            raise damaged(self.path, f"no JSON object: {text}")
        return value

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

    # ---- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Leave the file to others; one that was made now and holds no run goes again."""
        is_empty = False
        if hasattr(self, "_db"):
            if self._lock and self._is_new:
                with contextlib.suppress(sqlite3.Error):
                    is_empty = self._has_no_run()
            self._db.close()
        if self._lock:
            if is_empty:
                self._real.unlink(missing_ok=True)
            self._lock.release()
            self._lock = None

    def _has_no_run(self) -> bool:
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables or not self._db.execute("SELECT count(*) FROM run").fetchone()[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
