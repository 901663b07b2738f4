"""The driver of a fixed number of trials: matches and tournaments, where nothing is decided on the way.

As in a race, what is to be played comes from the journal alone: trials that have a result are not played again, a trial
whose worker died is played again with its seed if it is reproducible, and is void if not.
"""

import json
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ponnuki.farm.base import Done, Failed, Farm, Lost, Outcome
from ponnuki.lab.race_run import (
    GROUP_SIZE,
    GROUP_TIME,
    LONGEST_WAIT,
    LOSSES_ALLOWED,
    Interrupted,
    RunFailed,
    stop_flag,
)
from ponnuki.lab.store import Store, TrialRow
from ponnuki.match.trial import Trial

Key = tuple[int, int]
"""Which pairing, and which of its trials."""

log = logging.getLogger(__name__)


class Schedule(Protocol):
    """What is to be played."""

    def all_keys(self) -> Iterable[Key]:
        """All trials, in the order in which they are played."""

    def seed_of(self, key: Key) -> int:
        """The seed that decides a trial."""

    def trial(self, key: Key) -> Trial:
        """The trial itself."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is."""

    done: int
    total: int
    rows: Sequence[TrialRow]
    """What was written since the last time."""


class FixedRun:
    """The trials of a schedule that the journal does not have yet."""

    def __init__(self, store: Store, race: int, schedule: Schedule, farm: Farm) -> None:
        self._store, self._race, self._schedule, self._farm = store, race, schedule, farm
        keys = list(schedule.all_keys())
        written = {(candidate, trial) for candidate, trial, _, _ in store.rewards(race)}
        begun = set(store.unfinished(race))
        self._void = [key for key in keys if key in begun]
        self._backlog = deque(key for key in keys if key not in written and key not in begun)
        self._total, self._done = len(keys), len(keys) - len(self._backlog)
        self._flying: dict[Key, Trial] = {}
        self._losses: Counter[Key] = Counter()
        self._rows: list[TrialRow] = []
        self._waiting_since = 0.0

    def drive(self, on_progress: Callable[[Progress], None]) -> None:
        """Play what is left; `Interrupted` when somebody asks us to stop, with everything written."""
        self._rows = [TrialRow(key, self._schedule.seed_of(key), None) for key in self._void]
        self._commit(on_progress)
        try:
            with stop_flag() as stop:
                while self._backlog or self._flying:
                    if stop.is_set():
                        raise Interrupted("interrupted")
                    self._submit()
                    self._take(self._farm.wait(LONGEST_WAIT if not self._rows else GROUP_TIME))
                    if len(self._rows) >= GROUP_SIZE or time.monotonic() - self._waiting_since >= GROUP_TIME:
                        self._commit(on_progress)
        finally:
            self._finish(on_progress)

    def _finish(self, on_progress: Callable[[Progress], None]) -> None:
        """Write what has arrived, end the farm, and note what has not begun, so that it may still be played."""
        try:
            self._commit(on_progress)
        finally:
            idle = [key for key in self._farm.close() if not self._flying[key].reproducible]
        if idle:
            self._store.take_back(self._race, idle)

    def _submit(self) -> None:
        """Fill the farm, writing down first what may be played only once."""
        count = min(self._farm.room, len(self._backlog))
        chosen = {key: self._schedule.trial(key) for key in (self._backlog.popleft() for _ in range(count))}
        once = [key for key, trial in chosen.items() if not trial.reproducible]
        if once:
            self._store.issue(self._race, once)
        self._flying |= chosen
        for key, trial in chosen.items():
            self._farm.submit(key, trial)

    def _take(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            key: Key = outcome.key
            if isinstance(outcome, Done):
                self._note(key, outcome.result.reward, json.dumps(dict(outcome.result.details)))
            elif isinstance(outcome, Failed):
                error = RunFailed(f"trial {key[1]}: {outcome.message}")
                error.exit_code = outcome.exit_code
                raise error
            elif self._flying[key].reproducible:
                self._replay(key, outcome)
            else:
                log.warning("trial %d is void: %s", key[1], outcome.reason)
                self._note(key, None, "")

    def _replay(self, key: Key, lost: Lost) -> None:
        self._losses[key] += lost.times
        if self._losses[key] >= LOSSES_ALLOWED:
            raise RunFailed(f"trial {key[1]} was lost {self._losses[key]} times in a row; the last time {lost.reason}")
        log.warning("trial %d is played again: %s", key[1], lost.reason)
        self._farm.submit(key, self._flying[key])

    def _note(self, key: Key, reward: float | None, details: str) -> None:
        if not self._rows:
            self._waiting_since = time.monotonic()
        self._rows.append(TrialRow(key, self._schedule.seed_of(key), reward, details))

    def _commit(self, on_progress: Callable[[Progress], None]) -> None:
        rows, self._rows = self._rows, []
        self._store.write(self._race, rows)
        for row in rows:
            self._flying.pop(row.key, None)
            self._losses.pop(row.key, None)
        self._done += len([row for row in rows if row.key not in self._void])
        if rows:
            on_progress(Progress(self._done, self._total, rows))
