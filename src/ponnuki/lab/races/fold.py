"""From the journal to the race: whatever is known about a race is folded from its trials, in canonical order.

The canonical order is the one in which `ask()` names trials when all earlier results have been told. What lies in the
journal beyond it (trials that came early, or that turned out not to be needed) is neither counted nor exported.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.errors import PonnukiError
from ponnuki.lab.journal.schema import damaged, understood
from ponnuki.lab.journal.store import Run, Store, unsigned
from ponnuki.race import Race, Standing, Verdict

DRAWN = "drawn"
"""The key of a stored race's settings that `Race` does not take: what a campaign drew for it."""


class JournalDisagrees(PonnukiError):  # noqa: N818 - it names what happened
    """What was decided cannot be folded from the trials again."""


@dataclass(frozen=True, slots=True)
class Column:
    """All results of one candidate, sorted by number."""

    trials: NDArray[np.int64]
    rewards: NDArray[np.float64]
    """Not a number where a trial was lost for good."""
    seeds: NDArray[np.int64]

    @property
    def prefix(self) -> int:
        """How many trials there are from number 0 on without a hole."""
        holes = np.flatnonzero(self.trials != np.arange(len(self.trials)))
        return int(holes[0]) if holes.size else len(self.trials)

    def runs(self) -> Iterator[tuple[int, int]]:
        """Consecutive trials, as places in the column."""
        ends = np.flatnonzero(np.diff(self.trials) != 1) + 1
        return zip([0, *ends.tolist()], [*ends.tolist(), len(self.trials)], strict=True)

    def told(self, start: int, stop: int) -> tuple[int, NDArray[np.float64], list[int]]:
        """A run of places as a race takes it: first trial, rewards, lost trials."""
        rewards = self.rewards[start:stop]
        lost = np.isnan(rewards)
        first = int(self.trials[start])
        return first, np.where(lost, 0.0, rewards), (np.flatnonzero(lost) + first).tolist()


@dataclass(frozen=True, slots=True)
class StoredRace:
    """One race of a run as the journal has it."""

    id: int
    number: int
    settings: Mapping[str, Any]
    """What `Race` takes, with the names of the candidates; a budget belongs to the session."""
    budget: int | None
    columns: Sequence[Column]
    drawn: Mapping[str, Any]
    """What a campaign drew for it; empty for a race of its own."""

    @property
    def names(self) -> list[str]:
        """The candidates, in the order in which they were named."""
        return list(self.settings["candidates"])

    def fresh(self) -> Race:
        """The race before its first trial."""
        return Race(**self.settings, budget=self.budget)

    def resumed(self) -> Race:
        """The race with everything told that the journal has."""
        race = self.fresh()
        for name, column in zip(self.names, self.columns, strict=True):
            for start, stop in column.runs():
                if start < stop:
                    race.tell(name, *column.told(start, stop))
        return race


@dataclass(frozen=True, slots=True)
class Step:
    """A batch as it was counted: these trials of one candidate, and how it stood afterwards."""

    candidate: int
    first: int
    count: int
    standing: Standing
    total: int
    """Trials of the whole race so far."""


def stored_race(store: Store, run: Run, number: int, room: int | None, read: "ReadColumns | None" = None) -> StoredRace:
    """One race of a run. Its budget is `room`, or the patience of its campaign if that is less. `read` replaces
    `stored_columns` for a reader that keeps what it has read and needs only what is new."""
    race, kept = store.series(run)[number]
    limits = [limit for limit in (run.settings.get("patience"), room) if limit is not None]
    settings = {key: value for key, value in kept.items() if key != DRAWN}
    stored = StoredRace(race, number, settings, max(1, min(limits)) if limits else None, (), kept.get(DRAWN, {}))
    return replace(stored, columns=(read or stored_columns)(store, stored))


def stored_columns(store: Store, race: StoredRace) -> list[Column]:
    """All results of a race that the journal has by now."""
    with understood(store.path):
        found = columns(store.rewards(race.id), len(race.names))
    return checked_columns(store, race, found)


def checked_columns(store: Store, race: StoredRace, found: list[Column]) -> list[Column]:
    """The columns, if they can be results of a race; else the store is damaged."""
    for name, column in zip(race.names, found, strict=True):
        if np.any(column.trials < 0) or np.any((column.rewards < 0.0) | (column.rewards > 1.0)):
            raise damaged(store.path, f"candidate {name!r} has a reward that is not from 0 to 1")
    return found


ReadColumns = Callable[[Store, StoredRace], Sequence[Column]]


def columns(rows: Iterable[tuple[int, int, int, float | None]], candidates: int) -> list[Column]:
    """Rows sorted by candidate and number, as arrays for each candidate."""
    kinds = [("candidate", np.int64), ("trial", np.int64), ("seed", np.int64), ("reward", np.float64)]
    table = np.fromiter(((c, t, s, np.nan if r is None else r) for c, t, s, r in rows), dtype=kinds)
    starts = np.searchsorted(table["candidate"], np.arange(candidates + 1))
    parts = [table[a:b] for a, b in pairwise(starts)]
    return [Column(part["trial"].copy(), part["reward"].copy(), part["seed"].copy()) for part in parts]


def steps(stored: StoredRace) -> Iterator[Step]:
    """The fold, batch by batch, as far as the journal goes."""
    race, names = stored.fresh(), stored.names
    known = [column.prefix for column in stored.columns]
    while ask := race.ask():
        candidate = names.index(str(ask.candidate))
        column = stored.columns[candidate]
        stop = min(ask.first_trial + ask.count, known[candidate])
        if stop <= ask.first_trial:
            return
        race.tell(ask.candidate, *column.told(ask.first_trial, stop))
        verdict = race.verdict
        standing = verdict.bounds[ask.candidate]
        yield Step(candidate, ask.first_trial, standing.trials - ask.first_trial, standing, verdict.trials)
        if stop < ask.first_trial + ask.count and standing.decision is None:
            return


def check_decisions(store: Store, stored: StoredRace, verdict: Verdict) -> None:
    """The fold must say again what it said when the decisions were written: same trials, same verdict."""
    for candidate, decision, trials, at in store.decisions(stored.id):
        name = stored.names[candidate]
        standing = verdict.bounds[name]
        if (standing.decision, standing.trials) != (decision, trials):
            raise JournalDisagrees(
                f"{store.path}: candidate {name!r} was {decision} after {trials} trials ({at}), but its trials now say "
                f"{standing.decision or 'nothing'} after {standing.trials}: the journal was changed, or made by "
                "another version"
            )


CSV_HEADER = "race,candidate,trial,seed,reward\n"


def csv_lines(stored: Sequence[StoredRace]) -> Iterator[str]:
    """One line for each trial that counts, in canonical order; a trial that was lost for good has no reward."""
    yield CSV_HEADER
    for race in stored:
        names = [quoted(name) for name in race.names]
        for step in steps(race):
            column = race.columns[step.candidate]
            for place in range(step.first, step.first + step.count):
                reward = float(column.rewards[place])
                shown = "" if np.isnan(reward) else repr(reward)
                seed = unsigned(int(column.seeds[place]))
                yield f"{race.number},{names[step.candidate]},{place},{seed},{shown}\n"


def quoted(name: str) -> str:
    """A name as a field of comma-separated values."""
    special = any(letter in name for letter in ',"\r\n')
    return '"' + name.replace('"', '""') + '"' if special else name
