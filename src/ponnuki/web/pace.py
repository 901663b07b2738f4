"""How fast a run goes and how long it still takes, in the same words on every page."""

from collections.abc import Mapping
from typing import Any

from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.journal.store import Run
from ponnuki.lab.races.history import KIND, KINDS, History
from ponnuki.lab.runs.durations import duration
from ponnuki.lab.simulation.estimate import trials_left
from ponnuki.race.thresholds import rate

OVER = ("done", "accepted", "none", "undecided")
"""States of a run that has nothing left to do."""


def is_running(row: Mapping[str, Any]) -> bool:
    """Whether somebody works on a run at this moment."""
    return bool(row["at_work"]) and row["status"] not in OVER


def games_of_trial(run: Run) -> int:
    """Two where a trial is a pair of games; one where it is a call, a command or a part of a study."""
    if run.kind not in KINDS:
        return 2 if run.kind in GAME_KINDS else 1
    baseline = run.settings.get("baseline") or {}
    return 1 if run.settings.get("evaluate") is not None or "evaluate" in baseline else 2


def left_of(history: History) -> int | None:
    """Trials that a race still takes if the means stay; None where that cannot be told, as of a campaign."""
    if history.run.kind != KIND or not history.races or history.verdicts[-1].status != "running":
        return None
    settings = history.races[-1].settings
    thresholds = (rate(settings[key], settings["prior_variance"]) for key in ("accept_above", "drop_below"))
    return trials_left(history.verdicts[-1], *thresholds)


def progress(row: Mapping[str, Any]) -> str:
    """Trials so far, of how many at most."""
    return f"{row['trials']}" if row.get("wanted") is None else f"{row['trials']} of {row['wanted']}"


def pace(row: Mapping[str, Any], speed: float | None) -> list[str]:
    """How fast it goes, and how long it lasts: about so long if the means stay, or at most until its limit. Nothing
    for a run that nobody works on."""
    if not is_running(row) or not speed:
        return []
    games = row["games"]
    told = [f"{speed * games:.2g} {'games' if games > 1 else 'trials'}/s"]
    room = None if row["wanted"] is None else row["wanted"] - row["trials"]
    if row["left"] is not None and (room is None or row["left"] < room):
        told.append(f"about {duration(row['left'] / speed)} left if the means stay")
    elif room is not None:
        words = "at most " if row["kind"] in KINDS else ""
        told.append(f"{words}{duration(room / speed)} left")
    return told
