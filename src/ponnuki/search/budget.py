"""What is left of a limit while a search runs: by count, by the clock, by a request to stop."""

import threading
import time
from collections.abc import Callable

from ponnuki.search.limits import Limit


class Budget:
    """What is left of a limit, shared by the threads of one run."""

    def __init__(self, limit: Limit, stop: threading.Event, threads: int = 1) -> None:
        self.limit = limit
        self.lock = threading.Lock()
        self.progress: Callable[[], None] | None = None
        self.every = 0.1
        self._stop = stop
        self._ended = False
        self._claimed = 0
        cpu_clock = time.thread_time if threads == 1 else time.process_time  # one thread searches in the caller's own
        self._clock = cpu_clock if limit.cpu else time.monotonic
        self._start, self._reported = self._clock(), time.monotonic()

    def claim(self, chunk: int) -> int:
        """How many simulations may be run next; 0 at the end. The first chunk is always run: there must be a move."""
        with self.lock:
            if self._claimed and (self._ended or self._stop.is_set()):
                return 0
            if self._claimed and self.limit.seconds is not None and self.spent >= self.limit.seconds:
                return 0
            count = chunk
            if self.limit.simulations is not None:
                count = min(chunk, self.limit.simulations - self._claimed)
            self._claimed += count
            return count

    @property
    def spent(self) -> float:
        """Seconds so far: CPU time, if that is what is limited."""
        return self._clock() - self._start

    def stop_now(self) -> None:
        """Let nobody claim any more."""
        self._ended = True

    def simulations_left(self, made: int) -> int | None:
        """How many more there can be: by count, or by what the time so far has brought; None if unknown."""
        by_count = None if self.limit.simulations is None else self.limit.simulations - made
        if self.limit.seconds is None:
            return by_count
        spent = self.spent
        if spent <= 0 or made == 0:
            return by_count
        by_time = int(made / spent * max(0.0, self.limit.seconds - spent))
        return by_time if by_count is None else min(by_count, by_time)

    def report_if_due(self) -> None:
        """Call `progress` if the last call is `every` seconds ago."""
        now = time.monotonic()
        if self.progress is not None and now - self._reported >= self.every:
            self._reported = now
            self.progress()
