"""Where results go: a folder that is never overwritten by accident, one JSON object, progress on stderr."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ponnuki.errors import BadInput

DEFAULT_FOLDER = Path("ponnuki-out")


def results_folder(out: Path | None, run: str, force: bool) -> Path:
    """The folder for a run's files, made if need be; an occupied one needs `--force`."""
    folder = DEFAULT_FOLDER / run if out is None else out
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file: --out names a folder")
    if folder.exists() and any(folder.iterdir()) and not force:
        raise BadInput(f"{folder} has results already: add --force to overwrite them, or name another --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def stderr_progress() -> Progress:
    """A bar with the time so far and an estimate of the time left; stdout stays clean."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
