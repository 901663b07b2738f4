"""A farm of processes on this machine.

Each worker is a fresh Python with one pipe to us and a short queue of trials: long enough that it never waits for the
coordinator, short enough that trials stay here, where a faster worker can have them. Results come back one by one, so
when a worker dies it is known exactly which trial it was at (that one is lost) and which it had not begun (they are
given to another). A pool of `concurrent.futures` breaks as a whole when one process dies; that is why this is not one.
"""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import time
import uuid
from collections import deque
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.farm import worker as protocol
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Key, Lost, Outcome
from ponnuki.farm.keeper import MARK, start_keeper, sweep
from ponnuki.match.trial import Trial

SHORTEST_QUEUE = 2
"""Trials at a worker: the one it runs and the next."""
LONGEST_QUEUE = 64
QUEUED_TIME = 0.02
"""Seconds of work to have at a worker; it decides the queue of trials that are over at once."""
SMOOTHING = 0.1
"""Weight of the newest trial in the mean duration."""
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
        self._mark = uuid.uuid4().hex
        self._started = 0
        self._bad_starts = 0
        self._duration = 1.0
        self._waiting: deque[tuple[Key, bytes]] = deque()
        self._early: list[Outcome] = []
        self._keeper = start_keeper(self._mark)
        self._count = count
        self._crew: list[_Worker] = []
        try:
            if prepare:
                self._compile(prepare)
            while len(self._crew) < count:
                self._hire()
        except BaseException:
            self.close()
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
        return len(self._waiting) + sum(len(worker.queue) for worker in self._crew) + len(self._early)

    @property
    def process_ids(self) -> list[int]:
        """The processes of the workers, for whoever measures them."""
        return [worker.process.pid for worker in self._crew]

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
        outcomes, self._early = self._early, []
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
        if self._keeper.poll() is not None:
            self._keeper = start_keeper(self._mark)
        return outcomes

    def close(self) -> Sequence[Key]:
        """Kill the workers; the keeper, seeing its stdin close, kills what they started."""
        idle = [key for key, _ in self._waiting] + [key for worker in self._crew for key, _ in list(worker.queue)[1:]]
        self._waiting.clear()
        for worker in self._crew:
            worker.kill()
        self._crew.clear()
        assert self._keeper.stdin is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        return idle

    # ---- inside -------------------------------------------------------------------------------------------------

    @property
    def _queue_length(self) -> int:
        return SHORTEST_QUEUE + min(LONGEST_QUEUE - SHORTEST_QUEUE, int(QUEUED_TIME / self._duration))

    def _hire(self) -> None:
        self._started += 1
        self._crew.append(_Worker(f"{self._mark}:{self._started}:"))

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
            with contextlib.suppress(OSError):  # it died: `wait` will find out, and what was lost
                worker.pipe.send_bytes(entry[1])

    def _collect(self, worker: "_Worker") -> list[Outcome]:
        """What a worker has said; at the end of its pipe, what its death means."""
        outcomes: list[Outcome] = []
        try:
            while worker.pipe.poll():
                said = worker.pipe.recv()
                if isinstance(said, Done | Failed):
                    worker.queue.popleft()
                    outcomes.append(said)
                    self._note_duration(worker)
                else:
                    worker.is_ready, worker.since = True, time.monotonic()
                    self._bad_starts = 0
        except (EOFError, OSError, pickle.UnpicklingError):
            outcomes += self._bury(worker)
        return outcomes

    def _note_duration(self, worker: "_Worker") -> None:
        now = time.monotonic()
        self._duration += SMOOTHING * (now - worker.since - self._duration)
        self._duration = max(self._duration, 1e-6)
        worker.since = now

    def _bury(self, worker: "_Worker") -> list[Outcome]:
        """Replace a dead worker: the trial it was at is lost, the others have not begun."""
        worker.kill()
        sweep(worker.mark)
        self._crew.remove(worker)
        if not worker.is_ready:
            self._bad_starts += 1
            if self._bad_starts >= FAILED_STARTS:
                raise FarmError(f"{FAILED_STARTS} workers in a row died before they were ready: see their messages")
        self._hire()
        unfinished = list(worker.queue)
        begun = unfinished[:1] if worker.is_ready else []
        self._waiting.extendleft(reversed(unfinished[len(begun) :]))
        code = worker.process.returncode
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        return [Lost(key, f"its worker {how}") for key, _ in begun]


class _Worker:
    """A process, our end of its pipe, and the trials it has, oldest first."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.queue: deque[tuple[Key, bytes]] = deque()
        self.is_ready = False
        self.since = time.monotonic()
        self.pipe: Connection[Any, Any]
        self.pipe, theirs = Pipe()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", protocol.__name__, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=2,  # stdout belongs to the results of the command
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=os.environ | {MARK: mark},
            )

    def kill(self) -> None:
        """End the process and its group; `sweep` looks after the rest."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.pipe.close()
