"""A small program that outlives its owner just long enough to end what the owner had started.

`watchdog.py` runs it, one for each process that starts programs. It reads `+GROUP` and `-GROUP` lines; when the lines
end, its owner has gone, however it went, and the process groups that are left are killed. Programs that have moved to
a group of their own are found by the mark in their environment, where the system shows it (Linux).

It must start quickly, so it imports nothing of ours and not even pathlib.
"""

import contextlib
import os
import signal
import sys
import time

MARK = "PONNUKI_PROGRAM"
"""The environment variable that marks a program: OWNER.NUMBER. It is for finding a program, not for setting it."""
ROUNDS, PAUSE = 5, 0.05
"""Searches for marked programs after the owner's end: one may have been starting at that moment."""


def marked(mark: str) -> list[int]:
    """The processes whose mark is this, or begins so if it ends with a dot."""
    wanted = f"{MARK}={mark}".encode() + (b"" if mark.endswith(".") else b"\0")
    try:
        processes = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []
    return [process for process in processes if wanted in _environment(process)]


def _environment(process: int) -> bytes:
    try:
        with open(f"/proc/{process}/environ", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def kill_group(group: int) -> None:
    """End a process group, if it is there."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def kill_marked(mark: str) -> int:
    """End the processes with a mark; how many there were."""
    found = marked(mark)
    for process in found:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
    return len(found)


def main() -> None:
    """Wait for the owner's end, then clear up."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        groups.add(group) if line[0] == "+" else groups.discard(group)
    for group in groups:
        kill_group(group)
    for _ in range(ROUNDS):
        kill_marked(f"{sys.argv[1]}.")
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
