"""Results of races that were read before: a page that is looked at again reads what is new alone.

A journal is only ever added to, so what was read of it stays true. All of this may be thrown away at any time; what is
not here is read. A store that was put back to what it was before is noticed by its last known trial.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.races.fold import Column, StoredRace, checked_columns
from ponnuki.lab.races.history import History, folded, history_of
from ponnuki.race import Verdict

MOST_TRIALS = 4_000_000
"""That are kept; 16 bytes each."""
QUARTERS = np.full(256, np.nan)
"""The reward of each letter that `Store.quarters` gives."""
QUARTERS[[ord(letter) for letter in "01234"]] = np.arange(5) / 4
_KINDS = [("trial", np.int64), ("reward", np.float64)]


@dataclass(slots=True)
class _Race:
    """What was read of a race, and what it says."""

    columns: Sequence[Column] = ()
    budget: int | None = None
    verdict: Verdict | None = None


class Folds:
    """The columns of races, the last one that was asked for last to go."""

    def __init__(self, most: int = MOST_TRIALS) -> None:
        self._most = most
        self._kept: dict[tuple[str, int], _Race] = {}

    def history(self, store: Store, run: Run) -> History:
        """A run that is made of races, as `ponnuki report` has it but for the seeds of its trials."""
        return history_of(
            store, run, lambda opened, race: self._columns(opened, run, race), lambda race: self._verdict(run, race)
        )

    def _columns(self, store: Store, run: Run, race: StoredRace) -> Sequence[Column]:
        """Those that are known where nothing is new."""
        kept = self._kept.pop((run.id, race.number), None) or _Race()
        known = kept.columns
        with understood(store.path):
            found = [
                _column(store, race.id, place, known[place] if place < len(known) else None)
                for place in range(len(race.names))
            ]
        if len(found) != len(known) or any(new is not old for new, old in zip(found, known, strict=True)):
            kept = _Race(checked_columns(store, race, found))
        self._kept[run.id, race.number] = kept
        while self._trials() > self._most:
            del self._kept[next(iter(self._kept))]
        return kept.columns

    def _verdict(self, run: Run, race: StoredRace) -> Verdict:
        """What the trials of a race say; the same trials need not be folded twice."""
        kept = self._kept.get((run.id, race.number))
        if kept is None or kept.columns is not race.columns:  # more than are kept
            return folded(race)
        if kept.verdict is None or kept.budget != race.budget:
            kept.verdict, kept.budget = folded(race), race.budget
        return kept.verdict

    def _trials(self) -> int:
        return sum(len(column.trials) for kept in self._kept.values() for column in kept.columns)


def _column(store: Store, series: int, candidate: int, known: Column | None) -> Column:
    """All results of a candidate: those that are known up to the first hole, and from there on what the store has."""
    whole = known.prefix if known is not None else 0
    if known is not None and whole:
        new = _rows(store, series, candidate, whole - 1)
        if len(new) and new["trial"][0] == whole - 1 and _same(new["reward"][0], known.rewards[whole - 1]):
            if len(new) == len(known.trials) - whole + 1:
                return known
            return _made(
                np.concatenate([known.trials[:whole], new["trial"][1:]]),
                np.concatenate([known.rewards[:whole], new["reward"][1:]]),
            )
    letters = store.quarters(series, candidate)
    if letters is not None:
        return _made(np.arange(len(letters)), QUARTERS[np.frombuffer(letters.encode(), np.uint8)])
    new = _rows(store, series, candidate, 0)
    return _made(new["trial"].copy(), new["reward"].copy())


def _rows(store: Store, series: int, candidate: int, first: int) -> np.ndarray:
    rows = store.rewards_from(series, candidate, first)
    return np.fromiter(((trial, np.nan if reward is None else reward) for trial, reward in rows), dtype=_KINDS)


def _made(trials: np.ndarray, rewards: np.ndarray) -> Column:
    """A column without seeds: no page shows them."""
    return Column(trials, rewards, np.broadcast_to(np.int64(0), trials.shape))


def _same(one: float, other: float) -> bool:
    return bool(one == other or (np.isnan(one) and np.isnan(other)))
