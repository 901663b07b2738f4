"""How a run is stopped from outside: Ctrl-C and SIGTERM set a flag, and the driver looks at it between two steps.
SIGUSR1 is a pause: trials that are being played come to their end first.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ponnuki.errors import PonnukiError
from ponnuki.processes.signals import handled

PAUSE = signal.SIGUSR1
PATIENT, SHIELDED = 1, 2
"""How many signals only set the flag: usually, and while a run is being closed. The next one interrupts at once."""


class Interrupted(PonnukiError):  # noqa: N818 - it names what happened
    """Somebody asked us to stop; what was finished is written."""

    exit_code = 130


class StopFlag:
    """Whether somebody asked us to stop."""

    def __init__(self) -> None:
        self._signals = 0
        self._allowed = PATIENT
        self._pausing = False

    def is_set(self) -> bool:
        """Whether to begin nothing more."""
        return self._pausing or self.is_urgent()

    def is_urgent(self) -> bool:
        """Whether also not to wait for what has begun."""
        return self._signals > 0

    def check(self) -> None:
        """Stop here, if we are to stop."""
        if self.is_set():
            raise Interrupted("interrupted")

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """A block in which nothing must be lost: one signal more than usual is needed to break it off."""
        self._allowed = SHIELDED
        try:
            yield
        finally:
            self._allowed = PATIENT

    def note(self, number: int, _: object) -> None:
        """Handle a signal: set the flag, or, after too many of them, raise `KeyboardInterrupt` at once."""
        if number == PAUSE:
            self._pausing = True
            return
        self._signals += 1
        if self._signals > self._allowed:
            raise KeyboardInterrupt


_flags: list[StopFlag] = []
"""The flag of the block that the main thread is in."""


@contextmanager
def stop_flag() -> Iterator[StopFlag]:
    """A block in which signals only set a flag: an exception could break off a commit, or be swallowed by a library. A
    block inside another shares its flag. Signals that were ignored before stay ignored; outside the main thread no
    signal sets the flag."""
    if threading.current_thread() is not threading.main_thread():
        yield StopFlag()
        return
    if _flags:
        yield _flags[-1]
        return
    flag = StopFlag()
    _flags.append(flag)
    try:
        with handled((signal.SIGINT, signal.SIGTERM, PAUSE), flag.note):
            yield flag
    finally:
        _flags.pop()
