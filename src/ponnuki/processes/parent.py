"""How a process of ours ends when its parent has gone: at once, also in the middle of its work.

The parent's reaper (`reaper.py`) would end it too, a moment later; this holds even if both are killed together.
"""

import contextlib
import ctypes
import os
import signal
import threading
import time

PR_SET_PDEATHSIG = 1
WATCH_PERIOD = 0.5
"""Seconds between two looks at the parent's number."""


def die_with(parent: int) -> None:
    """Tie this process to its parent; it ends at once if the parent has gone already.

    Linux sends SIGKILL at the parent's death; for other systems a thread looks at the parent's number.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_PERIOD)
    os._exit(1)
