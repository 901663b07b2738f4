"""A farm on a Dask cluster: whatever `dask scheduler` and `dask worker` (or SLURM through dask-jobqueue) provide.

Dask itself plays a trial again when its worker dies, with the same seed, which is what we want for trials that are
reproducible. It gives one up (`KilledWorker`) that was at several workers when they died, whether it had begun there or
was only waiting. So each trial announces its start, and begins only when the scheduler has the announcement: one that
was given up is reported as lost as often as it had begun. A trial that may be played once waits for our answer besides
(an event at the scheduler); where Dask wants to play it again there is none, and it is lost. Workers may come and go;
when all have gone the coordinator waits for a while.
"""

import contextlib
import json
import queue
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Key, Lost, Outcome, Taken, run_trial
from ponnuki.match.trial import Trial

TRIALS_PER_THREAD = 2
"""Under way for each thread of a worker: the one that runs and the next."""
CONNECT_TIME = 10.0
PATIENCE = 600.0
"""Seconds without a single worker before we give up."""
CENSUS_PERIOD = 1.0
"""Seconds between two looks at who is there."""
GRACE = 0.5
"""Seconds at the end for results that are on their way."""
LOOK_PERIOD = 0.5
"""Seconds after which a trial that waits for an answer looks whether anybody still wants it."""
GATHER_TIME = 2.0
"""Seconds for a result, which lies at its worker, to come here; after that we wait for it like for a new one."""


class DaskFarm(Farm):
    """All workers of a cluster, found at an address, through the file that its scheduler wrote, or by a client that
    somebody has; that one stays open."""

    def __init__(self, place: Any, patience: float = PATIENCE) -> None:
        self._is_own = isinstance(place, str)
        self._client = _connect(place) if self._is_own else place
        self._place = place if self._is_own else place.scheduler.address
        self._patience = patience
        self._topic = f"ponnuki-{uuid.uuid4().hex}"
        self._starts: Counter[Key] = Counter()
        self._futures: dict[Key, Any] = {}
        self._once: set[Key] = set()
        self._attempts: dict[Key, str] = {}
        """Trials that wait for an answer, and the event that they wait for."""
        self._begun: set[Key] = set()
        """Trials that may be played once and were let begin."""
        self._news: queue.SimpleQueue[tuple[Key, Any]] = queue.SimpleQueue()
        """Futures that have ended, and the names of attempts that wait for an answer, by trial."""
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
        future = self._client.submit(_run, key, trial, self._topic, name, key=name, pure=False, retries=0)
        self._futures[key] = future
        self._watch(key, future)

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """Collect what has ended or was taken; wait for the first."""
        outcomes: list[Outcome] = []
        with contextlib.suppress(queue.Empty):
            news = self._news.get(timeout=timeout if self._futures else 0.0)
            while (found := self._outcome(*news)) is not None:
                outcomes += found
                news = self._news.get_nowait()
        if self._futures and not outcomes:
            self._check_alive()
        return outcomes

    def answer(self, begin: Iterable[Key], leave: Iterable[Key] = ()) -> None:
        """Set the events for which trials wait; what is left alone is cancelled, which its worker sees."""
        attempts = {key: self._attempts.pop(key) for key in begin if key in self._attempts}
        self._begun.update(attempts)
        try:
            self._client.sync(self._set_events, list(attempts.values()))
            self._cancel([key for key in leave if key in self._futures])
        except (OSError, TimeoutError):
            raise self._gone() from None

    def stop(self) -> Sequence[Outcome]:
        """Cancel what has not begun, wait a moment for results that are on their way, cancel the rest and leave."""
        outcomes: list[Outcome] = []
        with contextlib.suppress(Exception):  # the scheduler may have gone: then nothing more comes
            self._cancel([key for key in self._once if key not in self._begun])
            outcomes += self.wait(0.0)
            deadline = time.monotonic() + GRACE
            while self._begun and (left := deadline - time.monotonic()) > 0:
                outcomes += self.wait(left)
        with contextlib.suppress(Exception):
            self._cancel(list(self._futures))
        with contextlib.suppress(Exception):
            self._client.close(timeout=5) if self._is_own else self._client.unsubscribe_topic(self._topic)
        return [outcome for outcome in outcomes if not isinstance(outcome, Taken)]

    # ---- inside -------------------------------------------------------------------------------------------------

    def _watch(self, key: Key, future: Any) -> None:
        future.add_done_callback(lambda ended: self._news.put((key, ended)))

    def _outcome(self, key: Key, news: Any) -> Sequence[Outcome] | None:
        """What became of a trial; None if its result cannot be fetched: its worker has died, and Dask plays it again,
        or does not answer."""
        future = self._futures.get(key)
        if isinstance(news, str):
            return self._taken(key, news) if future is not None and news.startswith(future.key) else []
        if news is not future:  # it was cancelled
            return []
        outcome = self._gathered(key, news)
        if outcome is None:
            self._watch(key, news)
            return None
        self._forget(key)
        return [outcome]

    def _taken(self, key: Key, attempt: str) -> Sequence[Outcome]:
        """A worker waits for an answer; where the trial had begun at another, that one has died."""
        if key not in self._begun:
            self._attempts[key] = attempt
            return [Taken(key)]
        self._cancel([key])
        return [Lost(key, "its worker died")]

    def _cancel(self, keys: Sequence[Key]) -> None:
        futures = [self._forget(key) for key in keys]
        if futures:
            self._client.cancel(futures, force=True)

    def _forget(self, key: Key) -> Any:
        self._once.discard(key)
        self._begun.discard(key)
        self._attempts.pop(key, None)
        self._starts.pop(key, None)
        return self._futures.pop(key)

    async def _set_events(self, names: Sequence[str]) -> None:
        for name in names:
            await self._client.scheduler.event_set(name=name)

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
        numbers, attempt = event[1]
        key = tuple(numbers)
        self._starts[key] += 1
        if attempt:
            self._news.put((key, attempt))

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


def _run(key: Key, trial: Trial, topic: str, name: str) -> Done | Failed | Lost:
    """What a worker does: it says that the trial begins, waits until that is known, and plays it."""
    from distributed import get_worker
    from distributed.utils import sync

    worker = get_worker()
    attempt = "" if trial.reproducible else f"{name}-{uuid.uuid4().hex}"
    try:
        sync(worker.loop, worker.scheduler.log_event, topic=topic, msg=[list(key), attempt])
        if attempt and not _may_begin(worker, name, attempt):
            return Lost(key, "nobody let it begin")
    except OSError as error:
        return Lost(key, f"its worker could not reach the scheduler: {' '.join(str(error).split())}")
    return run_trial(key, trial)


def _may_begin(worker: Any, name: str, attempt: str) -> bool:
    """Wait for the event that is our answer, for as long as somebody wants the trial."""
    from distributed.utils import sync

    while not sync(worker.loop, worker.scheduler.event_wait, name=attempt, timeout=LOOK_PERIOD):
        task = worker.state.tasks.get(name)
        if task is None or task.state == "cancelled":
            return False
    sync(worker.loop, worker.scheduler.event_clear, name=attempt)
    return True


def _connect(place: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise BadInput("Dask is not installed: pip install 'ponnuki[cluster]'") from None
    is_file = "://" not in place
    if is_file and not Path(place).is_file():
        raise BadInput(f"--dask {place}: neither an address like tcp://HOST:8786 nor a scheduler file")
    _check_certificate(place, is_file)
    client: Any = distributed.Client
    where = {"scheduler_file": place} if is_file else {"address": place}
    try:
        return client(**where, timeout=CONNECT_TIME, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadInput(f"no Dask scheduler answers at {place}: {' '.join(str(error).split())}") from None


def _check_certificate(place: str, is_file: bool) -> None:
    """Say in one line that a cluster talks by TLS and we have no certificate: Dask would say it with a traceback."""
    from distributed import security

    ours: Any = security
    address = place
    if is_file:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # Dask says what is wrong with a file
            address = str(json.loads(Path(place).read_text(encoding="utf-8"))["address"])
    if address.startswith("tls://") and ours.Security().get_connection_args("client").get("ssl_context") is None:
        raise BadInput(
            f"the Dask scheduler at {address} talks by TLS, and we have no certificate: set"
            " DASK_DISTRIBUTED__COMM__TLS__CA_FILE, __CLIENT__CERT and __CLIENT__KEY (docs/howto.md)"
        )
