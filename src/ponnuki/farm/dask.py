"""A farm on a Dask cluster: whatever `dask scheduler` and `dask worker` (or SLURM through dask-jobqueue) provide.

Dask itself plays a trial again when its worker dies, with the same seed, which is what we want for trials that are
reproducible. It gives one up (`KilledWorker`) that was at several workers when they died, whether it had begun there or
was only waiting. So each trial announces its start, and begins only when the scheduler has the announcement: a trial
that may be played once and was started twice is reported as lost, and one that was given up as lost as often as it had
begun. Workers may come and go; when all have gone the coordinator waits for a while.
"""

import contextlib
import queue
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Key, Lost, Outcome, run_trial
from ponnuki.match.trial import Trial

TRIALS_PER_THREAD = 2
"""Under way for each thread of a worker: the one that runs and the next."""
CONNECT_TIME = 10.0
PATIENCE = 600.0
"""Seconds without a single worker before we give up."""
CENSUS_PERIOD = 1.0
"""Seconds between two looks at who is there."""
GATHER_TIME = 2.0
"""Seconds for a result, which lies at its worker, to come here; after that we wait for it like for a new one."""


class DaskFarm(Farm):
    """All workers of a cluster, found at an address or through the file that its scheduler wrote."""

    def __init__(self, place: str, patience: float = PATIENCE) -> None:
        self._client = _connect(place)
        self._place = place
        self._patience = patience
        self._topic = f"ponnuki-{uuid.uuid4().hex}"
        self._starts: Counter[Key] = Counter()
        self._futures: dict[Key, Any] = {}
        self._once: set[Key] = set()
        self._ended: queue.SimpleQueue[tuple[Key, Any]] = queue.SimpleQueue()
        self._submitted = 0
        self._threads: dict[str, int] = {}
        self._counted = self._seen = time.monotonic() - CENSUS_PERIOD
        self._client.subscribe_topic(self._topic, self._note_start)
        self._count_workers()

    @property
    def capacity(self) -> int:
        """A few for each thread; without workers, a few to be ready with."""
        self._count_workers()
        return TRIALS_PER_THREAD * max(1, sum(self._threads.values()))

    @property
    def workers(self) -> int:
        """How many processes there were at the last look."""
        return len(self._threads)

    @property
    def in_flight(self) -> int:
        """Submitted and not yet handed back."""
        return len(self._futures)

    def submit(self, key: Key, trial: Trial) -> None:
        """Send a trial to the scheduler."""
        self._submitted += 1
        if not trial.reproducible:
            self._once.add(key)
        name = f"{self._topic}-{self._submitted}"
        future = self._client.submit(_run, key, trial, self._topic, key=name, pure=False, retries=0)
        self._futures[key] = future
        self._watch(key, future)

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """Collect what has ended; wait for the first."""
        outcomes: list[Outcome] = []
        with contextlib.suppress(queue.Empty):
            if self._futures:
                outcomes += self._outcome(*self._ended.get(timeout=timeout))
            for _ in range(self._ended.qsize()):  # no more: a result that cannot be fetched comes back into the queue
                found = self._outcome(*self._ended.get_nowait())
                outcomes += found
                if not found:
                    break
        if self._futures and not outcomes:
            self._check_alive()
        return outcomes

    def close(self) -> Sequence[Key]:
        """Take back what is under way and leave. Nobody knows what has not begun, so nothing is said to be idle."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures.values()), force=True)
        self._futures.clear()
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)
        return []

    # ---- inside -------------------------------------------------------------------------------------------------

    def _watch(self, key: Key, future: Any) -> None:
        future.add_done_callback(lambda ended: self._ended.put((key, ended)))

    def _outcome(self, key: Key, future: Any) -> Sequence[Outcome]:
        """What became of a trial; nothing yet if its result went down with the worker, as Dask plays it again."""
        outcome = self._gathered(key, future)
        if outcome is None:
            self._watch(key, future)
            return []
        del self._futures[key]
        is_twice = self._starts.pop(key, 0) > 1 and key in self._once
        self._once.discard(key)
        return [Lost(key, "its worker died, and Dask played it again")] if is_twice else [outcome]

    def _gathered(self, key: Key, future: Any) -> Outcome | None:
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        given_up = Lost(key, "its worker died, and Dask gave it up", max(1, self._starts[key]))
        if future.status == "lost":
            return None
        if future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                return given_up
            return Failed(key, " ".join(f"{type(error).__name__}: {error}".split()), 1)
        try:
            result: Outcome = future.result(timeout=GATHER_TIME)
        except TimeoutError:
            return None
        except KilledWorker:
            return given_up
        except (OSError, CancelledError):
            raise self._gone() from None
        return result

    def _note_start(self, event: Any) -> None:
        self._starts[tuple(event[1])] += 1

    def _count_workers(self) -> None:
        if time.monotonic() - self._counted < CENSUS_PERIOD:
            return
        self._counted = time.monotonic()
        with contextlib.suppress(OSError, TimeoutError):
            self._threads = self._client.nthreads()
        if self._threads:
            self._seen = time.monotonic()

    def _gone(self) -> FarmError:
        return FarmError(f"the Dask scheduler at {self._place} has gone: start it and give the same command again")

    def _check_alive(self) -> None:
        self._count_workers()
        if self._client.status not in ("running", "connecting"):
            raise self._gone()
        if time.monotonic() - self._seen > self._patience:
            raise FarmError(
                f"no worker at the Dask scheduler {self._place} for {self._patience:g} s: start some with "
                f"'dask worker {self._place} --nthreads 1' and give the same command again"
            )


def _run(key: Key, trial: Trial, topic: str) -> Done | Failed | Lost:
    """What a worker does: it says that the trial begins, waits until that is known, and plays it."""
    from distributed import get_worker
    from distributed.utils import sync

    worker = get_worker()
    try:
        sync(worker.loop, worker.scheduler.log_event, topic=topic, msg=list(key))
    except OSError as error:
        return Lost(key, f"its worker could not reach the scheduler: {' '.join(str(error).split())}")
    return run_trial(key, trial)


def _connect(place: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise BadInput("Dask is not installed: pip install 'ponnuki[cluster]'") from None
    is_file = "://" not in place
    if is_file and not Path(place).is_file():
        raise BadInput(f"--dask {place}: neither an address like tcp://HOST:8786 nor a scheduler file")
    client: Any = distributed.Client
    where = {"scheduler_file": place} if is_file else {"address": place}
    try:
        return client(**where, timeout=CONNECT_TIME, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadInput(f"no Dask scheduler answers at {place}: {' '.join(str(error).split())}") from None
