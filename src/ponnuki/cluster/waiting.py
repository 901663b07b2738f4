"""How a rank waits for the others without burning its core, and how it ends the whole job."""

import os
import sys
import time
from collections.abc import Callable
from socket import gethostname
from typing import Any, NoReturn

from ponnuki.cluster import watch
from ponnuki.errors import PonnukiError

IMPATIENT_LOOKS = 10
"""Looks at the network before a rank that waits begins to sleep in between (a guess)."""
SHORT_NAP, LONG_NAP = 0.0001, 0.002
"""Seconds between two looks: in the middle of an exchange, and while nobody searches (guesses)."""
LONGEST_SILENCE = 600.0
"""Seconds without a word from another rank after which rank 0 gives up: compiling takes minutes at most (a guess)."""

NAP_SHARE = 0.25
"""A nap in the middle of an exchange is at most this part of the time waited so far, so that a long wait costs few
looks (a guess)."""

GRACE = 10.0
"""Seconds that ranks have to end together, after which whoever is left ends them all (a guess)."""
LAST_WORDS = 0.3
"""Seconds that a last line has to reach `mpiexec`, which drops what it has not read when it ends the job (a guess)."""
INTERRUPTED = 130
"""The exit code."""


def wait(comm: Any, is_over: Callable[[], bool], nap: float, patience: float = LONGEST_SILENCE) -> None:
    """Wait until something is over, such as `request.Test`; the job ends after too long a silence."""
    looks, begun = 0, time.monotonic()
    while not is_over():
        looks += 1
        if looks > IMPATIENT_LOOKS:
            time.sleep(nap)
            if time.monotonic() - begun > patience:
                give_up(comm, patience)


def nap_after(waited: float) -> float:
    """Seconds to sleep in the middle of an exchange, after so many seconds of waiting."""
    return min(max(SHORT_NAP, NAP_SHARE * waited), LONG_NAP)


def give_up(comm: Any, patience: float) -> NoReturn:
    """End the job, as somebody does not answer."""
    abort(comm, PonnukiError(f"no word from another rank for {patience:.0f} s"))


def abort_once(comm: Any, error: BaseException) -> NoReturn:
    """The same where all ranks know of it: rank 0 does it, and the others only if it does not."""
    if comm.rank != 0:
        time.sleep(GRACE)
    abort(comm, error)


def abort(comm: Any, error: BaseException) -> NoReturn:
    """End all ranks, with one line that says why; without it if we are ended because another rank was lost, which the
    watcher says."""
    who = f"rank {comm.rank} on {gethostname()}"
    if isinstance(error, KeyboardInterrupt):
        message, code = f"{who} was interrupted, and the whole job with it", INTERRUPTED
    else:
        reason = str(error) if isinstance(error, PonnukiError) else f"{type(error).__name__}: {error}"
        message, code = f"{who} failed, and the whole job with it: {reason}", PonnukiError.exit_code
    try:
        if watch.end() or not isinstance(error, KeyboardInterrupt):
            sys.stderr.write(f"ponnuki: {message}\n")
            sys.stderr.flush()
            time.sleep(LAST_WORDS)
    finally:  # also if somebody presses Ctrl-C once more
        cut_off(comm, code)


def cut_off(comm: Any, code: int) -> NoReturn:
    """End all ranks without another word."""
    watch.end()
    comm.Abort(code)
    os._exit(code)
