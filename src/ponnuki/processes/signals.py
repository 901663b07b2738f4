"""Who handles signals in a block of code, so that none is lost.

A handler that raises `KeyboardInterrupt` ends what is under way, wherever that is. But Python drops an exception that
is raised in a callback, such as the one that ends each import, and the program would go on as if nobody had pressed
Ctrl-C. So `interrupt` notes a signal before it raises. Where Python says that it has dropped the exception, it is
raised again a little later, unless a block has begun by then whose handler only sets a flag: that is handed the signal.

This is imported before signals are watched, so it imports next to nothing.
"""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

SOON = 0.02
"""Seconds after which a dropped exception is raised again (a guess: when the callback has ended)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

raised: list[int] = []
"""Signals for which an exception was raised, and that no other handler has been handed."""


def interrupt(number: int, _: object) -> None:
    """The handler of a command that has not begun to play."""
    raised.append(number)
    raise KeyboardInterrupt


def _raise_again(*_: object) -> None:
    if raised:
        raise KeyboardInterrupt


def settle() -> None:
    """Forget what was noted: the block is at its end, and nothing is raised again."""
    raised.clear()
    signal.setitimer(signal.ITIMER_REAL, 0.0)


@contextmanager
def interrupting(numbers: Sequence[int]) -> Iterator[None]:
    """A block that signals end, also where Python drops the exception at first."""
    raised.clear()
    tell = sys.unraisablehook

    def raise_again_soon(dropped: "Any") -> None:
        if raised and issubclass(dropped.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, SOON)
        else:
            tell(dropped)

    sys.unraisablehook = raise_again_soon
    with handled([signal.SIGALRM], _raise_again), handled(numbers, interrupt):
        try:
            yield
        finally:
            settle()  # nobody would handle it after this block
            sys.unraisablehook = tell


@contextmanager
def handled(numbers: Sequence[int], handler: Callable[[int, object], object]) -> Iterator[None]:
    """A block in which some signals are handled so; those that were ignored before stay ignored. A signal that came
    before, and whose exception may have been dropped, is handled at its beginning."""
    before = {number: signal.getsignal(number) for number in numbers}
    watched = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    for number in watched:
        signal.signal(number, handler)
    try:
        while raised:
            handler(raised.pop(0), None)
        yield
    finally:
        for number, old in watched.items():
            signal.signal(number, old)
