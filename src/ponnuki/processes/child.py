"""A process that we start, and that does not outlive us, even when we are killed with -9.

    child = start(["gnugo", "--mode", "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    ...
    child.end()

Each runs in a session of its own, so that an interruption at the keyboard is ours alone and so that it can be killed
with its children as a group; children that have left the group are found by their mark (`reaper.py`). The reaper, one
for each process that starts others, is told of every group and notices by the end of its input when we have gone. A
signal at the parent's death (PR_SET_PDEATHSIG) would be less: it comes when the *thread* that started the process ends,
and does not reach the process's own children.
"""

import atexit
import contextlib
import itertools
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ponnuki.processes import reaper
from ponnuki.processes.reaper import MARK, THOROUGH


class Child:
    """A process of ours: `start` makes it."""

    def __init__(self, process: "subprocess.Popen[bytes]", mark: str) -> None:
        self.process, self.mark = process, mark

    @property
    def is_running(self) -> bool:
        """Whether it is there."""
        return self.process.poll() is None

    def end(self) -> None:
        """Kill it and all that it has started; its exit code is known afterwards."""
        end_all([self], empty_looks=1)


def start(
    words: Sequence[str],
    *,
    folder: Path | str | None = None,
    variables: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stdout: int | None = None,
    stderr: int | None = None,
    pass_fds: Collection[int] = (),
) -> Child:
    """Start a program (the first word is its path), with some variables beside those of our own environment.

    Raises `OSError` where the system cannot start it.
    """
    mark = _crew.new_mark()
    process = subprocess.Popen(
        words,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=folder or None,
        env={**os.environ, **(variables or {}), MARK: mark},
        start_new_session=True,
        pass_fds=pass_fds,
    )
    child = Child(process, mark)
    _crew.add(child)
    return child


def end_all(children: Sequence[Child], empty_looks: int = THOROUGH) -> None:
    """Kill several at once, with all that they have started; `empty_looks` says how hard to look for that."""
    for child in children:
        reaper.kill_group(child.process.pid)
    for child in children:
        child.process.wait()
    if children:
        reaper.sweep(tuple(child.mark for child in children), empty_looks)
    for child in children:
        _crew.discard(child)


def keep_watch() -> None:
    """See that the reaper runs, if there is anything to watch: it may have been killed."""
    _crew.keep_watch()


class _Crew:
    """What this process has started and not yet ended, and the reaper that knows of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._beginning = f"{os.environ.get(MARK, '')}{uuid.uuid4().hex}."
        self._numbers = itertools.count()
        self._children: set[Child] = set()
        self._reaper: subprocess.Popen[str] | None = None

    def new_mark(self) -> str:
        """A mark for a process about to be started; the reaper runs before the process does."""
        with self._lock:
            self._start_reaper()
            return f"{self._beginning}{next(self._numbers)}/"

    def add(self, child: Child) -> None:
        with self._lock:
            self._children.add(child)
            self._tell(f"+{child.process.pid}")

    def discard(self, child: Child) -> None:
        with self._lock:
            self._children.discard(child)
            self._tell(f"-{child.process.pid}")

    def keep_watch(self) -> None:
        with self._lock:
            if self._children:
                self._start_reaper()

    def end(self) -> None:
        end_all(list(self._children))

    def let_go(self) -> None:
        """Close this process's copy of the pipe to the reaper."""
        if self._reaper is not None and self._reaper.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self._reaper.stdin.close()

    def _start_reaper(self) -> None:
        """Start it, or start it again; it is told of all that is there."""
        if self._reaper is not None and self._reaper.poll() is None:
            return
        self._reaper = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(reaper.__file__)), self._beginning],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
            cwd="/",
            env={name: value for name, value in os.environ.items() if name != MARK},  # nobody sweeps the reaper away
        )
        for child in self._children:
            self._tell(f"+{child.process.pid}")

    def _tell(self, line: str) -> None:
        if self._reaper is not None and self._reaper.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self._reaper.stdin.write(f"{line}\n")
                self._reaper.stdin.flush()


_crew = _Crew()


def _forget_parent() -> None:
    """A forked process owns none of its parent's children, and must not keep the parent's reaper waiting."""
    global _crew
    _crew.let_go()
    _crew = _Crew()


os.register_at_fork(after_in_child=_forget_parent)
atexit.register(lambda: _crew.end())
