"""Time on the clock, and how much of it to spend on a move.

`TimeControl` is what was agreed, `Remaining` what one player has left, and `budget` the rule that turns the two into
seconds for one move: pure functions, so that whole games can be simulated in a test. `Clock` keeps both players'
time for controllers that never say `time_left`, and learns from those that do how much a move costs beyond what is
measured here: the controller and the network.
"""

from dataclasses import dataclass
from typing import Literal

from ponnuki.games.common import Color

Kind = Literal["none", "absolute", "canadian", "byoyomi"]

LAG = 0.15
"""Seconds set aside where a single move may be too late, as in overtime: the controller, the network, the last chunk of
simulations, a busy machine. A guess."""
LEAST = 0.01
"""Seconds for a move when there is no time left."""
LEAST_MOVE = 0.013
"""Seconds that a hurried move costs."""
HURRY = 0.03
"""A move with less time than this, in seconds, gets `HURRIED_SIMULATIONS` only: the first look at the clock, after a
chunk of simulations, would come too late."""
HURRIED_SIMULATIONS = 32
GAME_LENGTH = 0.28
"""Own moves, by points of the board, among which main time is shared: about 23 on 9x9 and 101 on 19x19. Our own games
on 9x9 end by resignation after 20 to 29 moves of each side; time is worth more before that than at the end."""
LEAST_MOVES_LEFT = 0.1
"""Own moves to allow for, by points of the board, however long the game has been."""
LONGEST = 0.75
"""Own moves of a very long game by points of the board; so many can still be made in a hurry."""
SLACK = 0.02
"""Share of the main time that is kept for a machine that does something else for a while."""
RESERVED_SHARE = 0.25
"""At most this part of the main time is kept."""


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


def reserve(control: TimeControl, points: int, played: int, lag: float) -> float:
    """Seconds of sudden death that are kept: to play on to the end of a very long game, and for mishaps."""
    hurried = max(LONGEST * points - played, LEAST_MOVES_LEFT * points)
    return min(hurried * (LEAST_MOVE + lag) + SLACK * control.main, RESERVED_SHARE * control.main)


def budget(control: TimeControl, left: Remaining, points: int, played: int, lag: float = 0.0) -> float | None:
    """Seconds for the next move; None if there is no clock. `lag` is what a move costs beyond these.

    Main time is shared among the moves to expect, overtime among its stones. Where time that is over is a loss, the
    last moment is kept: in sudden death the reserve, in overtime `LAG`.
    """
    if control.kind == "none":
        return None
    if left.count > 0:
        stones = left.count if control.kind == "canadian" else 1
        return max((left.seconds - max(LAG, lag)) / stones - (lag if stones > 1 else 0.0), LEAST)
    moves = moves_left(points, played)
    if control.kind == "absolute":
        return max((left.seconds - reserve(control, points, played, lag)) / moves - lag, LEAST)
    share = left.seconds / moves
    return max(min(max(share, control.per_move), left.seconds + control.per_move) - max(LAG, lag), LEAST)


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
        self._lag = _Lag()

    @property
    def lag(self) -> float:
        """Seconds that a move costs beyond what was measured here, as far as the controller has said."""
        return self._lag.seconds

    def agree(self, control: TimeControl) -> None:
        """A time control for the games to come."""
        self.control = control
        self.restart()

    def restart(self) -> None:
        """A new game: all time is there again."""
        self._left = {"b": self.control.start(), "w": self.control.start()}
        self._lag.restart()

    def correct(self, color: Color, left: Remaining) -> None:
        """What the controller says a player has left."""
        if self.control.kind != "none":
            self._lag.learn(color, self._left[color], left)
        self._left[color] = left

    def spend(self, color: Color, seconds: float) -> None:
        """Take the time of a move off a player's clock."""
        if self.control.kind != "none":
            self._left[color] = spend(self.control, self._left[color], seconds)
            self._lag.moved(color)

    def budget(self, color: Color, points: int, played: int) -> float | None:
        """Seconds for a player's next move; None without a clock."""
        if self.control.kind == "none":
            return None
        return budget(self.control, self._left[color], points, played, self.lag)

    def left(self, color: Color) -> Remaining | None:
        """A player's time; None without a clock."""
        return self._left.get(color) if self.control.kind != "none" else None


class _Lag:
    """The mean cost of a move beyond what was measured here, by what the controller says is left of main time.

    Many controllers say whole seconds: then up to one second of all that is missing may be rounding.
    """

    def __init__(self) -> None:
        self._missing, self._moves, self._whole = 0.0, 0, True
        self._moved: set[Color] = set()

    def restart(self) -> None:
        """A new game on the same clock: keep the lag that was measured, forget moves that are not yet accounted for."""
        self._moved.clear()

    def moved(self, color: Color) -> None:
        """A player has made a move of which the controller has not spoken yet."""
        self._moved.add(color)

    def learn(self, color: Color, believed: Remaining, said: Remaining) -> None:
        """Compare what a player should have left with what the controller says."""
        if color in self._moved and believed.count == said.count == 0:
            self._missing += believed.seconds - said.seconds
            self._moves += 1
            self._whole = self._whole and said.seconds == int(said.seconds)
        self._moved.discard(color)

    @property
    def seconds(self) -> float:
        """Seconds of lag a move."""
        return max(self._missing - self._whole, 0.0) / self._moves if self._moves else 0.0
