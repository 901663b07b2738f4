"""How a campaign looks in a terminal: a line that moves, a line for each iteration, and what was accepted, drawn."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from ponnuki.cli.output import plain, stderr_progress
from ponnuki.cli.status_line import StatusLine
from ponnuki.lab.runs.durations import duration

if TYPE_CHECKING:
    from ponnuki.lab.learn.confirm import Check, Confirmed
    from ponnuki.lab.learn.session import CampaignProgress, Limits
    from ponnuki.lab.learn.state import Iteration, State
    from ponnuki.lab.matches.session import MatchProgress


class LearnDisplay(StatusLine):
    """Progress on stderr: the iteration, games a second, the leader, and what is left of the limits."""

    def __init__(self, limits: "Limits") -> None:
        super().__init__()
        self._limits = limits
        self._begun = time.monotonic()
        self._told = -1
        self._played, self._before = 0, 0

    def looking(self) -> None:
        """The program plays some games to be looked at."""
        self.say("looking at games of the baseline", always=True)

    def show(self, now: "CampaignProgress") -> None:
        """Say how it stands; an iteration that has ended gets a line that stays."""
        over = [one for one in now.state.iterations if one.over]
        if self._told < 0:
            self._told = len(over)
        for one in over[self._told :]:
            self.console.print(plain(_line_of(one)))
        self._told = len(over)
        if now.race is None:
            self._before += self._played
            self._played = 0
            return
        self._played = now.race.driver.played
        self.say(self._line(now))

    def _line(self, now: "CampaignProgress") -> str:
        assert now.race is not None
        verdict = now.race.verdict
        seconds = time.monotonic() - self._begun
        speed, games = 2 * (self._before + self._played) / max(seconds, 1e-9), now.state.settings.counted_in
        closed = sum(one.verdict.trials for one in now.state.iterations if one.over)
        parts = [f"iteration {len(now.state.iterations)}: {verdict.trials} trials", f"{speed:.1f} {games}/s"]
        active = [(name, one) for name, one in verdict.bounds.items() if one.decision is None and one.trials]
        if active:
            name, one = max(active, key=lambda pair: pair[1].mean)
            parts.append(f"best {name} {one.mean:.3f} in [{one.lower:.3f}, {one.upper:.3f}]")
        parts.append(f"{len(now.state.accepted)} accepted so far")
        if self._limits.trials is not None:
            left = 2 * (self._limits.trials - closed - verdict.trials)
            parts.append(
                f"at most {left} {games} ({duration(left / speed)}) left" if speed else f"at most {left} {games} left"
            )
        if self._limits.seconds is not None:
            parts.append(f"at most {duration(max(0.0, self._limits.seconds - seconds))} left")
        return "; ".join(parts)


def _line_of(one: "Iteration") -> str:
    counts = f"{one.verdict.trials} trials, {len(one.verdict.dropped)} of {len(one.drawn.changes)} dropped"
    found = f"accepted {one.verdict.accepted[0]}" if one.verdict.accepted else "nothing accepted"
    return f"iteration {one.stored.number + 1}: {found} ({counts})"


def show_state(state: "State", why: str) -> None:
    """What a campaign has come to."""
    from ponnuki.knowledge.shape_text import write_rows
    from ponnuki.knowledge.shapes import Shape
    from ponnuki.lab.pages.campaign import headline
    from ponnuki.players.kit import find_kit

    typer.echo(f"{headline(state)} The session ended as {why}.")
    kit = find_kit(state.game)
    for place, one in enumerate(state.accepted, 1):
        standing, change = one.verdict.bounds[one.verdict.accepted[0]], one.accepted
        typer.echo(f"{place}: {one.verdict.accepted[0]}: mean {standing.mean:.3f} in {standing.trials} trials")
        if isinstance(change, Shape):
            for row in write_rows(change.mask, kit.surroundings):
                typer.echo(f"     {row}")


@contextmanager
def confirm_progress(
    wanted: "Sequence[tuple[Check, int]]",
) -> "Iterator[Callable[[int], Callable[[MatchProgress], None]]]":
    """A bar for all games of all checks, with the time that is left."""
    total = 2 * sum(count for _, count in wanted)
    with stderr_progress() as progress:
        task = progress.add_task("starting", total=total)
        done = [0] * len(wanted)

        def watch(part: int) -> "Callable[[MatchProgress], None]":
            done[:part] = [2 * count for _, count in wanted[:part]]

            def show(now: "MatchProgress") -> None:
                done[part] = 2 * now.done
                text = f"{wanted[part][0].label[:40]}: {2 * now.done} of {2 * now.total} games"
                progress.update(task, completed=sum(done), description=text)

            return show

        yield watch


def show_confirmed(done: "Sequence[Confirmed]") -> None:
    """One row for each check, as Hoock and Teytaud report theirs."""
    table = Table()
    for heading in ("tested", "against", "games", "rate", "verdict"):
        table.add_column(heading, justify="right" if heading in ("games", "rate") else "left")
    for one in done:
        error = "" if one.standard_error is None else f" ± {100 * one.standard_error:.2f}"
        table.add_row(
            plain(one.label), plain(one.opponent), str(one.games), f"{100 * one.rate:.2f}{error} %", one.verdict
        )
    Console().print(table)
