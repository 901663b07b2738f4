"""A farm of processes on this machine.

Each worker is a fresh Python with one pipe to us and a short queue of trials: long enough that it never waits for the
next, short enough that trials stay here, where a faster worker can have them. Results come back one by one, so
when a worker dies it is known exactly which trial it was at (that one is lost) and which it had not begun (they are
given to another). A pool of `concurrent.futures` breaks as a whole when one process dies; that is why this is not one.
"""

import contextlib
import os
import pickle
import select
import sys
import time
from collections import deque
from collections.abc import Iterable, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.farm import worker as protocol
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Key, Lost, Outcome, Taken
from ponnuki.match.trial import Trial
from ponnuki.processes.child import end_all, keep_watch, start

SHORTEST_QUEUE = 2
"""Trials at a worker: the one it runs and the next."""
LONGEST_QUEUE = 64
QUEUED_TIME = 0.02
"""Seconds of work to have at a worker; it decides the queue of trials that are over at once."""
SMOOTHING = 0.1
"""Weight of the newest trial in the mean duration."""
STOP_TIME = 2.0
"""Seconds for all workers to stop when they are told to; then they are killed."""
FAILED_STARTS = 3
"""Workers in a row that die before they are ready: then it is not the trials' fault."""


def granted_cores() -> int:
    """Cores that this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalFarm(Farm):
    """`count` processes. Those of `prepare` are compiled in the first before the others start."""

    def __init__(self, count: int, prepare: Sequence[Trial] = ()) -> None:
        if count < 1:
            raise BadInput(f"workers is {count}: it must be at least 1")
        self._bad_starts = 0
        self._duration = 1.0
        self._waiting: deque[tuple[Key, bytes]] = deque()
        self._count = count
        self._crew: list[_Worker] = []
        try:
            if prepare:
                self._compile(prepare)
            while len(self._crew) < count:
                self._hire()
        except BaseException:
            self.stop()
            raise

    @property
    def capacity(self) -> int:
        """Full queues, and as much again here to refill them from."""
        return 2 * self._count * self._queue_length

    @property
    def workers(self) -> int:
        """Dead ones are replaced, so the number stays."""
        return self._count

    @property
    def in_flight(self) -> int:
        """Waiting here, or at a worker."""
        return len(self._waiting) + sum(len(worker.queue) for worker in self._crew)

    @property
    def process_ids(self) -> list[int]:
        """The processes of the workers, for whoever measures them."""
        return [worker.child.process.pid for worker in self._crew]

    def submit(self, key: Key, trial: Trial) -> None:
        """Queue a trial; it travels as bytes, so it must be picklable."""
        try:
            message = pickle.dumps((key, trial), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            raise BadInput(f"the trial {key} cannot be sent to a worker: {error}") from None
        self._waiting.append((key, message))
        self._feed()

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """Collect what has arrived, replace the dead, refill the queues."""
        outcomes: list[Outcome] = []
        deadline = time.monotonic() + timeout
        while not outcomes and self.in_flight:
            left = deadline - time.monotonic()
            pipes = {worker.pipe: worker for worker in self._crew}
            ready = wait(list(pipes), max(left, 0.0))
            for pipe in ready:
                outcomes += self._collect(pipes[pipe])  # type: ignore[index]
            self._feed()
            if left <= 0:
                break
        keep_watch()
        return outcomes

    def answer(self, begin: Iterable[Key], leave: Iterable[Key] = ()) -> None:
        """Tell the workers that wait at these trials."""
        at = {worker.queue[0][0]: worker for worker in self._crew if worker.queue}
        for key in begin:
            if key in at:
                at[key].say(protocol.BEGIN)
        for key in leave:
            if key in at:
                at[key].queue.popleft()
                at[key].say(protocol.LEAVE)

    def stop(self) -> Sequence[Outcome]:
        """Tell the workers to stop, read what they send, and kill who is left with all that they started."""
        self._waiting.clear()
        outcomes: list[Outcome] = []
        for worker in self._crew:
            worker.say(protocol.STOP) if worker.is_ready else worker.child.end()
        deadline = time.monotonic() + STOP_TIME
        talking = {worker.pipe: worker for worker in self._crew}
        while talking and (left := deadline - time.monotonic()) > 0:
            for pipe in wait(list(talking), left):
                said, is_alive = self._read(talking[pipe])  # type: ignore[index]
                outcomes += said
                if not is_alive:
                    del talking[pipe]  # type: ignore[arg-type]
        end_all([worker.child for worker in self._crew])
        for worker in self._crew:
            outcomes += self._read(worker)[0]
            worker.pipe.close()
        self._crew.clear()
        return [outcome for outcome in outcomes if not isinstance(outcome, Taken)]

    # ---- inside -------------------------------------------------------------------------------------------------

    @property
    def _queue_length(self) -> int:
        return SHORTEST_QUEUE + min(LONGEST_QUEUE - SHORTEST_QUEUE, int(QUEUED_TIME / self._duration))

    def _hire(self) -> None:
        self._crew.append(_Worker())

    def _compile(self, trials: Sequence[Trial]) -> None:
        """Have the first worker compile for all of them: the others will find the code in the cache."""
        self._hire()
        for trial in trials:
            self._crew[0].pipe.send_bytes(pickle.dumps((protocol.PREPARED, trial), pickle.HIGHEST_PROTOCOL))
        left = len(trials)
        with contextlib.suppress(EOFError, OSError):
            while left:
                left -= self._crew[0].pipe.recv() == protocol.PREPARED
        self._crew[0].is_ready = not left
        if left:
            self._bury(self._crew[0])

    def _feed(self) -> None:
        """Give the waiting trials to whoever has the fewest."""
        while self._waiting and self._crew:
            worker = min(self._crew, key=lambda one: len(one.queue))
            if len(worker.queue) >= self._queue_length:
                return
            entry = self._waiting.popleft()
            worker.queue.append(entry)
            worker.say(entry[1])

    def _collect(self, worker: "_Worker") -> list[Outcome]:
        """What a worker has said; at the end of its pipe, what its death means."""
        outcomes, is_alive = self._read(worker)
        return outcomes if is_alive else [*outcomes, *self._bury(worker)]

    def _read(self, worker: "_Worker") -> tuple[list[Outcome], bool]:
        """What is in a worker's pipe, and whether there may come more."""
        outcomes: list[Outcome] = []
        try:
            while worker.has_spoken():
                said = worker.pipe.recv()
                if isinstance(said, Taken):
                    outcomes.append(said)
                elif isinstance(said, Done | Failed):
                    worker.queue.popleft()
                    outcomes.append(said)
                    self._note_duration(worker)
                else:
                    worker.is_ready, worker.since = True, time.monotonic()
                    self._bad_starts = 0
        except (EOFError, OSError, pickle.UnpicklingError):
            return outcomes, False
        return outcomes, True

    def _note_duration(self, worker: "_Worker") -> None:
        now = time.monotonic()
        self._duration += SMOOTHING * (now - worker.since - self._duration)
        self._duration = max(self._duration, 1e-6)
        worker.since = now

    def _bury(self, worker: "_Worker") -> list[Outcome]:
        """Replace a dead worker: the trial it was at is lost, the others have not begun."""
        end_all([worker.child])
        worker.pipe.close()
        self._crew.remove(worker)
        if not worker.is_ready:
            self._bad_starts += 1
            if self._bad_starts >= FAILED_STARTS:
                raise FarmError(f"{FAILED_STARTS} workers in a row died before they were ready: see their messages")
        self._hire()
        unfinished = list(worker.queue)
        begun = unfinished[:1] if worker.is_ready else []
        self._waiting.extendleft(reversed(unfinished[len(begun) :]))
        code = worker.child.process.returncode
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        return [Lost(key, f"its worker {how}") for key, _ in begun]


class _Worker:
    """A process, our end of its pipe, and the trials it has, oldest first."""

    def __init__(self) -> None:
        self.queue: deque[tuple[Key, bytes]] = deque()
        self.is_ready = False
        self.since = time.monotonic()
        self.pipe: Connection[Any, Any]
        self.pipe, theirs = Pipe()
        with theirs:
            self.child = start(
                [sys.executable, "-m", protocol.__name__, str(theirs.fileno()), str(os.getpid())],
                stdout=2,  # stdout belongs to the results of the command
                pass_fds=[theirs.fileno()],
            )
        self._arrivals = select.poll()
        self._arrivals.register(self.pipe, select.POLLIN)

    def has_spoken(self) -> bool:
        """Whether something can be read, also the end; `Connection.poll` would make a selector for each call."""
        return bool(self._arrivals.poll(0))

    def say(self, message: bytes) -> None:
        """Send something; that it has died will be seen at the other end of the pipe."""
        with contextlib.suppress(OSError):
            self.pipe.send_bytes(message)
