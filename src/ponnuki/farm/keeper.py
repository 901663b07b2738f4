"""Nothing outlives its master: how processes of a farm end when whoever started them is killed with -9.

Three nets, one behind the other:

- A worker dies with its parent: the kernel sends it SIGKILL (`PR_SET_PDEATHSIG`), and where there is no such thing a
  thread watches the parent's number.
- Whatever a worker starts (programs in process groups and sessions of their own) inherits a mark in its environment.
  When a worker dies, the coordinator kills everything with that worker's mark.
- The *keeper*, a process that only waits for its stdin to close, kills everything with the farm's mark when the
  coordinator is gone, whatever it died of.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

MARK = "PONNUKI_FARM"
PR_SET_PDEATHSIG = 1
WATCH_PERIOD = 0.5
"""Seconds between two looks at the parent's number."""
SWEEPS, QUIET_SWEEPS, PAUSE = 60, 4, 0.02
"""Rounds of killing at most, rounds without a find that end it, seconds between two. One look is not enough: a program
that is just being started has no environment to look at."""
PROC = Path("/proc")


def die_with(parent: int) -> None:
    """Tie this process to its parent; it ends at once if the parent has gone already."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_PERIOD)
    os._exit(1)


def sweep(mark: str) -> int:
    """Kill every process that carries this mark, or one that begins with it, until none is left; how many."""
    wanted = f"{MARK}={mark}".encode()
    killed: set[int] = set()
    quiet = 0
    for _ in range(SWEEPS):
        found = [pid for pid in _processes() if _is_marked(pid, wanted)]
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed.update(found)
        quiet = 0 if found else quiet + 1
        if quiet == QUIET_SWEEPS:
            break
        time.sleep(PAUSE)
    return len(killed)


def _processes() -> list[int]:
    if not PROC.is_dir():
        return []
    return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit() and int(entry.name) != os.getpid()]


def _is_marked(pid: int, wanted: bytes) -> bool:
    """Whether a living process has the mark in the environment it was started with (a zombie has none)."""
    try:
        environment = (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return False
    return any(entry.startswith(wanted) for entry in environment.split(b"\0"))


def start_keeper(mark: str) -> "subprocess.Popen[bytes]":
    """The last net: it has a session of its own, so that an interruption at the keyboard passes it by."""
    environment = {key: value for key, value in os.environ.items() if key != MARK}
    return subprocess.Popen(
        [sys.executable, "-m", "ponnuki.farm.keeper", mark],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env=environment,
    )


def main() -> None:
    """Wait until the coordinator closes our stdin, by dying or otherwise; then sweep."""
    while os.read(0, 1 << 16):
        pass
    sweep(sys.argv[1])


if __name__ == "__main__":
    main()
