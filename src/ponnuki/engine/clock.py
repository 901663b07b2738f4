"""Time on the clock, and how much of it to spend on a move.

`TimeControl` is what was agreed, `Remaining` what one player has left, and `budget` the rule that turns the two into
seconds for one move: pure functions, so that whole games can be simulated in a test. `Clock` keeps both players'
time for controllers that never say `time_left`.
"""

from dataclasses import dataclass
from typing import Literal

from ponnuki.games.common import Color

Kind = Literal["none", "absolute", "canadian", "byoyomi"]

LAG = 0.15
"""Seconds a move may cost beyond the search: the controller, the network, the last chunk of simulations. A guess."""
LEAST = 0.01
"""Seconds for a move when there is no time left."""
RESERVED_SHARE = 0.25
"""At most this part of the main time is kept for lag; on fast clocks thinking matters more."""
GAME_LENGTH = 0.37
"""Own moves in a game by points of the board: about 30 on 9x9 and 133 on 19x19."""
LEAST_MOVES_LEFT = 0.12
"""Own moves to allow for, by points of the board, however long the game has been."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Main time, then overtime: `count` stones in each period (canadian) or `count` periods of a move (byoyomi)."""

    kind: Kind = "none"
    main: float = 0.0
    period: float = 0.0
    count: int = 0

    @classmethod
    def canadian(cls, main: float, period: float, stones: int) -> "TimeControl":
        """As `time_settings` means it: no stones is no limit, no period is sudden death."""
        if (period > 0 and stones == 0) or (main == 0 and period == 0):
            return cls()
        return cls("canadian", main, period, stones) if period > 0 else cls("absolute", main)

    def start(self) -> "Remaining":
        """What a player has before the first move."""
        return Remaining(self.main, 0) if self.main > 0 or self.kind == "absolute" else self.overtime()

    def overtime(self) -> "Remaining":
        """What a player has when overtime begins."""
        return Remaining(self.period, self.count)

    @property
    def per_move(self) -> float:
        """Seconds for a move in overtime; 0 without overtime."""
        return {"canadian": self.period / max(self.count, 1), "byoyomi": self.period}.get(self.kind, 0.0)


@dataclass(frozen=True, slots=True)
class Remaining:
    """Seconds left, and for how many: stones (canadian) or periods (byoyomi); 0 is main time."""

    seconds: float
    count: int = 0


def moves_left(points: int, played: int) -> int:
    """Own moves to expect when a player has made `played` of them."""
    return max(round(GAME_LENGTH * points) - played, round(LEAST_MOVES_LEFT * points), 1)


def budget(control: TimeControl, left: Remaining, points: int, played: int) -> float | None:
    """Seconds for the next move, lag set aside; None if there is no clock.

    Main time is shared among the moves to expect, overtime among its stones. Without overtime a reserve is kept that
    pays the lag of as many moves as the board has points.
    """
    if control.kind == "none":
        return None
    if left.count > 0:
        stones = left.count if control.kind == "canadian" else 1
        return max(left.seconds / stones - LAG, LEAST)
    if control.kind == "absolute":
        reserve = min(points * LAG, RESERVED_SHARE * control.main)
        return max((left.seconds - reserve) / moves_left(points, played) - LAG, LEAST)
    share = left.seconds / moves_left(points, played)
    return max(min(max(share, control.per_move), left.seconds + control.per_move) - LAG, LEAST)


def spend(control: TimeControl, left: Remaining, seconds: float) -> Remaining:
    """What is left after a move that took so long; a player who is out of time has 0 seconds."""
    if control.kind == "none":
        return left
    if left.count == 0:
        if seconds <= left.seconds or control.kind == "absolute":
            return Remaining(max(left.seconds - seconds, 0.0))
        return spend(control, control.overtime(), seconds - left.seconds)
    if control.kind == "byoyomi":
        lost = int(seconds // control.period)
        return Remaining(control.period, left.count - lost) if lost < left.count else Remaining(0.0, 1)
    if seconds > left.seconds:
        return Remaining(0.0, left.count)
    return Remaining(left.seconds - seconds, left.count - 1) if left.count > 1 else control.overtime()


class Clock:
    """Both players' time."""

    def __init__(self) -> None:
        self.control = TimeControl()
        self._left: dict[Color, Remaining] = {}

    def agree(self, control: TimeControl) -> None:
        """A time control for the games to come."""
        self.control = control
        self.restart()

    def restart(self) -> None:
        """A new game: all time is there again."""
        self._left = {"b": self.control.start(), "w": self.control.start()}

    def correct(self, color: Color, left: Remaining) -> None:
        """What the controller says a player has left."""
        self._left[color] = left

    def spend(self, color: Color, seconds: float) -> None:
        """Take the time of a move off a player's clock."""
        if self.control.kind != "none":
            self._left[color] = spend(self.control, self._left[color], seconds)

    def budget(self, color: Color, points: int, played: int) -> float | None:
        """Seconds for a player's next move; None without a clock."""
        return budget(self.control, self._left[color], points, played) if self.control.kind != "none" else None

    def left(self, color: Color) -> Remaining | None:
        """A player's time; None without a clock."""
        return self._left.get(color) if self.control.kind != "none" else None
