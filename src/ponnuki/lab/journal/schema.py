"""The tables of a store, its version, and what can go wrong with the file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.processes.words import cleaned

APPLICATION = 0x506F6E6B  # "Ponk": tells our files from other people's databases
VERSION = 2
GAME_KINDS = ("match", "tournament", "confirm")
"""Matches: runs whose trials are pairs of games. Version 1 counted games in their sessions, trials in others."""
MIGRATIONS = (
    "",
    f"UPDATE session SET extent = extent / 2 WHERE run IN (SELECT id FROM run WHERE kind IN {GAME_KINDS})",
)
"""What makes a store of one version a store of the next."""
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
LARGEST_NUMBER = 2**63 - 1
"""Most games or trials that can be stored: SQLite's integers have 64 bits."""
LONGEST_REASON = 200


def counts_games(version: int, kind: str) -> bool:
    """Whether the sessions of such a run count games, not trials."""
    return version < 2 and kind in GAME_KINDS


class StoreFailed(PonnukiError):  # noqa: N818 - it names what happened
    """The store could not be read or written; what had been committed is as it was."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's errors as lines people can act on."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind == sqlite3.SQLITE_NOTADB:
            raise BadInput(f"{path} is not a store of ponnuki: {error}") from None
        if kind == sqlite3.SQLITE_FULL:
            raise StoreFailed(
                f"the disk of the store {path} is full; what was written is safe: free some space and give the same "
                "command again"
            ) from None
        if kind == sqlite3.SQLITE_CORRUPT or "no such " in str(error) or "decode" in str(error):
            raise damaged(path, str(error)) from None
        raise StoreFailed(f"the store {path} cannot be used: {error}") from None
    except UnicodeDecodeError as error:  # SQLite's own message about a name that is none
        raise damaged(path, str(error)) from None


@contextmanager
def understood(path: Path) -> Iterator[None]:
    """A block that only reads a store. An exception that is not one of ours means that the stored values make no sense:
    the store is damaged."""
    try:
        yield
    except PonnukiError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise damaged(path, f"{type(error).__name__}: {error}") from error


def damaged(path: Path, reason: str) -> StoreFailed:
    """The error of a store that has something else in it than what we wrote."""
    return StoreFailed(
        f"the store {path} is damaged, or was changed by another program ({cleaned(reason, LONGEST_REASON)}): use a "
        f"copy of it, or save what is left by: sqlite3 {path} .recover"
    )
