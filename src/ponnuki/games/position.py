"""What the positions of our games share in code; what others may ask of any position is in `common`."""

from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar

from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove, Moves, other_color
from ponnuki.kernels.records import Records

AnyRules = TypeVar("AnyRules")


class PlayedPosition(ABC, Generic[AnyRules]):
    """What the positions of our games keep alike: a kernel's board, whose turn it is, and the moves that led here.

    A game adds what its rules must remember, and the rules themselves.
    """

    __slots__ = ("_history", "_records", "_rules", "_size", "_start", "_to_move")

    def __init__(self, records: Records, size: int, to_move: Color, rules: AnyRules) -> None:
        self._records = records
        self._size = size
        self._to_move: Color = to_move
        self._rules = rules
        self._history: Moves = ()
        self._start: Self | None = None  # None: here

    @property
    def size(self) -> int:
        """Lines of the board, or cells of a side."""
        return self._size

    @property
    def rules(self) -> AnyRules:
        """The rules in force."""
        return self._rules

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return self._to_move

    @property
    def last_move(self) -> str | None:
        """The last move, a point, "pass" or "swap"; None before the first."""
        return self._history[-1][1] if self._history else None

    @property
    def move_number(self) -> int:
        """How many moves have been played, passes and a swap included."""
        return len(self._history)

    @property
    def history(self) -> Moves:
        """All moves since the start."""
        return self._history

    @property
    def start(self) -> Self:
        """The position from which the history leads here."""
        return self if self._start is None else self._start

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def rows(self) -> list[str]:
        """The board as `from_rows` takes it."""

    def __repr__(self) -> str:
        return f"Position.from_rows({self.rows()}, to_move={self._to_move!r}, rules={self._rules})"

    def _mover(self, move: str, color: Color | None) -> Color:
        """Who makes a move, by default the player to move; nobody does once the game is over."""
        color = color or self._to_move
        if color not in COLOR_NAMES:
            raise BadInput(f"a colour must be 'b' or 'w', not {color!r}")
        if self.is_over:
            raise IllegalMove(color, move, "the game is over")
        return color

    def _copy(self, color: Color, move: str) -> Self:
        """The position after a move, but for what the move does on the board."""
        after = object.__new__(type(self))
        after._records = self._records.copy()
        after._size, after._rules, after._start = self._size, self._rules, self.start
        after._to_move = other_color(color)
        after._history = (*self._history, (color, move))
        return after


def check_to_move(to_move: str) -> None:
    """Refuse what is no colour, before a position is made of it."""
    if to_move not in COLOR_NAMES:
        raise BadInput(f"to_move must be 'b' or 'w', not {to_move!r}")
