"""The driver of every run: what a supply names is played on a farm, written to the journal, and only then told.

    supply.next_key -> source.trial -> farm -> journal (commit) -> supply.tell -> supply.next_key ...

Results are committed in groups: every GROUP_TIME seconds or GROUP_SIZE results. A trial whose worker died is played
again with the same seed if it is reproducible. If it is not, it may be played only once and counts as lost, which keeps
a race's guarantee. So such a trial is written down when a worker has taken it and before it begins: otherwise, if we
were killed, the next session would play it again without knowing. A trial that was not let begin may still be played.

One driver plays one series of trials after the other (the races of a campaign, the checks of a confirmation). What is
under way when a series is over is left to end; if it may be played once its result is still written.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Self

from ponnuki.errors import PonnukiError
from ponnuki.farm.base import Done, Failed, Farm, Lost, Outcome, Taken
from ponnuki.farm.base import Key as FarmKey
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.runs.interruption import Interrupted, StopFlag, stop_flag
from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.lab.runs.supply import Supply
from ponnuki.match.trial import Trial

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


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a driver is with a series, for whoever displays it."""

    played: int
    """Trials written since the series was taken up."""
    seconds: float
    replayed: int
    workers: int
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Games that a side has lost by a fault, by side and kind, and trials that were lost for good, by ("", "lost")."""


@dataclass(slots=True)
class _Flight:
    """A trial that the farm has."""

    key: Key
    seed: int
    trial: Trial
    losses: int = 0
    begun: bool = False
    """Of a trial that may be played only once: whether it was let begin."""


@dataclass(slots=True)
class _Series:
    """What is being played: the number under which the journal has it, and where it comes from."""

    id: int
    source: TrialSource
    supply: Supply


class Driver:
    """Plays on a farm and writes to a store, both for this driver alone; to be closed, which stops the farm."""

    def __init__(self, store: Store, farm: Farm) -> None:
        self._store, self._farm = store, farm
        self._series: _Series | None = None
        self._flights: dict[FarmKey, _Flight] = {}
        """By series, candidate and number: what earlier series left under way is there too."""
        self._rows: list[TrialRow] = []
        self._waiting_since = 0.0
        self._played = self._replayed = 0
        self._faults: Counter[tuple[str, str]] = Counter()
        self._since = time.monotonic()
        self._asked = False
        """Whether a signal to stop came while we were being closed, or earlier and nobody had noticed it."""

    def play(
        self,
        series: int,
        source: TrialSource,
        supply: Supply,
        on_progress: Callable[[Progress], None] = lambda _: None,
        deadline: float = inf,
    ) -> None:
        """Play until the supply is over or the monotonic clock is at `deadline`. Raises `Interrupted` when somebody
        asks us to stop. Whatever is raised, the driver has been closed before."""
        try:
            self._take_up(_Series(series, source, supply))
            with stop_flag() as stop:
                while not supply.is_over and time.monotonic() < deadline and not self._is_stopped(stop):
                    if not stop.is_set():
                        self._submit()
                    self._take(self._farm.wait(self._time_to_commit()), stop.is_set)
                    if self._commit_is_due():
                        self._commit()
                        on_progress(self._progress())
                stop.check()  # also when it has just ended: a campaign would go on with the next race
        except BaseException:
            self.close()
            raise

    def _is_stopped(self, stop: StopFlag) -> bool:
        """Whether we are to stop; at a pause, when nothing is being played any more."""
        if not stop.is_set() or stop.is_urgent():
            return stop.is_set()
        return not any(flight.begun or flight.trial.reproducible for flight in self._flights.values())

    def close(self) -> None:
        """Stop the farm, and write what had arrived; the second time there is nothing left to do."""
        with stop_flag() as stop, stop.shielded():
            self._collect(self._farm.stop())
            self._commit()
            self._asked |= stop.is_set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close()
        if self._asked and (kind is None or (issubclass(kind, Exception) and not issubclass(kind, PonnukiError))):
            raise Interrupted("interrupted")  # also where a library has made another error of the signal

    # ---- out ------------------------------------------------------------------------------------------------------

    def _take_up(self, series: _Series) -> None:
        """Turn to a series; trials of it that had begun, may be played once and have no result are lost."""
        self._commit()
        self._series = series
        self._played = self._replayed = 0
        self._faults.clear()
        self._since = time.monotonic()
        for key in self._store.unfinished(series.id):
            self._write_later(TrialRow(key, series.source.seed_of(key), None))
        self._commit()
        log.info("series %d: %d trials in the journal, %d workers", series.id, self._store.count(series.id),
                 self._farm.workers)  # fmt: skip

    def _submit(self) -> None:
        """Fill the farm with what the supply wants."""
        assert self._series is not None
        for _ in range(self._farm.room):
            key = self._series.supply.next_key(self._farm.capacity)
            if key is None:
                return
            flight = _Flight(key, self._series.source.seed_of(key), self._series.source.trial(key))
            self._flights[self._series.id, *key] = flight
            self._farm.submit((self._series.id, *key), flight.trial)

    # ---- back -----------------------------------------------------------------------------------------------------

    def _take(self, outcomes: Sequence[Outcome], is_stopping: Callable[[], bool]) -> None:
        """Turn results into rows, let taken trials begin, and submit lost ones again. A failure stops the run after
        everything else has been handled. Once we are asked to stop, no trial is let begin."""
        failures = self._collect(outcomes)
        if not is_stopping():
            self._answer([outcome.key for outcome in outcomes if isinstance(outcome, Taken)])
        for outcome in outcomes:
            if isinstance(outcome, Lost) and outcome.key in self._flights:
                self._replay(outcome)
        if failures:
            raise self._failure(failures[0])

    def _collect(self, outcomes: Sequence[Outcome]) -> list[Failed]:
        """Turn results and trials that are lost for good into rows; return the failures of the current series."""
        failures = []
        for outcome in outcomes:
            flight = self._flights[outcome.key]
            if isinstance(outcome, Done):
                details = dict(outcome.result.details)
                self._faults.update(_faults_in(details))
                self._end(outcome.key, outcome.result.reward, json.dumps(details) if details else "")
            elif isinstance(outcome, Lost) and flight.begun:
                log.warning("%s counts as lost: %s", self._label(outcome.key), outcome.reason)
                self._faults["", "lost"] += 1
                self._end(outcome.key, None)
            elif isinstance(outcome, Failed):
                del self._flights[outcome.key]
                if self._is_current(outcome.key):
                    failures.append(outcome)
        return failures

    def _end(self, key: FarmKey, reward: float | None, details: str = "") -> None:
        """A trial is over: its row waits for the next commit. One of an earlier series is written at once, if it could
        not be played again."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%s ended: %s", self._label(key), "lost" if reward is None else reward)
        flight = self._flights.pop(key)
        row = TrialRow(flight.key, flight.seed, reward, details)
        if self._is_current(key):
            self._write_later(row)
        elif not flight.trial.reproducible:
            self._store.write(key[0], [row])

    def _answer(self, taken: Sequence[FarmKey]) -> None:
        """Write all results so far and the taken trials that are still wanted to the disk; then let these begin."""
        if not taken:
            return
        wanted = [key for key in taken if self._is_current(key)]
        self._commit(begun=wanted)
        assert self._series is not None
        if wanted and self._series.supply.is_over:
            self._store.take_back(self._series.id, [self._flights[key].key for key in wanted])
            wanted = []
        left = [key for key in taken if key not in wanted]
        for key in wanted:
            self._flights[key].begun = True
        for key in left:
            del self._flights[key]
        self._farm.answer(wanted, left)

    def _replay(self, lost: Lost) -> None:
        """Submit a lost trial again: one that is reproducible, or that had not begun."""
        flight = self._flights[lost.key]
        if not self._is_current(lost.key):
            del self._flights[lost.key]
            return
        flight.losses += lost.times
        self._replayed += 1
        who = self._label(lost.key)
        if flight.losses >= LOSSES_ALLOWED:
            raise RunFailed(f"{who} was lost {flight.losses} times in a row; the last time {lost.reason}")
        log.warning("%s is played again: %s", who, lost.reason)
        self._farm.submit(lost.key, flight.trial)

    def _failure(self, failed: Failed) -> PonnukiError:
        error = RunFailed(f"{self._label(failed.key)}: {failed.message}")
        error.exit_code = failed.exit_code
        return error

    def _is_current(self, key: FarmKey) -> bool:
        return self._series is not None and key[0] == self._series.id

    def _label(self, key: FarmKey) -> str:
        _, candidate, trial = key
        if self._series is None or not self._is_current(key):
            return f"trial {trial} of an earlier series"
        return self._series.source.label((candidate, trial))

    # ---- the journal ----------------------------------------------------------------------------------------------

    def _write_later(self, row: TrialRow) -> None:
        if not self._rows:
            self._waiting_since = time.monotonic()
        self._rows.append(row)

    def _time_to_commit(self) -> float:
        if not self._rows:
            return LONGEST_WAIT
        return max(0.0, min(LONGEST_WAIT, self._waiting_since + GROUP_TIME - time.monotonic()))

    def _commit_is_due(self) -> bool:
        if len(self._rows) >= GROUP_SIZE or not self._farm.in_flight:
            return True
        return not self._rows or time.monotonic() - self._waiting_since >= GROUP_TIME

    def _commit(self, begun: Sequence[FarmKey] = ()) -> None:
        """Write, and only then tell."""
        if self._series is None or not (self._rows or begun):
            return
        self._store.write(self._series.id, self._rows, [self._flights[key].key for key in begun])
        rows, self._rows = self._rows, []
        self._series.supply.tell(rows)
        self._played += len(rows)

    def _progress(self) -> Progress:
        seconds = time.monotonic() - self._since
        return Progress(self._played, seconds, self._replayed, self._farm.workers, dict(self._faults))


def _faults_in(details: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Side and kind of each fault in the games of a trial; a trial that is no pair of games may tell anything."""
    games = details.get("games")
    for game in games if isinstance(games, list) else ():
        for side, fault in game.get("faults", {}).items() if isinstance(game, dict) else ():
            yield side, fault["kind"]
