"""The driver of a race: what `ask` names is played on a farm, written to the journal, and only then told.

    ask -> farm -> journal (commit) -> tell -> ask ...

Results are committed in groups: every GROUP_TIME seconds or GROUP_SIZE results. A trial whose worker died is played
again with the same seed if it is reproducible; if not it counts as lost, which keeps the guarantee. For that reason a
trial that is not reproducible is written down *before* it begins: were the coordinator killed, a new one would
otherwise play it again without knowing.
"""

import json
import logging
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import inf
from typing import Protocol

from ponnuki.errors import PonnukiError
from ponnuki.farm.base import Done, Failed, Farm, Lost, Outcome
from ponnuki.lab.race_fold import StoredRace, check_decisions
from ponnuki.lab.store import Store, TrialRow
from ponnuki.match.trial import Trial
from ponnuki.race import Verdict
from ponnuki.race.journal import Entry

GROUP_TIME = 0.05
"""Seconds a result waits for others before it is committed."""
GROUP_SIZE = 500
LONGEST_WAIT = 0.25
"""Seconds between two looks at the clock, the keyboard and the display."""
LOSSES_ALLOWED = 3
"""Losses of one trial in a row that stop the run: it is the trial that kills its workers."""

log = logging.getLogger(__name__)


class RunFailed(PonnukiError):  # noqa: N818 - it names what happened
    """The run cannot go on; what was written is safe."""


class Interrupted(PonnukiError):  # noqa: N818 - likewise
    """Somebody asked us to stop."""

    exit_code = 130


class Contest(Protocol):
    """What is raced: the names, and for each trial its seed and itself."""

    @property
    def names(self) -> Sequence[str]:
        """The candidates."""

    def seed_of(self, candidate: int, trial: int) -> int:
        """The seed that decides a trial."""

    def trial(self, candidate: int, seed: int) -> Trial:
        """The trial of a candidate with that seed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a run stands, for whoever displays it."""

    verdict: Verdict
    played: int
    """Trials written in this session."""
    seconds: float
    replayed: int
    workers: int


class RaceRun:
    """One race, from where its journal ends to its end."""

    def __init__(self, store: Store, stored: StoredRace, contest: Contest, farm: Farm) -> None:
        self._store = store
        self._id = stored.id
        self._contest = contest
        self._farm = farm
        self._names = stored.names
        self._index = {name: i for i, name in enumerate(self._names)}
        self._race = stored.resumed()
        self.verdict = self._race.verdict
        check_decisions(store, stored, self.verdict)
        self._decided = {i for i, name in enumerate(self._names) if self.verdict.bounds[name].decision}
        self._backlog: deque[tuple[int, int]] = deque()
        self._flying: dict[tuple[int, int], tuple[int, Trial]] = {}
        self._losses: Counter[tuple[int, int]] = Counter()
        self._rows: list[TrialRow] = []
        self._waiting_since = 0.0
        self._played = self._replayed = 0
        self._begun = time.monotonic()

    def drive(self, on_progress: Callable[[Progress], None] = lambda _: None, deadline: float = inf) -> Verdict:
        """Play until the race is over, or the monotonic clock is at `deadline`; `Interrupted` when somebody asks us to
        stop, with everything written."""
        self._count_unfinished_as_lost()
        with stop_flag() as stop:
            while self.verdict.status == "running" and time.monotonic() < deadline and not stop.is_set():
                self._submit()
                self._take(self._farm.wait(self._time_to_commit()))
                if self._commit_is_due():
                    self._commit()
                    on_progress(self._progress())
            if stop.is_set():  # also when the race has just ended: a campaign would go on with the next
                raise Interrupted("interrupted")
        return self.verdict

    def finish(self) -> None:
        """Write what has arrived, and say which trials have not begun, so that they may still be played."""
        with ExitStack() as then:
            then.callback(self._close)
            then.callback(self._commit)
            self._take(self._farm.wait(0.0), forgive=True)

    def _close(self) -> None:
        idle = [key for key in self._farm.close() if not self._flying[key][1].reproducible]
        if idle:
            self._store.take_back(self._id, idle)

    # ---- out ------------------------------------------------------------------------------------------------------

    def _submit(self) -> None:
        """Fill the farm with what the race wants, writing down first what may be played only once."""
        chosen: list[tuple[tuple[int, int], Trial]] = []
        for _ in range(self._farm.room):
            key = self._next_key()
            if key is None:
                break
            seed = self._contest.seed_of(*key)
            trial = self._contest.trial(key[0], seed)
            self._flying[key] = seed, trial
            chosen.append((key, trial))
        once = [key for key, trial in chosen if not trial.reproducible]
        if once:
            self._store.issue(self._id, once)
        for key, trial in chosen:
            self._farm.submit(key, trial)

    def _next_key(self) -> tuple[int, int] | None:
        """The next trial that is wanted and not of a candidate that has been decided meanwhile."""
        while True:
            while self._backlog:
                key = self._backlog.popleft()
                if key[0] not in self._decided:
                    return key
            ask = self._race.ask(ahead=self._farm.capacity)
            if ask is None or not ask.count:
                return None
            candidate = self._index[str(ask.candidate)]
            self._backlog.extend((candidate, ask.first_trial + i) for i in range(ask.count))

    # ---- back -----------------------------------------------------------------------------------------------------

    def _take(self, outcomes: Sequence[Outcome], forgive: bool = False) -> None:
        """Rows from results; replay what was lost and may be replayed."""
        for outcome in outcomes:
            key = outcome.key
            seed, trial = self._flying[key]
            if isinstance(outcome, Done):
                details = json.dumps(dict(outcome.result.details)) if outcome.result.details else ""
                self._write_later(TrialRow(key, seed, outcome.result.reward, details))
            elif isinstance(outcome, Failed):
                if not forgive:
                    raise self._failure(key, outcome)
            elif trial.reproducible:
                self._replay(key, trial, outcome)
            else:
                log.warning("trial %d of %s counts as lost: %s", key[1], self._names[key[0]], outcome.reason)
                self._write_later(TrialRow(key, seed, None))

    def _write_later(self, row: TrialRow) -> None:
        if not self._rows:
            self._waiting_since = time.monotonic()
        self._rows.append(row)

    def _replay(self, key: tuple[int, int], trial: Trial, lost: Lost) -> None:
        self._losses[key] += lost.times
        self._replayed += 1
        who = f"trial {key[1]} of candidate {self._names[key[0]]!r}"
        if self._losses[key] >= LOSSES_ALLOWED:
            raise RunFailed(f"{who} was lost {self._losses[key]} times in a row; the last time {lost.reason}")
        log.warning("%s is played again: %s", who, lost.reason)
        self._farm.submit(key, trial)

    def _failure(self, key: tuple[int, int], failed: Failed) -> PonnukiError:
        error = RunFailed(f"trial {key[1]} of candidate {self._names[key[0]]!r}: {failed.message}")
        error.exit_code = failed.exit_code
        return error

    def _time_to_commit(self) -> float:
        if not self._rows:
            return LONGEST_WAIT
        return max(0.0, min(LONGEST_WAIT, self._waiting_since + GROUP_TIME - time.monotonic()))

    def _commit_is_due(self) -> bool:
        if len(self._rows) >= GROUP_SIZE or not self._farm.in_flight:
            return True
        return not self._rows or time.monotonic() - self._waiting_since >= GROUP_TIME

    def _commit(self) -> None:
        """Write, and only then tell; then write what that decided."""
        rows, self._rows = self._rows, []
        self._store.write(self._id, rows)
        self._race.replay(self._entry(row) for row in sorted(rows))
        for row in rows:
            self._flying.pop(row.key, None)
            self._losses.pop(row.key, None)
        self._played += len(rows)
        if rows:
            self.verdict = self._race.verdict
            self._note_decisions()

    def _entry(self, row: TrialRow) -> Entry:
        candidate, trial = row.key
        if row.reward is None:
            return self._names[candidate], trial, [0.0], [trial]
        return self._names[candidate], trial, row.reward

    def _note_decisions(self) -> None:
        standings = self.verdict.bounds
        news = [
            (i, standings[name].decision or "", standings[name].trials)
            for i, name in enumerate(self._names)
            if i not in self._decided and standings[name].decision
        ]
        if news:
            self._decided.update(i for i, _, _ in news)
            self._store.write_decisions(self._id, news)

    def _count_unfinished_as_lost(self) -> None:
        """Trials that may be played once, were begun, and went down with an earlier coordinator."""
        for key in self._store.unfinished(self._id):
            self._write_later(TrialRow(key, self._contest.seed_of(*key), None))
        self._commit()

    def _progress(self) -> Progress:
        seconds = time.monotonic() - self._begun
        return Progress(self.verdict, self._played, seconds, self._replayed, self._farm.workers)


_flags: list[threading.Event] = []
"""The flag of the block that the main thread is in."""


@contextmanager
def stop_flag() -> Iterator[threading.Event]:
    """Interruptions set a flag, so that none falls into a commit or is swallowed where an exception would be; the
    second one does not wait. Inside another such block the flag is the same."""
    if threading.current_thread() is not threading.main_thread():
        yield threading.Event()
        return
    if _flags:
        yield _flags[-1]
        return
    stop = threading.Event()

    def note(number: int, _: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    _flags.append(stop)
    try:
        yield stop
    finally:
        _flags.pop()
        for number, handler in before.items():
            signal.signal(number, handler)
