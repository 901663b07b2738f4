"""Ctrl-C and SIGTERM while an engine talks: they end the conversation as a controller does that goes away.

An exception that a signal's handler raises can be lost: numba asks each `recarray` that a kernel is given for an
attribute, NumPy answers in Python, and numba takes any exception raised there, `KeyboardInterrupt` too, to mean that
the attribute is missing. It can also split a message to another machine in two. So the handler only notes that a signal
has come, and a separate thread ends what is under way.
"""

import contextlib
import queue
import signal
import threading
from collections.abc import Callable, Iterator

from ponnuki.processes.signals import handled

PATIENCE = 5.0
"""Seconds that a conversation has to end; one that waits for something else is then ended by an exception (a guess)."""


@contextlib.contextmanager
def heeded(leave: Callable[[], None]) -> Iterator[None]:
    """Runs a block that signals may end. At the first signal a thread calls `leave`, which should end the block; after
    it `KeyboardInterrupt` is raised. A second signal raises that at once. Outside the main thread this does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: queue.SimpleQueue[int] = queue.SimpleQueue()  # which a handler may use whatever it has interrupted
    over, seen = threading.Event(), []

    def note(number: int, _: object) -> None:
        seen.append(number)
        came.put(number)
        if len(seen) > 1:
            raise KeyboardInterrupt

    def end() -> None:
        number = came.get()
        if over.is_set():
            return
        leave()
        while not over.wait(PATIENCE):
            signal.pthread_kill(threading.main_thread().ident or 0, number)

    threading.Thread(target=end, name="interruption", daemon=True).start()
    try:
        with handled((signal.SIGINT, signal.SIGTERM), note):
            try:
                yield
            finally:
                over.set()  # before other handlers are back: they are sent no signal
    finally:
        over.set()
        came.put(0)
    if seen:
        raise KeyboardInterrupt
