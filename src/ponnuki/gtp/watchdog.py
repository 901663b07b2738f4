"""No program outlives the process that started it, even one that is killed with -9 itself.

    with_mark = watchdog.mark()
    process = subprocess.Popen(words, env=watchdog.environment(with_mark), start_new_session=True)
    watchdog.watch(process.pid)
    ...
    watchdog.end(process.pid, with_mark)

The programs of a process are the business of one small helper (`reaper.py`), which is told of every process group and
notices by the end of its input when the process has gone. A signal at the parent's death (PR_SET_PDEATHSIG) would be
less: it comes when the *thread* that started the program ends, and does not reach the program's own children.
"""

import contextlib
import itertools
import os
import subprocess
import sys
import threading
import uuid
from pathlib import Path

from ponnuki.gtp import reaper


class _Watchdog:
    """The helper of this process."""

    def __init__(self) -> None:
        self.owner = uuid.uuid4().hex
        self.numbers = itertools.count()
        command = [sys.executable, "-I", "-S", str(Path(reaper.__file__)), self.owner]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True, text=True, cwd="/"
        )

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def let_go(self) -> None:
        """Close this process's copy of the pipe."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()


_lock = threading.Lock()
_watchdog: _Watchdog | None = None


def _helper() -> _Watchdog:
    global _watchdog
    with _lock:
        if _watchdog is None or _watchdog.process.poll() is not None:
            _watchdog = _Watchdog()
        return _watchdog


def mark() -> str:
    """A name for a program about to be started; the helper runs before the program does."""
    helper = _helper()
    return f"{helper.owner}.{next(helper.numbers)}"


def environment(name: str) -> dict[str, str]:
    """This process's environment with the mark of a program."""
    return os.environ | {reaper.MARK: name}


def watch(group: int) -> None:
    """Have a process group ended when this process goes."""
    _helper().tell(f"+{group}")


def end(group: int, name: str) -> None:
    """End a program: its group, and what has left the group."""
    reaper.kill_group(group)
    for _ in range(reaper.ROUNDS):
        if not reaper.kill_marked(name):
            break
    _helper().tell(f"-{group}")


def _forget_parent() -> None:
    """A forked process has watchers of its own, and must not keep its parent's from noticing the parent's end."""
    global _watchdog, _lock
    if _watchdog is not None:
        _watchdog.let_go()
    _watchdog, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget_parent)
