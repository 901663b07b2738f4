"""How a match looks in a terminal while it is played: games, speed, the score so far with its interval, time left."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ponnuki.cli.faults import faults_in_words
from ponnuki.cli.intervals import Scale, bar, letters_for
from ponnuki.cli.output import plain
from ponnuki.cli.status_line import StatusLine
from ponnuki.lab.runs.durations import duration

if TYPE_CHECKING:
    from ponnuki.lab.matches.session import MatchProgress

LONGEST_BAR = 60
SIDES = {"candidate": "A", "baseline": "B"}
"""What a pair of games calls its players, as a match calls them."""
BETWEEN_SCORES = 0.5
"""Seconds between two looks at the score, whose interval takes a moment."""


class MatchDisplay(StatusLine):
    """Progress on stderr; of a tournament without the score, as there is one for each pairing."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def show(self, now: "MatchProgress") -> None:
        """Say how it stands."""
        if time.monotonic() >= self._next:
            if self.is_live and len(now.results) == 1 and now.results[0]:
                self.draw(MatchScore(now))
            else:
                self.say(line_of(now))
            self._next = time.monotonic() + BETWEEN_SCORES


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match as a bar around one half, and the line under it."""

    now: "MatchProgress"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from ponnuki.lab.matches import elo

        counts = self.now.results[0]
        interval, mean = elo.rate_interval(counts), elo.rate(counts)
        scale = Scale.around(interval, (0.5,))
        width = min(LONGEST_BAR, options.max_width - 2 * len("0.000 "))
        drawn = bar(scale, max(1, width), interval, mean, letters_for(console.encoding))
        yield Text(f"{scale.low:.3f} {drawn} {scale.high:.3f}", no_wrap=True)
        yield plain(line_of(self.now))


def line_of(now: "MatchProgress") -> str:
    """A match that is under way, in one line."""
    speed = now.driver.played / max(now.driver.seconds, 1e-9)
    parts = [f"{2 * now.done} of {2 * now.total} games", f"{2 * speed:.3g} games/s"]
    if len(now.results) == 1 and now.results[0]:
        from ponnuki.lab.matches import elo

        low, high = elo.rate_interval(now.results[0])
        parts.append(f"A scores {elo.rate(now.results[0]):.3f} in [{low:.3f}, {high:.3f}]")
    if speed > 0:
        parts.append(f"about {duration((now.total - now.done) / speed)} left")
    return "; ".join(parts + faults_in_words(now.driver.faults, SIDES))
