"""Runs started, paused, stopped and resumed from a page: the commands of the terminal, in processes of their own.

A form names files on this side and numbers; it never carries a command. What is started goes on when the browser is
closed, and when the server is. One that was started at the terminal is stopped in the same way: by a signal to the
process that holds the lock of the store.
"""

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from platform import node
from typing import Any

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.journal.place import real_place, writer_of
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.state import KIND as CAMPAIGN
from ponnuki.lab.races.session import Session
from ponnuki.lab.runs.interruption import PAUSE
from ponnuki.lab.studies.catalog import study_names
from ponnuki.lab.studies.plan import SCALES
from ponnuki.players.kit import DEFAULT_GAME
from ponnuki.players.names import LONGEST_NAME, checked_name
from ponnuki.players.parse import parse_player
from ponnuki.processes.reaper import MARK
from ponnuki.processes.words import cleaned

DEEPEST = 3
"""Folders below ours in which spec files are looked for."""
MOST_FILES = 500
MOST_FOLDERS = 5000
LARGEST_FILE = 1_000_000
MOST_WORKERS = 64
MOST_GAMES = 1_000_000
LOGS = Path("ponnuki-out") / "serve"
RESUMED = ("race", "match", "tournament", "learn", "confirm", "study")
"""Commands that go on with a run when they are given again."""
_HOLDER = re.compile(r"process (\d+): ponnuki ")


@dataclass(slots=True)
class Started:
    """A command that was started here."""

    words: Sequence[str]
    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def fault(self) -> str:
        """What it said at its end, if it failed; an interruption is no fault."""
        if self.process.poll() in (None, 0, 130):
            return ""
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return cleaned(lines[-1]) if lines else f"it ended with code {self.process.returncode}"


class Launcher:
    """Starts and stops the runs of one store; files are looked for below a folder."""

    def __init__(self, store: Path, folder: Path) -> None:
        self.store, self.folder = real_place(store), folder.resolve()
        self.last: Started | None = None
        self._paused = ""

    # ---- what can be chosen ---------------------------------------------------------------------------------------

    def race_files(self) -> list[str]:
        """Files that describe a race."""
        return [name for name, keys in self._files() if "candidate" in keys]

    def player_files(self) -> list[str]:
        """Files that describe a player."""
        return [name for name, keys in self._files() if "candidate" not in keys and "player" not in keys]

    def own_players(self, game: str) -> list[str]:
        """Files that describe a player of ours for a game."""
        return [
            name
            for name, keys in self._files()
            if not {"candidate", "player", "gtp"} & set(keys) and keys.get("game", DEFAULT_GAME) == game
        ]

    def player(self, name: str, game: str) -> dict[str, Any]:
        """The settings of such a player."""
        _, spec = parse_player(self._chosen(name, self.own_players(game)))
        return spec.settings()

    def _files(self) -> Iterator[tuple[str, dict[str, object]]]:
        for path in self._tomls():
            with contextlib.suppress(OSError, ValueError, RecursionError):
                if path.stat().st_size <= LARGEST_FILE:
                    yield str(path.relative_to(self.folder)), tomllib.loads(path.read_text(encoding="utf-8"))

    def _tomls(self) -> list[Path]:
        found: list[Path] = []
        for place, files in walked(self.folder):
            found += [place / name for name in files if name.endswith(".toml") and name[0] != "."]
            if len(found) >= MOST_FILES:
                break
        return [path for path in found[:MOST_FILES] if path.name != "pyproject.toml"]

    def _chosen(self, name: str, known: Sequence[str]) -> str:
        """A file of those that were offered, as a full path."""
        if name not in known:
            raise BadInput(f"{name!r} is none of the files below {self.folder}")
        return str(self.folder / name)

    # ---- starting -------------------------------------------------------------------------------------------------

    def race(self, file: str, workers: int | None, budget: int | None, name: str) -> Started:
        """Start a race, or go on with it."""
        path = self._chosen(file, self.race_files())
        session = Session.of_file(Path(path), budget, name or None)
        options = [] if budget is None else [f"--budget={budget}"]
        return self._start(["race", path, *options, *_named(session.name), *_workers(workers)])

    def match(self, a: str, b: str, games: int, workers: int | None, name: str) -> Started:
        """Start a match between two players."""
        players = [self._chosen(one, self.player_files()) for one in (a, b)]
        for one in players:
            parse_player(one)
        if not 2 <= games <= MOST_GAMES or games % 2:
            raise BadInput(f"games is {games}: it must be an even number from 2 to {MOST_GAMES}")
        named = _named(name) if name else []
        return self._start(["match", *players, f"--games={games}", *named, *_workers(workers)])

    def campaign(self, baseline: str, minutes: float, workers: int | None, name: str) -> Started:
        """Start a campaign from a baseline."""
        path = self._chosen(baseline, self.player_files())
        parse_player(path)
        if not 0 < minutes <= 100_000:
            raise BadInput(f"minutes is {minutes:g}: it must be more than 0, and at most 100000")
        named = _named(name) if name else []
        return self._start(["learn", path, f"--minutes={minutes:g}", *named, *_workers(workers)])

    def study(self, name: str, scale: str, workers: int | None) -> Started:
        """Start a study at one scale, or go on with it; at its end its table and figure are written."""
        if name not in study_names():
            raise BadInput(unknown("study", name, study_names()))
        if scale not in SCALES:
            raise BadInput(unknown("scale", scale, SCALES))
        return self._start(["study", name, f"--scale={scale}", *_workers(workers)])

    def resume(self, run: Run) -> Started:
        """Give the command again with which somebody last worked on a run."""
        with Store(self.store) as store:
            sessions = store.sessions(run)
        if not sessions:
            raise BadInput(f"run {run.name!r} was never worked on: start it by its file")
        about = sessions[-1].environment
        try:
            words = shlex.split(about["command"])
        except ValueError:
            words = []
        if about.get("host") != node() or len(words) < 2 or words[0] != "ponnuki" or words[1] not in RESUMED:
            raise BadInput(f"run {run.name!r} was worked on elsewhere: give its command there: {about['command']}")
        folder = Path(about["folder"])
        if not folder.is_dir():
            raise BadInput(f"the folder {folder} in which run {run.name!r} was started is gone")
        kept = [word for word in _without_store(words[1:]) if word not in ("--json", "--check")]
        return self._start(kept, folder)

    def _start(self, words: Sequence[str], folder: Path | None = None) -> Started:
        """Start a command in a session of its own, its output in a file."""
        if holder := writer_of(self.store):
            raise BadInput(f"the store is being written already ({holder}): one run at a time")
        logs = self.folder / LOGS
        try:
            logs.mkdir(parents=True, exist_ok=True)
            log = logs / f"{os.getpid()}-{len(list(logs.iterdir())) + 1}.log"
            with log.open("wb") as file:
                process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "ponnuki", *words, f"--store={self.store}"],
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    cwd=folder or self.folder,
                    env={key: value for key, value in os.environ.items() if key != MARK},
                    start_new_session=True,
                )
        except OSError as error:
            raise BadInput(f"it cannot be started ({error.strerror}): look at {logs}") from None
        self.last = Started(words, process, log)
        return self.last

    # ---- stopping -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Ask whoever writes the store to stop, as Ctrl-C does: what is finished is kept, and it can be resumed."""
        self._ask(signal.SIGTERM)

    def pause(self) -> None:
        """Ask whoever writes the store to begin nothing more, and to stop when all that is being played has ended."""
        self._paused = self._ask(PAUSE)

    @property
    def is_pausing(self) -> bool:
        """Whether whoever writes the store was asked to pause."""
        return bool(self._paused) and writer_of(self.store) == self._paused

    def _ask(self, wish: signal.Signals) -> str:
        """Send a signal to the process that writes the store; who it is."""
        holder = writer_of(self.store)
        found = _HOLDER.match(holder or "")
        if holder is None:
            raise BadInput("nothing is running")
        if found is None:
            raise BadInput(f"the store is written by a program that is not ours to stop: {holder}")
        try:
            os.kill(int(found[1]), wish)
        except OSError as error:
            raise BadInput(f"process {found[1]} cannot be stopped from here ({error.strerror})") from None
        return holder


def walked(root: Path) -> Iterator[tuple[Path, list[str]]]:
    """A folder and those below it, hidden ones left out, each with its files; not endlessly many."""
    for place, folders, files in islice(os.walk(root), MOST_FOLDERS):
        depth = len(Path(place).relative_to(root).parts)
        folders[:] = [] if depth >= DEEPEST else sorted(name for name in folders if not name.startswith("."))
        yield Path(place), sorted(files)


def can_resume(kind: str, status: str) -> bool:
    """Whether there is something left to do for a command given again."""
    return kind == CAMPAIGN or status in ("interrupted", "not begun")


def _named(name: str) -> list[str]:
    checked_name(name, "a run", LONGEST_NAME)
    return [f"--name={name}"]


def _workers(count: int | None) -> list[str]:
    if count is None:
        return []
    if not 1 <= count <= MOST_WORKERS:
        raise BadInput(f"workers is {count}: it must be from 1 to {MOST_WORKERS}")
    return [f"--workers={count}"]


def _without_store(words: Sequence[str]) -> list[str]:
    """The words but for the store, which is ours."""
    kept, skip = [], False
    for word in words:
        if not skip and word != "--store" and not word.startswith("--store="):
            kept.append(word)
        skip = word == "--store" and not skip
    return kept
