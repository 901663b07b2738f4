"""A match or tournament as its journal has it: who met whom, and a tally of each pairing.

Everything comes from the store, so a run can be told again without the file or the command that started it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Run, Store, unsigned
from ponnuki.lab.matches import elo
from ponnuki.lab.matches.tally import Tally
from ponnuki.lab.races.fold import quoted
from ponnuki.match.pair import written
from ponnuki.players.kit import find_kit
from ponnuki.race.thresholds import PAIR_VARIANCE

CSV_HEADER = "pairing,a,b,pair,seed,reward,a_black,a_white\n"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match or tournament as far as it has been played."""

    run: Run
    series: int
    """The number under which the store has its trials."""
    tallies: tuple[Tally, ...]
    """By pairing."""

    @property
    def players(self) -> list[dict[str, Any]]:
        """Names, digests and settings."""
        return list(self.run.settings["players"])

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Places in `players`, the one whose rate is told first."""
        return [(first, second) for first, second in self.run.settings["pairings"]]

    def names_of(self, pairing: int) -> tuple[str, str]:
        """Who plays."""
        first, second = self.pairings[pairing]
        return self.players[first]["name"], self.players[second]["name"]

    def results(self) -> dict[tuple[int, int], elo.Counts]:
        """Pairs by pairing."""
        return {pairing: tally.pairs for pairing, tally in zip(self.pairings, self.tallies, strict=True)}


def match_result(store: Store, run: Run) -> MatchResult:
    """What the journal says."""
    series, variance = _series(store, run), _variance(run)
    tallies = tuple(Tally(variance) for _ in run.settings["pairings"])
    for pairing, trial, _, reward, told in _trials(store, series):
        tallies[pairing].add(trial, reward, told)
    return MatchResult(run, series, tallies)


def _series(store: Store, run: Run) -> int:
    """The number under which the store has the trials of a run."""
    if not (found := store.series(run)):
        raise BadInput(f"run {run.name!r} has not begun: give its command again")
    [(series, _)] = found
    return series


def _variance(run: Run) -> float:
    """What pairs of the game are expected to vary by; it changes how wide intervals are, not what they promise."""
    try:
        return find_kit(str(run.settings["conditions"]["game"])).pair_variance
    except BadInput:  # a game that is no longer installed
        return PAIR_VARIANCE


def _trials(store: Store, series: int) -> Iterator[tuple[int, int, int, float | None, dict[str, Any]]]:
    """Pairing, number, seed, reward and details, sorted like that."""
    details = store.details(series)
    latest = next(details, None)
    for pairing, trial, seed, reward in store.rewards(series):
        told: dict[str, Any] = {}
        if latest is not None and latest[:2] == (pairing, trial):
            told, latest = latest[2], next(details, None)
        yield pairing, trial, seed, reward, told


def games_of(store: Store, result: MatchResult) -> Iterator[list[tuple[str, str]]]:
    """The games, pair by pair: the name of a file, and its text."""
    prefixes = [""] if len(result.tallies) == 1 else [f"{i + 1:02}-" for i in range(len(result.tallies))]
    for pairing, trial, details in store.details(result.series):
        names = (f"{prefixes[pairing]}{trial + 1:05}-{number}" for number in (1, 2))
        yield [named(name, game) for name, game in zip(names, details["games"], strict=True)]


def named(name: str, game: Mapping[str, Any]) -> tuple[str, str]:
    """The name of a game's file, and its text."""
    kind, text = written(game)
    return f"{name}.{kind}", text


def write_games(store: Store, result: MatchResult, folder: Path) -> int:
    """One file for each game; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for pair in games_of(store, result):
        for name, text in pair:
            (folder / name).write_text(text, encoding="utf-8")
            count += 1
    return count


def csv_lines(store: Store, run: Run) -> Iterator[str]:
    """One line for each pair of games in the order in which they are due; one that is void has no reward."""
    rows = _csv_rows(store, MatchResult(run, _series(store, run), ()))
    in_order = rows if len(run.settings["pairings"]) == 1 else iter(sorted(rows))
    yield CSV_HEADER
    yield from (line for _, _, line in in_order)


def _csv_rows(store: Store, result: MatchResult) -> Iterator[tuple[int, int, str]]:
    """The number of each pair, its pairing and its line, one pairing after the other."""
    names = [[quoted(name) for name in result.names_of(pairing)] for pairing in range(len(result.pairings))]
    for pairing, trial, seed, reward, told in _trials(store, result.series):
        games = [game["result"] for game in told.get("games", [])] or ["", ""]
        shown = "" if reward is None else repr(reward)
        line = ",".join([str(pairing), *names[pairing], str(trial), str(unsigned(seed)), shown, *games])
        yield trial, pairing, f"{line}\n"
