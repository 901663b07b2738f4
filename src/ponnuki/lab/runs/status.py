"""How the runs of a store stand: for each what it is, how far it is, and what it has shown so far."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponnuki.lab.journal.place import writer_of
from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.matches import elo
from ponnuki.lab.races.history import KIND, KINDS, History, history_of
from ponnuki.race import Verdict

RUNNING, INTERRUPTED = "running", "interrupted"
LONGEST_CELL = 60
PAIRINGS_SHOWN = 3


def summaries(store: Store, runs: Sequence[Run], writer: str | None) -> list[dict[str, Any]]:
    """Some runs as JSON values. Of those that are not over, the one that was worked on last is running, if somebody is
    writing the store; all others were interrupted."""
    at_work = store.latest_session() if writer else None
    return [summary(store, run, run.id == at_work) for run in runs]


def summary(
    store: Store, run: Run, at_work: bool = False, fold: Callable[[Store, Run], History] = history_of
) -> dict[str, Any]:
    """One run as JSON values; a match is done when it has the trials it was ever to have."""
    row = {"run": run.name, "id": run.id, "kind": run.kind, "created": run.created}
    unfinished = RUNNING if at_work else INTERRUPTED
    if run.kind in KINDS:
        return row | _of_races(run, fold(store, run).verdicts, unfinished)
    return row | _of_games(store, run, unfinished)


def _of_games(store: Store, run: Run, unfinished: str) -> dict[str, Any]:
    trials = sum(store.count(series) for series, _ in store.series(run))
    wanted = store.budget(run) or 0
    status = ("done" if trials >= wanted else unfinished) if wanted else "not begun"
    about = {"status": status, "trials": trials, "accepted": [], "dropped": [], "open": 0}
    return about | {"scores": _scores(store, run) if run.kind in GAME_KINDS else []}


def _scores(store: Store, run: Run) -> list[dict[str, Any]]:
    """The rate of each pairing that has met, for the first of the two."""
    counts: list[Counter[float]] = [Counter() for _ in run.settings["pairings"]]
    for series, _ in store.series(run):
        for pairing, _, _, reward in store.rewards(series):
            if reward is not None:
                counts[pairing][reward] += 1
    names = [player["name"] for player in run.settings["players"]]
    met = zip(run.settings["pairings"], counts, strict=True)
    return [_score(names[first], names[second], found) for (first, second), found in met if found]


def _score(first: str, second: str, counts: elo.Counts) -> dict[str, Any]:
    return {"a": first, "b": second, "rate": elo.rate(counts), "interval": list(elo.rate_interval(counts))}


def _of_races(run: Run, verdicts: Sequence[Verdict], unfinished: str) -> dict[str, Any]:
    last = verdicts[-1] if verdicts else None
    status = "not begun" if last is None else unfinished if last.status == RUNNING else last.status
    return {
        "status": status if run.kind == KIND else f"iteration {len(verdicts)}",
        "trials": sum(verdict.trials for verdict in verdicts),
        "accepted": [name for verdict in verdicts for name in verdict.accepted],
        "dropped": [name for verdict in verdicts for name in verdict.dropped],
        "open": sum(standing.decision is None for standing in last.bounds.values()) if last else 0,
        "best": _best(last) if last else None,
    }


def _best(verdict: Verdict) -> Mapping[str, Any] | None:
    """The candidate with the highest mean of those that a race is still about, or has accepted."""
    raced = [(name, one) for name, one in verdict.bounds.items() if one.trials and one.decision != "dropped"]
    if not raced:
        return None
    name, one = max(raced, key=lambda pair: pair[1].mean)
    return {"name": name, "rate": one.mean, "interval": [one.lower, one.upper]}


def writer(path: Path) -> str | None:
    """Who is writing the store at this moment."""
    return writer_of(path)


def so_far(row: Mapping[str, Any]) -> Iterator[str]:
    """A summary in a few lines: the scores of a match; what was accepted, how the best candidate stands, or that all
    were dropped."""
    if scores := row.get("scores"):
        for one in scores[:PAIRINGS_SHOWN]:
            if len(scores) > 1:
                yield f"{one['a']} : {one['b']}"
            yield f"A {_interval(one)}"
        if len(scores) > PAIRINGS_SHOWN:
            yield f"and {len(scores) - PAIRINGS_SHOWN} pairings more"
    elif row["accepted"]:
        names = ", ".join(row["accepted"])
        yield f"accepted {names}" if len(names) <= LONGEST_CELL else f"accepted {len(row['accepted'])} modifications"
    elif best := row.get("best"):
        yield f"best: {best['name']}"
        yield f"{_interval(best)}, {row['open']} open"
    elif row.get("dropped"):
        yield f"dropped {len(row['dropped'])}"


def _interval(one: Mapping[str, Any]) -> str:
    low, high = one["interval"]
    return f"{one['rate']:.3f} [{low:.3f}, {high:.3f}]"
