"""The game that a controller and the engine share: where it started, and every move with the board after it.

A game is a value: `play` and `undo` give another one, so that a command that fails half-way has changed nothing.

Two passes end a game of Go, but a controller may play on (a dispute about dead stones, a person who passed by
mistake). A move after the end is played on the last position that was not over: the board is the same, and with it
goes all the history that superko needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from ponnuki.games.common import Color
from ponnuki.games.go.position import Position
from ponnuki.games.go.rules import Rules
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.games.havannah.rules import Rules as HavannahRules
from ponnuki.players.create import AnyPosition


@dataclass(frozen=True, slots=True)
class Turn:
    """One move and the position after it."""

    color: Color
    move: str
    position: AnyPosition


@dataclass(frozen=True, slots=True)
class Game:
    """A start, which may have stones on it, and the moves since."""

    start: AnyPosition
    turns: tuple[Turn, ...] = ()

    @classmethod
    def new(cls, size: int, rules: Rules) -> Self:
        """An empty board."""
        return cls(Position.empty(size, rules))

    @property
    def position(self) -> AnyPosition:
        """The board now."""
        return self.turns[-1].position if self.turns else self.start

    @property
    def moves(self) -> tuple[tuple[Color, str], ...]:
        """The moves as records keep them."""
        return tuple((turn.color, turn.move) for turn in self.turns)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been played or set up."""
        return not self.turns and not any(set(row) - {"."} for row in self.start.rows())

    def play(self, color: Color, move: str) -> Self:
        """The game with one more move; of either colour, and in Go also after two passes."""
        after = self._ongoing().play(move, color)
        return replace(self, turns=(*self.turns, Turn(color, after.last_move or move, after)))

    def undo(self, count: int = 1) -> Self | None:
        """The game with fewer moves; None if there are not so many."""
        return replace(self, turns=self.turns[: len(self.turns) - count]) if count <= len(self.turns) else None

    def under(self, rules: Rules) -> "Game":
        """The same moves of a game of Go under other rules, if they are legal there."""
        game = Game(Position.from_rows(self.start.rows(), self.start.to_move, rules))
        for color, move in self.moves:
            game = game.play(color, move)
        return game

    def position_for(self, color: Color) -> AnyPosition:
        """The board with a colour to move and the game going on, for a player to think about.

        Mostly the position itself. After passes it is the one before them; where the same colour moves twice it is
        the board alone, without the history that superko forbids: the move has to be checked by `play`.
        """
        for position in self._same_board():
            if position.to_move == color and not position.is_over:
                return position
        last = self.position
        assert isinstance(last, Position)
        records = last.records
        records[0].ko = 0
        return Position(records, last.size, color, last.rules)

    def _same_board(self) -> Iterator[AnyPosition]:
        """Positions from the last one back, for as long as only passes lie between."""
        yield self.position
        for number in range(len(self.turns) - 1, -1, -1):
            if self.turns[number].move != "pass":
                return
            yield self.turns[number - 1].position if number else self.start

    def _ongoing(self) -> AnyPosition:
        return next(position for position in self._same_board() if not position.is_over)


@dataclass(frozen=True, slots=True)
class HavannahGame(Game):
    """A game that is over once somebody has won: there is no playing on, and there are no passes."""

    def position_for(self, color: Color) -> AnyPosition:
        """The board with a colour to move; where the same colour moves twice it is the board alone."""
        last = self.position
        assert isinstance(last, HavannahPosition)
        if last.to_move == color:
            return last
        return HavannahPosition.from_stones(last.size, last.stones(), color, last.rules)

    def _ongoing(self) -> AnyPosition:
        return self.position


AnyRules = Rules | HavannahRules


def new_game(size: int, rules: AnyRules) -> Game:
    """An empty board of the game that the rules are of."""
    if isinstance(rules, HavannahRules):
        return HavannahGame(HavannahPosition.empty(size, rules))
    return Game.new(size, rules)
