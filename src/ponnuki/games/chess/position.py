"""An immutable position of chess. Moves are words as UCI has them: e2e4, e7e8q; in Chess960 the king takes his rook.

The board, its moves and what is legal are python-chess's; when a game is over, is said here: the third repetition and
fifty moves end it at once, as in all matches between programs.
"""

from typing import Self

import chess

from ponnuki.errors import BadInput
from ponnuki.games.chess.rules import SIZE, Rules
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove, Moves

REPETITIONS = 3


class Position:
    """A board with the moves that led to it."""

    __slots__ = ("_board", "_end", "_history", "_rules", "_start")

    def __init__(self, board: chess.Board, rules: Rules, history: Moves = (), start: Self | None = None) -> None:
        self._board, self._rules, self._history = board, rules, history
        self._start: Self = self if start is None else start
        self._end = _end(board)

    @classmethod
    def first(cls, rules: Rules) -> Self:
        """The usual first position."""
        return cls(chess.Board(chess960=rules.chess960), rules)

    @classmethod
    def from_fen(cls, fen: str, rules: Rules) -> Self:
        """A position by its FEN."""
        try:
            board = chess.Board(fen, chess960=rules.chess960)
        except ValueError as error:
            raise BadInput(f"{fen!r} is no position: {error}") from None
        if not board.is_valid():
            if not rules.chess960 and chess.Board(fen, chess960=True).is_valid():
                raise BadInput(f"{fen!r} is a position of Chess960: play it by these rules (--rules chess960)")
            raise BadInput(f"{fen!r} is no position that can come about: {_faults(board)}")
        return cls(board, rules)

    @property
    def size(self) -> int:
        """Always 8."""
        return SIZE

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return "w" if self._board.turn == chess.WHITE else "b"

    @property
    def history(self) -> Moves:
        """All moves since the start."""
        return self._history

    @property
    def start(self) -> Self:
        """The position from which the history leads here."""
        return self._start

    @property
    def last_move(self) -> str | None:
        """The last move; None before the first."""
        return self._history[-1][1] if self._history else None

    @property
    def move_number(self) -> int:
        """How many moves have been played, those of both sides counted."""
        return len(self._history)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._end is not None

    @property
    def end(self) -> str | None:
        """By what the game has ended; None if it has not."""
        return self._end

    @property
    def winner(self) -> Color | None:
        """Who has given mate."""
        if self._end != "checkmate":
            return None
        return "b" if self.to_move == "w" else "w"

    def board(self) -> chess.Board:
        """A board with all moves since the start."""
        return self._board.copy()

    def fen(self) -> str:
        """The position as FEN, in Chess960 with the files of the rooks."""
        return self._board.fen(shredder=self._rules.chess960)

    def rows(self) -> list[str]:
        """The board as text, the eighth row first."""
        return str(self._board).splitlines()

    def legal_moves(self) -> list[str]:
        """All legal moves; none once the game is over."""
        return [] if self.is_over else sorted(move.uci() for move in self._board.legal_moves)

    def play(self, move: str, color: Color | None = None) -> Self:
        """The position after a move."""
        mover = self.to_move
        if color is not None and color != mover:
            raise IllegalMove(color, move, f"it is the turn of {COLOR_NAMES[mover]}")
        if self.is_over:
            raise IllegalMove(mover, move, f"the game is over by {self._end}")
        try:
            found = self._board.parse_uci(move)
        except ValueError as error:
            raise IllegalMove(mover, move, _reason(error)) from None
        if not found:  # 0000, a null move
            raise IllegalMove(mover, move, "nobody may pass")
        board = self._board.copy()
        board.push(found)
        return type(self)(board, self._rules, (*self._history, (mover, found.uci())), self._start)

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen()!r}, {self._rules})"


def _end(board: chess.Board) -> str | None:
    """By what a game has ended on this board."""
    if not any(board.legal_moves):
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "insufficient material"
    if board.is_fifty_moves():
        return "fifty moves"
    return "threefold repetition" if board.is_repetition(REPETITIONS) else None


def _reason(error: ValueError) -> str:
    """Why a word is no legal move, without the position, which is in the record."""
    return "no legal move here" if isinstance(error, chess.IllegalMoveError) else "no move as UCI writes it"


def _faults(board: chess.Board) -> str:
    found = board.status()
    return ", ".join(str(one.name).lower().replace("_", " ") for one in chess.Status if one in found and one.name)
