"""The tables of a store, its version, and what can go wrong with the file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ponnuki.errors import BadInput, PonnukiError

APPLICATION = 0x506F6E6B  # "Ponk": tells our files from other people's databases
VERSION = 1
SCHEMA = """
CREATE TABLE run (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, settings TEXT NOT NULL,
    created TEXT NOT NULL);
CREATE TABLE session (id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES run, started TEXT NOT NULL,
    extent INTEGER, environment TEXT NOT NULL);
CREATE TABLE race (id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES run, number INTEGER NOT NULL,
    settings TEXT NOT NULL, opened TEXT NOT NULL, UNIQUE (run, number));
CREATE TABLE trial (race INTEGER NOT NULL, candidate INTEGER NOT NULL, trial INTEGER NOT NULL, seed INTEGER NOT NULL,
    reward REAL, session INTEGER NOT NULL, PRIMARY KEY (race, candidate, trial)) WITHOUT ROWID;
CREATE TABLE detail (race INTEGER NOT NULL, candidate INTEGER NOT NULL, trial INTEGER NOT NULL, details TEXT NOT NULL,
    PRIMARY KEY (race, candidate, trial));
CREATE TABLE issued (race INTEGER NOT NULL, candidate INTEGER NOT NULL, trial INTEGER NOT NULL,
    PRIMARY KEY (race, candidate, trial)) WITHOUT ROWID;
CREATE TABLE decision (race INTEGER NOT NULL, candidate INTEGER NOT NULL, decision TEXT NOT NULL,
    trials INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (race, candidate));
"""


class StoreFailed(PonnukiError):  # noqa: N818 - it names what happened
    """The store could not be written; what had been committed is safe."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's errors as lines people can act on."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL:
            raise StoreFailed(
                f"the disk of the store {path} is full; what was written is safe: free some space and give the same "
                "command again"
            ) from None
        raise StoreFailed(f"the store {path} cannot be used: {error}") from None
    except sqlite3.DatabaseError as error:
        raise BadInput(f"{path} is not a store of ponnuki: {error}") from None
