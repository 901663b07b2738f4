"""One game between two players under a referee, who alone knows the rules, the score and the end.

A game always has a result. A player who crashes, stalls, runs out of time, plays an illegal move or says something
that is no move has lost it, and the game says which of these it was.
"""

import time
from dataclasses import dataclass, field
from typing import Any

from ponnuki.games.common import Color, IllegalMove, other_color
from ponnuki.match.conditions import Conditions
from ponnuki.match.referee import as_it_stands, judge
from ponnuki.players.create import AnyPosition
from ponnuki.players.seat import PlayerFault, Seat

_RESULTS = {"resign": "R", "time": "T"}
"""SGF's words for an end that is no score; every other fault is a forfeit, F."""


@dataclass(slots=True)
class Clock:
    """What a side has used."""

    seconds: float = 0.0
    moves: int = 0
    slowest: float = 0.0

    def add(self, seconds: float) -> None:
        """One move."""
        self.seconds += seconds
        self.moves += 1
        self.slowest = max(self.slowest, seconds)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a side did wrong."""

    color: Color
    kind: str
    message: str
    stderr: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For the details of a trial."""
        return {"kind": self.kind, "message": self.message, "stderr": list(self.stderr)}


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over. `reason` is score, limit, resign, or the kind of a fault; `how` the score was found."""

    position: AnyPosition
    winner: Color | None
    result: str
    reason: str
    how: str = ""
    fault: Fault | None = None
    clocks: dict[Color, Clock] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)
    """What players say of their moves, by the number of the move."""


def play_game(start: AnyPosition, conditions: Conditions, black: Seat, white: Seat) -> Game:
    """Play from a position, its opening moves made, to the end."""
    table = _Table(start, conditions, {"b": black, "w": white})
    try:
        for seat_color in ("b", "w"):
            table.begin(seat_color)
        while not table.position.is_over and table.position.move_number < conditions.move_limit:
            if table.turn() == "resign":
                return table.end_by(table.position.to_move, "resign")
    except _Lost as lost:
        return table.end_by(lost.fault.color, lost.fault.kind, lost.fault)
    return table.scored()


class _Lost(Exception):  # noqa: N818
    """A side has lost by a fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class _Table:
    """A game under way."""

    def __init__(self, start: AnyPosition, conditions: Conditions, seats: dict[Color, Seat]) -> None:
        self.position: AnyPosition = start
        self._conditions = conditions
        self._seats = seats
        self._clocks: dict[Color, Clock] = {"b": Clock(), "w": Clock()}
        self._remarks: dict[int, str] = {}

    def begin(self, color: Color) -> None:
        try:
            self._seats[color].begin(self.position, self._conditions.komi)
        except PlayerFault as fault:
            raise _lost(color, fault) from None

    def turn(self) -> str:
        """One move; what the player said."""
        color = self.position.to_move
        move = self._choose(color)
        if move != "resign":
            self._make(color, move)
        return move

    def _choose(self, color: Color) -> str:
        began = time.monotonic()
        try:
            return self._seats[color].choose(self.position)
        except PlayerFault as fault:
            raise _lost(color, fault) from None
        finally:
            self._clocks[color].add(time.monotonic() - began)

    def _make(self, color: Color, move: str) -> None:
        seat, other = self._seats[color], other_color(color)
        try:
            self.position = self.position.play(move)
        except IllegalMove as error:
            raise _Lost(Fault(color, "illegal", str(error), tuple(seat.stderr))) from None
        if remark := seat.remark:
            self._remarks[self.position.move_number] = remark
        if self.position.is_over:
            return
        try:
            self._seats[other].see(color, move, self.position)
        except PlayerFault as fault:
            raise _lost(other, fault) from None

    def end_by(self, loser: Color, reason: str, fault: Fault | None = None) -> Game:
        winner = other_color(loser)
        result = f"{winner.upper()}+{_RESULTS.get(reason, 'F')}"
        return Game(self.position, winner, result, reason, "", fault, self._clocks, self._remarks)

    def scored(self) -> Game:
        """The score once the game is over, or as the board stands at the move limit."""
        if self.position.is_over:
            reason = "score"
            self._tell_last_move()
            found = judge(self.position, self._conditions, self._seats["b"], self._seats["w"])
        else:
            reason, found = "limit", as_it_stands(self.position, self._conditions)
        winner: Color | None = None if found.score == 0 else "b" if found.score > 0 else "w"
        return Game(self.position, winner, found.result, reason, found.how, None, self._clocks, self._remarks)

    def _tell_last_move(self) -> None:
        """Programs count moves too; whatever one of them does now no longer decides the game."""
        color, move = self.position.history[-1]
        try:
            self._seats[other_color(color)].see(color, move, self.position)
        except PlayerFault:
            return


def _lost(color: Color, fault: PlayerFault) -> _Lost:
    return _Lost(Fault(color, fault.kind, fault.message, tuple(fault.stderr)))
