"""Look at processes from outside."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path


def is_running(process: int) -> bool:
    """Whether a process runs; one that is dead but not yet collected by its parent does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def becomes_true(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Whether a condition holds, soon."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def numbers(note: Path, count: int) -> list[int]:
    """The numbers of processes that are written into a file, once there are so many of them."""
    assert becomes_true(lambda: note.exists() and note.read_text().count("\n") == count)
    return [int(line) for line in note.read_text().split()]
