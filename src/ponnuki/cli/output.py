"""Where results go: a folder that is never overwritten by accident, text that is shown as it is, progress on stderr."""

import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from ponnuki.cli.verbosity import is_quiet
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.processes.words import cleaned

if TYPE_CHECKING:
    from ponnuki.lab.journal.store import Run
    from ponnuki.lab.runs.interruption import Interrupted

DEFAULT_FOLDER = Path("ponnuki-out")
RUN_FILE = "run.json"
"""Says whose folder it is."""
LONGEST_FOLDER = 150
"""Bytes of a folder's name: file systems take 255, and other programs add to it."""
_NO_LETTERS = re.compile(r"[/\x00-\x1f\x7f]")


class OutputFailed(PonnukiError):  # noqa: N818 - it names what happened
    """Results could not be written; the runs that they come from are in their store."""


# ---- folders --------------------------------------------------------------------------------------------------------


def results_folder(out: Path | None, run: str, force: bool) -> Path:
    """The folder for a run's files, made if need be; an occupied one needs `--force`."""
    folder = named_folder(out, run)
    if is_occupied(folder) and not force:
        raise BadInput(f"{folder} has results already: add --force to overwrite them, or name another --out")
    make_folder(folder)
    return folder


def named_folder(out: Path | None, run: str) -> Path:
    """The folder for a run's files, if there can be one; whatever was made to find out is gone again."""
    folder = DEFAULT_FOLDER / folder_name(run) if out is None else Path(os.path.normpath(out))
    try:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        with tempfile.TemporaryFile(dir=there):
            folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # a null character is a ValueError
        raise _no_folder(folder, error) from None
    for place in missing:
        with contextlib.suppress(OSError):  # another command may use it by now
            place.rmdir()
    return folder


def folder_name(run: str) -> str:
    """The name of a run as that of one folder, whatever is in it; what had to be changed gets a digest, so that two
    runs still have two folders."""
    data = run.encode("utf-8", "surrogateescape")
    fit = _NO_LETTERS.sub("-", data[:LONGEST_FOLDER].decode("utf-8", "ignore"))
    return fit if fit == run and fit.strip(".") else f"{fit.strip('.') or 'run'}-{hashlib.sha256(data).hexdigest()[:6]}"


def is_occupied(folder: Path) -> bool:
    """Whether there is something in a folder."""
    try:
        return folder.exists() and any(folder.iterdir())
    except OSError as error:
        raise _no_folder(folder, error) from None


def make_folder(folder: Path) -> None:
    """Make a folder that is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from None


def _no_folder(folder: Path, error: OSError | ValueError) -> BadInput:
    reason = error.strerror if isinstance(error, OSError) else error
    return BadInput(f"the folder {cleaned(str(folder))} cannot be written ({reason}): name another --out")


def own_folder(out: Path | None, run: str, force: bool) -> Path:
    """The folder of a run that is used again and again; one that has something else in it needs `--force`."""
    folder = named_folder(out, run)
    if not force and is_occupied(folder) and _owner(folder) != run:
        raise BadInput(f"{folder} has other results already: add --force, or name another --out")
    return folder


def mark_folder(folder: Path, run: "Run") -> None:
    """Make a run's folder and say in it whose it is."""
    make_folder(folder)
    (folder / RUN_FILE).write_text(json.dumps({"run": run.name} | dict(run.settings), indent=2))


def _owner(folder: Path) -> str | None:
    try:
        return str(json.loads((folder / RUN_FILE).read_text())["run"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextlib.contextmanager
def writing(place: Path, more: str = "name another --out") -> Iterator[None]:
    """A block that writes files: a full disk becomes an error of one line that says what to do."""
    try:
        yield
    except OSError as error:
        raise OutputFailed(f"{error.filename or place} cannot be written ({error.strerror}): {more}") from None


def interruption(store: Path, unit: str) -> "Interrupted":
    """What is said when a run is interrupted: nothing is lost, and how to go on."""
    from ponnuki.lab.journal.environment import command_line
    from ponnuki.lab.runs.interruption import Interrupted

    return Interrupted(f"interrupted; every finished {unit} is in {store}. To go on: {command_line()}")


@contextlib.contextmanager
def interruptible(store: Path, unit: str) -> Iterator[None]:
    """A block that plays into a store: whoever interrupts it is told how to go on."""
    from ponnuki.lab.runs.interruption import Interrupted

    try:
        yield
    except (Interrupted, KeyboardInterrupt):
        raise interruption(store, unit) from None


# ---- screens --------------------------------------------------------------------------------------------------------


def plain(text: object) -> Text:
    """Text that is shown as it is: brackets are not markup, and sequences that a terminal obeys are left out."""
    return Text(cleaned(str(text)))


def stderr_progress() -> Progress:
    """A bar with the time so far and an estimate of the time left; stdout stays clean."""
    about = TextColumn("{task.description}", markup=False)
    columns = (about, BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=is_quiet() or not console.is_terminal)
