"""How a match looks in a terminal while it is played: games, speed, the score so far with its interval, time left."""

import time
from typing import TYPE_CHECKING

from ponnuki.cli.status_line import StatusLine
from ponnuki.lab.runs.durations import duration

if TYPE_CHECKING:
    from ponnuki.lab.matches.session import MatchProgress

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
            self.say(line_of(now))
            self._next = time.monotonic() + BETWEEN_SCORES


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
    return "; ".join(parts)
