"""A farm on an executor that somebody brings: a pool of `concurrent.futures`, or anything that has its `submit`.

The executor stays its owner's: it is never shut down here. It cannot ask us whether a trial may begin, so one that may
be played once is asked about before the executor gets it, and handed over only when there is a worker free for it.
"""

import contextlib
import queue
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait

from ponnuki.farm.base import Done, Failed, Farm, FarmError, Key, Outcome, Taken, run_trial
from ponnuki.farm.local import granted_cores
from ponnuki.match.trial import Trial

AHEAD = 2
"""Trials for each worker: the one that runs and the next."""
GRACE = 0.5
"""Seconds at the end for trials that may be played once and have begun."""


def worker_count(executor: Executor) -> int:
    """How many workers an executor has; one for each core where it does not say."""
    count = getattr(executor, "_max_workers", None)
    return count if isinstance(count, int) and count > 0 else granted_cores()


class ExecutorFarm(Farm):
    """Trials on the executor's workers, as many at once as it has, or as `workers` says."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self._executor = executor
        self._count = workers or worker_count(executor)
        self._waiting: deque[tuple[Key, Trial]] = deque()
        self._asked: dict[Key, Trial] = {}
        """Trials that may be played once and wait for an answer."""
        self._running: dict[Key, Future[Done | Failed]] = {}
        self._once: set[Key] = set()
        self._ended: queue.SimpleQueue[Key] = queue.SimpleQueue()

    @property
    def capacity(self) -> int:
        """A few for each worker."""
        return AHEAD * self._count

    @property
    def workers(self) -> int:
        """How many there are, as far as we know."""
        return self._count

    @property
    def in_flight(self) -> int:
        """Waiting here, or at the executor."""
        return len(self._waiting) + len(self._asked) + len(self._running)

    def submit(self, key: Key, trial: Trial) -> None:
        """Queue a trial."""
        self._waiting.append((key, trial))

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """Hand over what there is room for; collect what has ended, waiting for the first."""
        outcomes: list[Outcome] = [Taken(key) for key in self._feed()]
        patience = timeout if self._running and not outcomes else 0.0
        with contextlib.suppress(queue.Empty):
            while True:
                key = self._ended.get(timeout=0.0 if outcomes else patience)
                try:
                    outcomes.append(self._outcome(key))
                except FarmError:
                    if not outcomes:
                        raise
                    self._ended.put(key)  # what has ended well is told first
                    break
        return outcomes

    def answer(self, begin: Iterable[Key], leave: Iterable[Key] = ()) -> None:
        """Hand over what may begin; the rest is forgotten."""
        for key in begin:
            if key in self._asked:
                self._once.add(key)
                self._start(key, self._asked.pop(key))
        for key in leave:
            self._asked.pop(key, None)

    def stop(self) -> Sequence[Outcome]:
        """Cancel what has not begun, and wait a moment for what may be played once; the rest ends by itself."""
        self._waiting.clear()
        self._asked.clear()
        for key in [key for key, future in self._running.items() if future.cancel()]:
            del self._running[key]
        wait([self._running[key] for key in self._once if key in self._running], GRACE)
        ended = [key for key, future in self._running.items() if future.done()]
        outcomes: list[Outcome] = []
        for key in ended:
            with contextlib.suppress(FarmError):
                outcomes.append(self._outcome(key))
        self._running.clear()
        return outcomes

    # ---- inside -------------------------------------------------------------------------------------------------

    def _feed(self) -> list[Key]:
        """Hand waiting trials over; the keys of those that must be asked about first. Only a trial that may be played
        again waits at the executor behind another."""
        asked = []
        while self._waiting:
            key, trial = self._waiting[0]
            busy = len(self._running) + len(self._asked)
            if busy >= (AHEAD * self._count if trial.reproducible else self._count):
                break
            self._waiting.popleft()
            if trial.reproducible:
                self._start(key, trial)
            else:
                self._asked[key] = trial
                asked.append(key)
        return asked

    def _start(self, key: Key, trial: Trial) -> None:
        try:
            future = self._executor.submit(run_trial, key, trial)
        except RuntimeError as error:  # shut down, or broken
            raise FarmError(f"the executor takes no more trials ({error}): bring another, and call again") from None
        self._running[key] = future
        future.add_done_callback(lambda _: self._ended.put(key))

    def _outcome(self, key: Key) -> Outcome:
        future = self._running[key]
        try:
            outcome = future.result()
        except (BrokenExecutor, CancelledError) as error:
            reason = str(error) or type(error).__name__
            raise FarmError(f"the executor has broken down ({reason}): bring another, and call again") from None
        except Exception as error:  # of the executor, as a trial's own are caught in `run_trial`
            outcome = Failed(key, " ".join(f"{type(error).__name__}: {error}".split()), 1)
        del self._running[key]
        self._once.discard(key)
        return outcome
