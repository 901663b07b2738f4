"""Time for a whole game, as `tc = "10+0.1"` says it: seconds at the beginning, and seconds more after each move.

Both sides have clocks of their own, so one may be given less than the other. A margin is how late an answer may come
before the game is lost: the time between a program's answer and our reading it is not the program's.
"""

import math
import re
from dataclasses import dataclass

from ponnuki.errors import BadInput

DEFAULT_MARGIN = 0.1
"""Seconds; on a busy machine reading an answer takes some hundredths (a guess)."""
_TEXT = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the game, and for each move."""

    base: float
    increment: float = 0.0

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """From `10+0.1`, or `60` without an increment."""
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise BadInput(f"tc: {text!r} is no time control: it must look like 10+0.1, seconds and seconds a move")
        base, increment = float(found[1]), float(found[2] or 0)
        if not (base > 0 and math.isfinite(base + increment)):
            raise BadInput(f"tc: {text!r} gives no time to begin with")
        return cls(base, increment)


class GameClock:
    """The clock of one side during a game."""

    def __init__(self, control: TimeControl, margin: float) -> None:
        self.control = control
        self.left = control.base
        self._margin = margin

    @property
    def patience(self) -> float:
        """Seconds from now on in which an answer is in time."""
        return self.left + self._margin

    def spend(self, seconds: float) -> bool:
        """Count a move; whether it was in time."""
        left = self.left - seconds
        self.left = max(0.0, left) + self.control.increment
        return left >= -self._margin
