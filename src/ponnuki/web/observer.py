"""What pages know of a store, read once for all browsers: they ask as often as they like, the file is read when it has
changed, and one reading is enough for everybody who waits for it.

All numbers come from the functions that `ponnuki status` and `ponnuki report` use. What was read is kept as long as it
is the same; it may be thrown away at any time.
"""

import asyncio
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from ponnuki.errors import PonnukiError
from ponnuki.lab.journal.place import real_place
from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.confirm import Confirmed, confirmations
from ponnuki.lab.learn.state import State, state_of
from ponnuki.lab.matches.result import match_result
from ponnuki.lab.matches.summary import summarize
from ponnuki.lab.pages.reports import write_report
from ponnuki.lab.races.fold import Step, steps
from ponnuki.lab.races.history import KINDS, History
from ponnuki.lab.runs.status import summary, writer
from ponnuki.lab.studies.files import study_of
from ponnuki.lab.studies.table import told
from ponnuki.web.folds import Folds
from ponnuki.web.pace import games_of_trial, left_of

Value = TypeVar("Value")
Stamp = tuple[Any, ...]

REST = 4.0
"""Times as long as a reading took nothing is read again, whatever has changed: a large race must not keep us busy."""
LONG = 0.2
"""Seconds of a reading for which others do not wait who have seen the last one."""
SPEED_OVER = 60.0
"""Seconds over which the speed of a run is measured."""
MOST_KEPT = 32
"""Views that are kept: those of a large race take megabytes."""
READING = 0.5
"""Seconds in which runs are folded that were not before; the others come the next time, the oldest last."""
UNREAD = "reading …"


@dataclass(frozen=True, slots=True)
class Overview:
    """All runs, and who is writing."""

    rows: Sequence[dict[str, Any]]
    writer: str | None
    speed: float | None = None
    """Trials a second of the run that is running; None where it cannot be told yet."""
    fault: str = ""
    """Why the store cannot be read."""
    partial: bool = False
    """Whether some runs are named but not read yet: they are the next time."""


@dataclass(frozen=True, slots=True)
class RaceView:
    """A run that is made of races, and how one of them came to what it says."""

    history: History
    walk: Sequence[Step]
    """Of the race that was asked for; empty where there is none of that number."""


@dataclass(frozen=True, slots=True)
class CampaignView:
    """A campaign and its fresh games."""

    run: Run
    state: State
    checks: Sequence[Confirmed]


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match or a tournament."""

    run: Run
    summary: dict[str, Any]
    wanted: int | None


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A row of a study: how many of its trials are done, and what its table says so far."""

    labels: str
    done: int
    ours: str = ""
    published: str = ""
    verdict: str = ""


@dataclass(slots=True)
class _Kept(Generic[Value]):
    """What was read last, when, and of which state of the file."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stamp: Stamp = ()
    value: Value | None = None
    at: float = 0.0
    cost: float = 0.0


class Observer:
    """Everything that is known of one store."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._kept: dict[tuple[str, str], _Kept[Any]] = {}
        self._summaries: dict[str, tuple[Stamp, dict[str, Any]]] = {}
        self._folds = Folds()
        self._samples: deque[tuple[float, str, int]] = deque()
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._quick = ThreadPoolExecutor(max_workers=2, thread_name_prefix="quick")
        """For what takes a moment: it does not wait until a large race has been read."""

    # ---- what pages ask -------------------------------------------------------------------------------------------

    async def overview(self) -> Overview:
        """All runs."""
        return await self._read("overview", "", self._overview)

    async def race(self, run: str, number: int = 0) -> RaceView:
        """A race, or one of the races of a campaign."""

        def read(store: Store, found: Run) -> RaceView:
            history = self._folds.history(store, found)
            return RaceView(history, [step for race in history.races[number : number + 1] for step in steps(race)])

        return await self._read(f"race {number}", run, lambda: self._opened(run, read))

    async def campaign(self, run: str) -> CampaignView:
        """A campaign."""
        return await self._read("campaign", run, lambda: self._opened(run, _campaign_view))

    async def match(self, run: str) -> MatchView:
        """A match, a tournament or a check."""
        return await self._read("match", run, lambda: self._opened(run, _match_view))

    async def study(self, run: str) -> list[StudyRow]:
        """A study, row by row, as far as it was played."""
        return await self._read("study", run, lambda: self._opened(run, _study_rows), self._quick)

    async def run(self, run: str) -> Run:
        """The run with an id."""
        return await self._read("run", run, lambda: self._opened(run, lambda _, found: found), self._quick)

    async def games(
        self, run: str, race: int, candidate: int, most: int, before: int | None = None
    ) -> list[tuple[int, dict[str, Any]]]:
        """The last trials of a candidate that have something to tell; before a number, where only those count."""

        def read(store: Store, found: Run) -> list[tuple[int, dict[str, Any]]]:
            return store.last_details(store.series(found)[race][0], candidate, most, before)

        return await _in_thread(self._quick, lambda: self._opened(run, read))

    async def report(self, run: str) -> str:
        """The page that `ponnuki report` writes."""

        def write(store: Store, found: Run) -> str:
            with tempfile.TemporaryDirectory() as folder:
                page = Path(folder) / "report.html"
                write_report(store, found, page)
                return page.read_text(encoding="utf-8")

        return await _in_thread(self._reader, lambda: self._opened(run, write))

    # ---- reading --------------------------------------------------------------------------------------------------

    async def _read(
        self, kind: str, run: str, read: Callable[[], Value], reader: ThreadPoolExecutor | None = None
    ) -> Value:
        kept: _Kept[Value] = self._kept.pop((kind, run), _Kept())
        self._kept[kind, run] = kept  # the last one that was asked for is the last to go
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        if kept.value is not None and kept.cost > LONG and kept.lock.locked():
            return kept.value  # somebody is reading it anew: nobody else waits for that
        async with kept.lock:
            stamp = self._stamp()
            rested = time.monotonic() - kept.at >= REST * kept.cost
            if kept.value is None or (stamp != kept.stamp and rested):
                began = time.monotonic()
                kept.value = await _in_thread(reader or self._reader, read)
                kept.stamp, kept.at = stamp, time.monotonic()
                kept.cost = kept.at - began
                if isinstance(kept.value, Overview) and kept.value.partial:
                    kept.stamp, kept.cost = (), 0.0
            return kept.value

    def _stamp(self) -> Stamp:
        """Changes when the file does."""
        real = real_place(self.store)
        found = []
        for path in (real, real.with_name(f"{real.name}-wal")):
            try:
                about = path.stat()
                found.append((about.st_ino, about.st_size, about.st_mtime_ns))
            except OSError:
                found.append((0, 0, 0))
        return (*found, writer(self.store))

    def _opened(self, run: str, read: Callable[[Store, Run], Value]) -> Value:
        with Store(self.store) as store, understood(self.store):
            return read(store, store.find_run(run))

    # ---- the overview ---------------------------------------------------------------------------------------------

    def _overview(self) -> Overview:
        if not real_place(self.store).exists():
            return Overview((), None, fault=f"there is no store {self.store} yet: start a run")
        try:
            who = writer(self.store)
            with Store(self.store) as store, understood(self.store):
                at_work = store.latest_session() if who else None
                runs, extents = store.runs(), store.extents()
                end = time.monotonic() + READING
                rows = [self._summary(store, run, (*extents[run.id], run.id == at_work), end) for run in reversed(runs)]
        except PonnukiError as error:
            return Overview((), None, fault=str(error))
        running = next((row for row in rows if row["id"] == at_work), None)
        partial = any(row["status"] == UNREAD for row in rows)
        return Overview(rows[::-1], who, self._speed(running), partial=partial)

    def _summary(self, store: Store, run: Run, stamp: tuple[int, int, int, bool], end: float) -> dict[str, Any]:
        """As `ponnuki status` has it; one that has no new trials is not folded again, and none when time is up."""
        _, trials, _, at_work = stamp
        known = self._summaries.get(run.id)
        if known is None and not at_work and time.monotonic() > end:
            named = {"run": run.name, "id": run.id, "kind": run.kind, "created": run.created, "status": UNREAD}
            counted = {"trials": trials, "accepted": (), "wanted": None, "at_work": False, "games": 1, "left": None}
            return named | counted
        if known is None or known[0] != stamp:
            found = summary(store, run, at_work, self._folds.history)
            found |= {"wanted": store.budget(run), "at_work": at_work, "games": games_of_trial(run), "left": None}
            if at_work and run.kind in KINDS:
                found["left"] = left_of(self._folds.history(store, run))
            known = self._summaries[run.id] = (stamp, found)
        return known[1]

    def _speed(self, row: dict[str, Any] | None) -> float | None:
        """From what was seen of the run that is at work."""
        now = time.monotonic()
        if row is None:
            self._samples.clear()
            return None
        if self._samples and self._samples[-1][1] != row["id"]:
            self._samples.clear()
        self._samples.append((now, row["id"], row["trials"]))
        while now - self._samples[0][0] > SPEED_OVER:
            self._samples.popleft()
        first, last = self._samples[0], self._samples[-1]
        return (last[2] - first[2]) / (last[0] - first[0]) if last[0] - first[0] > 1.0 else None


async def _in_thread(reader: ThreadPoolExecutor, read: Callable[[], Value]) -> Value:
    return await asyncio.get_running_loop().run_in_executor(reader, read)


def _campaign_view(store: Store, run: Run) -> CampaignView:
    state = state_of(store, run)
    return CampaignView(run, state, confirmations(store, run, state))


def _match_view(store: Store, run: Run) -> MatchView:
    return MatchView(run, summarize(match_result(store, run)), store.budget(run))


def _study_rows(store: Store, run: Run) -> list[StudyRow]:
    rows = [StudyRow(str(about["candidates"][0]), store.count(series)) for series, about in store.series(run)]
    found = study_of(store, run)
    if found is None:
        return rows
    return [
        StudyRow(row.labels, row.done, *told(found.plan, one)) for row, one in zip(rows, found.results, strict=False)
    ]
