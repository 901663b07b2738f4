"""One session of a match or tournament: find its run in the store or start it, and play what is missing."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from ponnuki.farm.base import Farm
from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store, TrialRow
from ponnuki.lab.matches import elo
from ponnuki.lab.matches.result import MatchResult, match_result
from ponnuki.lab.matches.schedule import Schedule
from ponnuki.lab.runs.driver import Driver, Progress
from ponnuki.lab.runs.opening import opened_run
from ponnuki.lab.runs.supply import ListSupply


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """How far a match is, in pairs of games."""

    done: int
    total: int
    results: Sequence[elo.Counts]
    """By pairing: how often each result of a pair has come."""
    driver: Progress


Watcher = Callable[[MatchProgress], None]


def play(
    store: Store, name: str, match: Schedule, make_farm: Callable[[], Farm], watch: Watcher = lambda _: None
) -> MatchResult:
    """Play what the journal does not have; what was played beyond the number of games wanted now counts too."""
    return play_with(store, name, match, lambda: Driver(store, make_farm()), watch)


def play_with(
    store: Store,
    name: str,
    match: Schedule,
    drivers: Callable[[], AbstractContextManager[Driver]],
    watch: Watcher = lambda _: None,
) -> MatchResult:
    """Like `play`, with a driver that may play other matches too."""
    with opened_run(store, name, match.kind, match.settings()) as run:
        with understood(store.path):
            series = _series(store, run, match)
            supply = _CountingSupply(match, store, series)
        if not supply.is_over:
            match.check()
            store.begin_session(run, match.trials)
            with drivers() as driver:
                driver.play(
                    series,
                    match,
                    supply,
                    lambda progress: watch(MatchProgress(supply.done, supply.total, supply.results, progress)),
                )
    with understood(store.path):
        return match_result(store, run)


class _CountingSupply(ListSupply):
    """The trials of a match, and what those that are written have shown."""

    def __init__(self, match: Schedule, store: Store, series: int) -> None:
        super().__init__(match.all_keys(), store.keys(series))
        self.results: list[Counter[float]] = [Counter() for _ in match.pairings]
        for pairing, _, _, reward in store.rewards(series):
            self._count(pairing, reward)

    def tell(self, rows: Sequence[TrialRow]) -> None:
        """Cross them off, and count them."""
        super().tell(rows)
        for row in rows:
            self._count(row.key[0], row.reward)

    def _count(self, pairing: int, reward: float | None) -> None:
        if reward is not None:
            self.results[pairing][reward] += 1


def _series(store: Store, run: Run, match: Schedule) -> int:
    names = [" vs ".join(match.names_of(pairing)) for pairing in range(len(match.pairings))]
    return store.open_series(run, 0, {"candidates": names})
