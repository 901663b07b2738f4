"""How a race looks in a terminal: a table that moves while it runs, and one that stays at its end."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.table import Table

from ponnuki.cli.faults import faults_in_words
from ponnuki.cli.output import plain
from ponnuki.cli.race_table import RaceTable
from ponnuki.cli.status_line import StatusLine
from ponnuki.lab.runs.durations import duration
from ponnuki.match.adjudication import COST
from ponnuki.match.conditions import ADJUDICATION
from ponnuki.processes.words import cleaned

if TYPE_CHECKING:
    from ponnuki.lab.races.session import RaceOutcome, RaceProgress, Session
    from ponnuki.race import Verdict
    from ponnuki.race.verdict import Standing

NARROWEST = 72
"""Columns of a terminal that the table of candidates needs; in a narrower one each has lines of its own."""
BETWEEN_TABLES = 0.25
"""Seconds between two tables."""


class RaceDisplay(StatusLine):
    """Progress on stderr: candidates with their intervals, speed, an estimate that says what it rests on, losses."""

    def __init__(self, session: "Session") -> None:
        from ponnuki.race.thresholds import rate

        super().__init__()
        file = session.file
        self._games = session.contest.games_per_trial
        self._thresholds = rate(file.accept_above, file.prior_variance), rate(file.drop_below, file.prior_variance)
        self._budget = session.budget or file.budget
        self._next = 0.0

    def show(self, progress: "RaceProgress") -> None:
        """Say how it stands: as a table in a terminal, else in a line."""
        if not self.is_live:
            self.say("; ".join(self._facts(progress, with_best=True)))
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN_TABLES
            self.draw(RaceTable(progress.verdict, self._thresholds, self._facts(progress)))

    def _facts(self, progress: "RaceProgress", with_best: bool = False) -> list[str]:
        from ponnuki.lab.simulation.estimate import trials_left

        verdict, driver = progress.verdict, progress.driver
        speed = driver.played / max(driver.seconds, 1e-9)
        unit = "games/s" if self._games > 1 else "trials/s"
        facts = [f"{verdict.trials} trials counted", f"{speed * self._games:.1f} {unit}"]
        active = [(name, one) for name, one in verdict.bounds.items() if one.decision is None and one.trials]
        if with_best and active:
            name, one = max(active, key=lambda pair: pair[1].mean)
            facts.append(f"best {name} {one.mean:.3f} in [{one.lower:.3f}, {one.upper:.3f}]")
        if verdict.status == "running":
            facts += self._left(trials_left(verdict, *self._thresholds), verdict.trials, speed)
        if driver.replayed:
            facts.append(f"{driver.replayed} played again")
        return facts + faults_in_words(driver.faults)

    def _left(self, left: int | None, counted: int, speed: float) -> list[str]:
        """What is left to play: an estimate, or what the budget allows if that is less."""
        room = None if self._budget is None else self._budget - counted
        if left is not None and (room is None or left < room):
            return [f"about {left} trials{_at(left, speed)} left if the means stay"]
        return [] if room is None else [f"at most {room} trials{_at(room, speed)} left"]


def show_outcome(outcome: "RaceOutcome", store: Path) -> None:
    """The verdict in a sentence, and the candidates in a table."""
    verdict = outcome.verdict
    sentences = {
        "accepted": f"accepted: {', '.join(str(name) for name in verdict.accepted)}",
        "none": "nothing was accepted: every candidate was dropped",
        "undecided": f"undecided: the budget of {outcome.budget} trials is spent; rerun with more to extend it",
    }
    typer.echo(f"{outcome.run.name}: {sentences[verdict.status]} ({verdict.trials} trials counted)")
    console = Console()
    if console.width < NARROWEST:
        for name, one in verdict.bounds.items():
            console.print(plain(f"{name}: {one.decision or 'open'} after {one.trials} trials"))
            console.print(plain(f"  {_mean(one)} [{one.lower:.4f}, {one.upper:.4f}]"))
    else:
        console.print(_table(verdict))
    if verdict.dropped:
        typer.echo("dropped does not mean proven bad: the drop risk is per candidate")
    if not outcome.reproducible:
        typer.echo("recorded trials: the verdict is a function of the journal, not of the seed alone")
    if any(outcome.run.settings.get(key) for key in ADJUDICATION):
        typer.echo(COST)
    if verdict.asymptotic:
        typer.echo("asymptotic bound: no finite-sample guarantee")
    typer.echo(f"in {store} as {outcome.run.name} ({outcome.run.id}); ponnuki report {outcome.run.name} draws it")


def _table(verdict: "Verdict") -> Table:
    """One row for each candidate."""
    table = Table()
    for heading in ("candidate", "trials", "mean", "lower", "upper", "decision"):
        table.add_column(heading, justify="left" if heading in ("candidate", "decision") else "right")
    for name, one in verdict.bounds.items():
        bounds = (f"{value:.4f}" for value in (one.lower, one.upper))
        table.add_row(plain(name), str(one.trials), _mean(one), *bounds, one.decision or "open")
    return table


def _mean(one: "Standing") -> str:
    """What was never tried has no mean."""
    return f"{one.mean:.4f}" if one.trials else "–"


def show_checks(rows: list[dict[str, Any]]) -> None:
    """One line for each candidate that was tried."""
    for row in rows:
        how = "the same twice" if row["reproducible"] else "recorded: cannot be repeated"
        typer.echo(f"{row['name']}: reward {row['reward']:g}, {how}")
        for fault in row["faults"]:
            typer.echo(cleaned(f"  {fault.get('kind')}: {fault.get('message')}"))


def _at(trials: int, speed: float) -> str:
    return f" ({duration(trials / speed)})" if speed > 0 else ""
