"""Where results go: a folder that is never overwritten by accident, one JSON object, progress on stderr."""

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ponnuki.errors import BadInput

if TYPE_CHECKING:
    from ponnuki.lab.store import Run

DEFAULT_FOLDER = Path("ponnuki-out")
RUN_FILE = "run.json"
"""Says whose folder it is."""


def results_folder(out: Path | None, run: str, force: bool) -> Path:
    """The folder for a run's files, made if need be; an occupied one needs `--force`."""
    folder = named_folder(out, run)
    if folder.exists() and any(folder.iterdir()) and not force:
        raise BadInput(f"{folder} has results already: add --force to overwrite them, or name another --out")
    make_folder(folder)
    return folder


def named_folder(out: Path | None, run: str) -> Path:
    """The folder for a run's files, if there can be one; whatever was made to find out is gone again."""
    folder = DEFAULT_FOLDER / run if out is None else Path(os.path.normpath(out))
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise BadInput(f"{there} is a file: --out names a folder")
    try:
        with tempfile.TemporaryFile(dir=there):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the folder {folder} cannot be written ({error.strerror}): name another --out") from None
    for place in missing:
        with contextlib.suppress(OSError):  # another command may use it by now
            place.rmdir()
    return folder


def make_folder(folder: Path) -> None:
    """Make a folder that is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the folder {folder} cannot be made ({error.strerror}): name another --out") from None


def own_folder(out: Path | None, run: str, force: bool) -> Path:
    """The folder of a run that is used again and again; one that has something else in it needs `--force`."""
    folder = named_folder(out, run)
    if not force and folder.exists() and any(folder.iterdir()) and _owner(folder) != run:
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


def stderr_progress() -> Progress:
    """A bar with the time so far and an estimate of the time left; stdout stays clean."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
