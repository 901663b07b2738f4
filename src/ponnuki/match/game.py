"""One game between two players under a referee, who alone knows the rules, the score and the end.

A game always has a result. A player who crashes, stalls, runs out of time, plays an illegal move or says something
that is no move has lost it, and the game says which of these it was.
"""

import time
from dataclasses import dataclass, field, replace
from typing import Any

from ponnuki.games.common import Color, GamePosition, IllegalMove, other_color
from ponnuki.match.adjudication import Adjudication, Adjudicator
from ponnuki.match.conditions import Conditions
from ponnuki.match.referee import judge
from ponnuki.players.game_player import GamePlayer, PlayerFault

ADJUDICATED = "adjudication"
_RESULTS = {"resign": "R", "time": "T", ADJUDICATED: "A"}
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
        """The fault as JSON values, for the details of a trial."""
        return {"kind": self.kind, "message": self.message, "stderr": list(self.stderr)}


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over. `reason` is score, limit, resign, adjudication, or the kind of a fault; `how` is how a score
    was found."""

    position: GamePosition
    winner: Color | None
    result: str
    reason: str
    how: str = ""
    fault: Fault | None = None
    clocks: dict[Color, Clock] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)
    """What players say of their moves, by the number of the move."""

    @property
    def ended_by(self) -> str:
        """By what it ended, in words."""
        return how_it_ended(self.reason, self.how)


def how_it_ended(reason: str, how: str) -> str:
    """How the score was found, such as stalemate; where there is none, the reason."""
    return how if reason == "score" and how else reason


def play_game(start: GamePosition, conditions: Conditions, black: GamePlayer, white: GamePlayer) -> Game:
    """Play from a position, its opening moves made, to the end."""
    table = _Table(start, conditions, {"b": black, "w": white})
    try:
        for color in ("b", "w"):
            table.begin(color)
        while not table.position.is_over and table.position.move_number < conditions.move_limit:
            if table.turn() == "resign":
                return table.end_by(table.position.to_move, "resign")
            if (ended := table.adjudicated()) is not None:
                return ended
    except _Lost as lost:
        return table.end_by(lost.fault.color, lost.fault.kind, lost.fault)
    return table.scored()


class _Lost(Exception):  # noqa: N818
    """A side has lost by a fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class _Table:
    """A game under way."""

    def __init__(self, start: GamePosition, conditions: Conditions, players: dict[Color, GamePlayer]) -> None:
        self.position: GamePosition = start
        self._conditions = conditions
        self._players = players
        self._clocks: dict[Color, Clock] = {"b": Clock(), "w": Clock()}
        self._remarks: dict[int, str] = {}
        self._adjudicator = Adjudicator(Adjudication.read(conditions.resign_at, conditions.draw_at))
        for color, player in players.items():
            player.meet(players[other_color(color)])

    def begin(self, color: Color) -> None:
        try:
            self._players[color].begin(self.position, self._conditions.komi)
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
            return self._players[color].choose(self.position)
        except PlayerFault as fault:
            raise _lost(color, fault) from None
        finally:
            self._clocks[color].add(time.monotonic() - began)

    def _make(self, color: Color, move: str) -> None:
        player, other = self._players[color], other_color(color)
        try:
            self.position = self.position.play(move)
        except IllegalMove as error:
            raise _lost(color, PlayerFault("illegal", str(error), player.stderr)) from None
        self._adjudicator.hear(color, player.evaluation)
        if remark := player.remark:
            self._remarks[self.position.move_number] = remark
        if self.position.is_over:
            return
        try:
            self._players[other].see(color, move, self.position)
        except PlayerFault as fault:
            raise _lost(other, fault) from None

    def adjudicated(self) -> Game | None:
        """The game as both sides see it, if that ends it."""
        if self.position.is_over:
            return None
        if (loser := self._adjudicator.loser()) is not None:
            return replace(self.end_by(loser, ADJUDICATED), how="both say that it is lost")
        if self._adjudicator.is_drawn():
            return Game(
                self.position, None, "0", ADJUDICATED, "both say that it is drawn", None, self._clocks, self._remarks
            )
        return None

    def end_by(self, loser: Color, reason: str, fault: Fault | None = None) -> Game:
        winner = other_color(loser)
        result = f"{winner.upper()}+{_RESULTS.get(reason, 'F')}"
        return Game(self.position, winner, result, reason, "", fault, self._clocks, self._remarks)

    def scored(self) -> Game:
        """The score once the game is over, or as the board stands at the move limit."""
        if self.position.is_over:
            reason = "score"
            self._tell_last_move()
            found = judge(self.position, self._conditions, self._players["b"], self._players["w"])
        else:
            reason, found = "limit", self._conditions.kit.as_it_stands(self.position, self._conditions.komi)
        winner: Color | None = None if found.score == 0 else "b" if found.score > 0 else "w"
        return Game(self.position, winner, found.result, reason, found.how, None, self._clocks, self._remarks)

    def _tell_last_move(self) -> None:
        """Programs count moves too; whatever one of them does now no longer decides the game."""
        color, move = self.position.history[-1]
        try:
            self._players[other_color(color)].see(color, move, self.position)
        except PlayerFault:
            return


def _lost(color: Color, fault: PlayerFault) -> _Lost:
    return _Lost(Fault(color, fault.kind, fault.message, tuple(fault.stderr)))
