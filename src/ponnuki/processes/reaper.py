"""A small program that outlives its owner just long enough to end what the owner had started.

`child.py` runs it, one for each process that starts others. It reads `+GROUP` and `-GROUP` lines; when the lines end,
its owner has gone, whatever it died of, and the process groups that are left are killed. Processes that have moved to a
group of their own are found by the mark in their environment, where the system shows it (Linux).

A mark is a path: the mark of whoever started the process, then a name of its own and a `/`. So the marks of all that a
process has started, and of what that has started in turn, begin with the mark of that process.

It must start quickly, so it imports nothing of ours and not even pathlib.
"""

import contextlib
import os
import signal
import sys
import time

MARK = "PONNUKI_PROCESS"
"""The environment variable with the mark of a process. It is for finding a process, not for setting anything."""
LOOKS, PAUSE = 60, 0.02
"""Looks for marked processes at most, and seconds between two."""
THOROUGH = 4
"""Looks in a row that find nothing, before nothing is believed to be left: a process that is just being started has no
environment to look at. One look will do for a program that has been told to quit; its owner's end is thorough."""


def sweep(marks: tuple[str, ...], empty_looks: int = THOROUGH) -> None:
    """Kill all processes whose mark begins with one of these, until so many looks in a row have found none."""
    empty = 0
    for _ in range(LOOKS):
        found = _marked(marks)
        for process in found:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        empty = 0 if found else empty + 1
        if empty == empty_looks:
            break
        time.sleep(PAUSE)


def kill_group(group: int) -> None:
    """End a process group, if it is there."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def _marked(marks: tuple[str, ...]) -> list[int]:
    wanted = tuple(f"{MARK}={mark}".encode() for mark in marks)
    try:
        processes = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []
    return [process for process in processes if any(entry.startswith(wanted) for entry in _environment(process))]


def _environment(process: int) -> list[bytes]:
    """The variables that a process was started with; none if it has ended or belongs to somebody else."""
    try:
        with open(f"/proc/{process}/environ", "rb") as file:  # noqa: PTH123
            return file.read().split(b"\0")
    except OSError:
        return []


def main() -> None:
    """Wait for the owner's end, then clear up; the argument is how the marks of all its processes begin."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        groups.add(group) if line[0] == "+" else groups.discard(group)
    for group in groups:
        kill_group(group)
    sweep((sys.argv[1],))


if __name__ == "__main__":
    main()
