"""What positions of all games have in common, for whoever plays, judges or records a game without knowing which."""

from typing import Literal, Protocol, Self

from ponnuki.errors import BadInput

Color = Literal["b", "w"]
COLOR_NAMES: dict[Color, str] = {"b": "Black", "w": "White"}
Moves = tuple[tuple[Color, str], ...]
"""Moves of a game, as (colour, move) pairs."""


class IllegalMove(BadInput):
    """A move that the rules forbid; `reason` says which rule."""

    def __init__(self, color: Color, move: str, reason: str) -> None:
        super().__init__(f"illegal move {color.upper()} {move}: {reason}")
        self.reason = reason


class OffBoard(BadInput):
    """A word that names a point, but none of this board."""


def other_color(color: Color) -> Color:
    """The opponent's colour."""
    return "w" if color == "b" else "b"


class GamePosition(Protocol):
    """An immutable position of any game. Moves are words, and so are "pass" and "swap" where they exist."""

    @property
    def size(self) -> int:
        """Lines of the board, or cells of a side."""

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""

    @property
    def history(self) -> Moves:
        """All moves since the start, as (colour, move) pairs."""

    @property
    def start(self) -> Self:
        """The position from which the history leads here."""

    @property
    def last_move(self) -> str | None:
        """The last move; None before the first."""

    @property
    def move_number(self) -> int:
        """How many moves have been played."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    def rows(self) -> list[str]:
        """The board as text, row by row."""

    def legal_moves(self) -> list[str]:
        """All legal moves of the player to move."""

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move, by default of the player to move."""
