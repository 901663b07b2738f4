"""The game that a controller and the engine share: where it started, and every move with the board after it.

A game is a value: `play` and `undo` give another one, so that a command that fails half-way has changed nothing.

Two passes may end a game, but a controller may play on where the game's kit allows it (a dispute about dead stones, a
person who passed by mistake). A move after the end is played on the last position that was not over: the board is the
same, and with it goes all the history that a rule against repetition needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from ponnuki.games.common import Color, GamePosition
from ponnuki.players.kit import Kit


@dataclass(frozen=True, slots=True)
class Turn:
    """One move and the position after it."""

    color: Color
    move: str
    position: GamePosition


@dataclass(frozen=True, slots=True)
class Game:
    """A start, which may have stones on it, and the moves since."""

    kit: Kit[Any]
    start: GamePosition
    turns: tuple[Turn, ...] = ()

    @classmethod
    def new(cls, kit: Kit[Any], size: int, rules: Any) -> Self:
        """The start of a game of that kind."""
        return cls(kit, kit.start(size, rules))

    @property
    def position(self) -> GamePosition:
        """The board now."""
        return self.turns[-1].position if self.turns else self.start

    @property
    def moves(self) -> tuple[tuple[Color, str], ...]:
        """The moves as records keep them."""
        return tuple((turn.color, turn.move) for turn in self.turns)

    def play(self, color: Color, move: str) -> Self:
        """The game with one more move, of either colour."""
        after = self._ongoing().play(move, color)
        return replace(self, turns=(*self.turns, Turn(color, after.last_move or move, after)))

    def undo(self, count: int = 1) -> Self | None:
        """The game with fewer moves; None if there are not so many."""
        return replace(self, turns=self.turns[: len(self.turns) - count]) if count <= len(self.turns) else None

    def position_for(self, color: Color) -> GamePosition:
        """The board with a colour to move and, if it may, the game going on, for a player to think about.

        Mostly the position itself. After passes it is the one before them; where the same colour moves twice it is
        the board alone, without the history that a rule against repetition needs: the move has to be checked by `play`.
        """
        for position in self._same_board():
            if position.to_move == color and not position.is_over:
                return position
        return self.kit.with_turn(self.position, color)  # type: ignore[no-any-return]

    def _same_board(self) -> Iterator[GamePosition]:
        """Positions from the last one back, for as long as only passes lie between."""
        yield self.position
        if not self.kit.resumable:
            return
        for number in range(len(self.turns) - 1, -1, -1):
            if self.turns[number].move != "pass":
                return
            yield self.turns[number - 1].position if number else self.start

    def _ongoing(self) -> GamePosition:
        return next((position for position in self._same_board() if not position.is_over), self.position)
