"""`ponnuki report`: a race as one page that needs no other file.

It shows for each candidate how its interval narrowed between the thresholds, where the trials went and who left when,
what it cost, who worked on it, and some of its games to download.
"""

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ponnuki.lab.journal.store import Store
from ponnuki.lab.matches.elo import inside
from ponnuki.lab.matches.result import named
from ponnuki.lab.pages.page import Marked, download, listing, picture, sessions, table, write_page
from ponnuki.lab.pages.race_figures import draw_bounds, draw_shares
from ponnuki.lab.races.fold import Step, StoredRace, steps
from ponnuki.lab.races.history import History
from ponnuki.match.adjudication import COST
from ponnuki.match.game import ADJUDICATED, how_it_ended
from ponnuki.race import Verdict
from ponnuki.race.pentanomial import counts_of, mean_and_variance, nelo_of
from ponnuki.race.thresholds import elo_from_rate

Told = tuple[int, int, dict[str, Any]]
"""Candidate, trial, and what the trial had to tell."""
Details = Callable[[], Iterable[Told]]
"""Reads them from the store, from the first on: games of a long race do not fit into memory together."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What trials had to tell about themselves, summed."""

    pairs: int
    """Trials that were games."""
    games: int
    seconds: float
    faults: Counter[str]
    ends: Mapping[int, Counter[str]]
    """How the games of each candidate ended, of trials that count."""


def write_report(history: History, path: Path, store: Store) -> None:
    """Write the page of a run; games and what they cost come from the store."""
    parts: list[str] = []
    for race, verdict in zip(history.races, history.verdicts, strict=True):
        parts += _race(history, race, verdict, functools.partial(store.details, race.id))
    write_page(path, history.run, [*parts, *sessions(history.sessions)])


def _race(history: History, race: StoredRace, verdict: Verdict, details: Details) -> Iterator[str]:
    walk = list(steps(race))
    cost = _summed(details(), [verdict.bounds[name].trials for name in race.names])
    yield f"<p class=verdict>{escape(sentence(history, verdict))}</p>"
    yield _settings(race)
    yield "<h2>Candidates</h2>" + _table(race, verdict, walk)
    yield (
        "<p class=note>Mean reward, with the interval that the bound gives at the race's risk. Dropped does not mean "
        "proven bad: the drop risk is per candidate.</p>"
    )
    if cost.pairs:
        yield "<h2>Pairs of games</h2>" + _pairs(race, verdict)
        yield "<h2>How games ended</h2>" + _endings(race, cost.ends)
    if walk:
        yield "<h2>Bounds over trials</h2>" + picture(lambda path: draw_bounds(race, walk, path))
        yield "<h2>Where the trials went</h2>" + picture(lambda path: draw_shares(race, walk, path))
    yield "<h2>What it cost</h2>" + _cost(race, verdict, cost)
    if cost.pairs:
        yield "<h2>Games</h2>" + _games(race, details(), cost.pairs)


def sentence(history: History, verdict: Verdict) -> str:
    """What a race says, in a sentence."""
    if verdict.status == "accepted":
        return f"Accepted: {', '.join(str(name) for name in verdict.accepted)}."
    return {
        "none": "Nothing was accepted: every candidate was dropped.",
        "undecided": f"Undecided: the budget of {history.budget} trials is spent.",
        "running": "Not over yet.",
    }[verdict.status] + (" Asymptotic bound: no finite-sample guarantee." if verdict.asymptotic else "")


def _settings(race: StoredRace) -> str:
    shown = ("risk", "accept_above", "drop_below", "bound", "selection", "accept", "seed")
    return "<p>" + ", ".join(f"{key} <code>{escape(str(race.settings[key]))}</code>" for key in shown) + "</p>"


def _table(race: StoredRace, verdict: Verdict, walk: Sequence[Step]) -> str:
    ends = {step.candidate: step.total for step in walk if step.standing.decision}
    rows = []
    for place, name in enumerate(race.names):
        one = verdict.bounds[name]
        numbers = [f"{value:.4f}" if one.trials else None for value in (one.mean, one.lower, one.upper)]
        when = f" after {ends[place]} trials of the race" if place in ends else ""
        rows.append((name, one.trials, *numbers, Marked(f"{one.decision or 'open'}{when}")))
    return table(("candidate", "trials", "mean", "lower", "upper", "decision"), rows, (0, 5))


def _pairs(race: StoredRace, verdict: Verdict) -> str:
    """Pairs by their points, and the bounds as Elo; lost ones are in the bounds and not in the counts."""
    rows = []
    for name, column in zip(race.names, race.columns, strict=True):
        one = verdict.bounds[name]
        rewards = column.rewards[: one.trials]
        rewards = rewards[rewards == rewards]
        if not len(rewards):
            continue
        counts = counts_of(rewards)
        rates, variance = (one.mean, one.lower, one.upper), mean_and_variance(counts)[1]
        elo = _with_bounds([elo_from_rate(inside(rate)) for rate in rates])
        nelo = _with_bounds([nelo_of(rate, variance) for rate in rates])
        rows.append((name, *(int(count) for count in counts), *elo, *nelo))
    heads = (
        "candidate",
        "0",
        "½",
        "1",
        "1½",
        "2 points",
        "Elo",
        "from the bounds",
        "normalised Elo",
        "from the bounds",
    )
    return table(heads, rows, (0,))


def _with_bounds(values: Sequence[float | None]) -> tuple[str | None, str | None]:
    """A number and its interval, where there is one."""
    shown = [f"{value:+.1f}" for value in values if value is not None]
    return (shown[0], " … ".join(shown[1:])) if len(shown) == len(values) else (None, None)


def _endings(race: StoredRace, ends: Mapping[int, Counter[str]]) -> str:
    """How often games of each candidate ended in each way; what adjudication costs, where there was any."""
    ways = sorted({way for found in ends.values() for way in found})
    rows = [(race.names[place], *(ends[place][way] for way in ways)) for place in sorted(ends)]
    note = f"<p class=note>{escape(COST)}</p>" if ADJUDICATED in ways else ""
    return table(("candidate", *ways), rows, (0,)) + note


def _cost(race: StoredRace, verdict: Verdict, cost: Cost) -> str:
    stored = sum(len(column.trials) for column in race.columns)
    lost = sum(int((column.rewards != column.rewards).sum()) for column in race.columns)
    lines = [
        f"{verdict.trials} trials counted; {stored} were played: {stored - verdict.trials} came ahead of their turn "
        "and are not counted.",
        f"{lost} trials were lost for good and counted against both decisions." if lost else "",
    ]
    if cost.games:
        hours = cost.seconds / 3600
        lines.append(
            f"{cost.games} games were played, {hours:.2f} hours of thinking ({cost.seconds / cost.games:.2f} s a game)."
        )
    for kind, count in sorted(cost.faults.items()):
        lines.append(f"{count} games lost by {kind}.")
    return listing(lines)


def _summed(details: Iterable[Told], counted: Sequence[int]) -> Cost:
    """All that was played, and how games ended in so many trials of each candidate: others came ahead of their turn."""
    pairs = games = 0
    seconds, faults = 0.0, Counter[str]()
    ends: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for candidate, trial, told in details:
        pairs += "games" in told
        for game in told.get("games", ()):
            games += 1
            seconds += sum(game.get("seconds", {}).values())
            if trial < counted[candidate]:
                ends[candidate][how_it_ended(game.get("reason", ""), game.get("how", "")) or "not told"] += 1
            for side, fault in game.get("faults", {}).items():
                faults[f"{fault.get('kind', 'fault')} of the {side}"] += 1
    return Cost(pairs, games, seconds, faults, ends)


def _games(race: StoredRace, details: Iterable[Told], count: int) -> str:
    """Some games of each candidate."""
    pairs = (
        [
            named(f"{race.names[candidate]}-{trial:06d}-{number}".replace("/", "_"), game)
            for number, game in enumerate(told["games"], start=1)
        ]
        for candidate, trial, told in details
        if "games" in told
    )
    return download(pairs, count)
