"""Games of chess as PGN, ours and those of other programs; python-chess reads and writes them."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import chess
import chess.pgn

from ponnuki.errors import BadInput
from ponnuki.games.chess.position import Position
from ponnuki.games.chess.rules import Rules
from ponnuki.games.common import Color, Moves
from ponnuki.games.game_record import PlayedRecord, read_file

RESULTS: Mapping[Color | None, str] = {"w": "1-0", "b": "0-1", None: "1/2-1/2"}
COLUMNS = 100
_ENDS = {"T": "time forfeit", "F": "abandoned", "A": "adjudication"}
"""PGN's words for what stands behind the plus of a result; any other end is normal."""


@dataclass(frozen=True)
class GameRecord(PlayedRecord[Position]):
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself.

    `result` is as in records of other games: `W+checkmate`, `B+R` (by resignation), `W+T` (on time), `0` (a draw), or
    empty.
    """

    format: ClassVar[str] = "pgn"
    first: Position
    result: str = ""
    black: str = ""
    white: str = ""
    moves: Moves = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from

    def start(self) -> Position:
        """The position before the first move."""
        return self.first

    def to_text(self) -> str:
        """The game as PGN."""
        game = self._game()
        node: chess.pgn.GameNode = game
        for number, (_, move) in enumerate(self.moves, start=1):
            node = node.add_main_variation(node.board().parse_uci(move))
            if comment := self.comments.get(number):
                node.comment = comment
        return f"{game.accept(chess.pgn.StringExporter(columns=COLUMNS))}\n\n"

    def _game(self) -> chess.pgn.Game:
        game = chess.pgn.Game()
        board = self.first.board()
        if board.chess960 or board.fen() != chess.STARTING_FEN:
            game.setup(board)
        score = "*" if not self.result else RESULTS[self.winner]
        about = {"Event": "ponnuki", "White": self.white or "?", "Black": self.black or "?", "Result": score}
        for key, text in about.items():
            game.headers[key] = text.replace("\\", "/").replace('"', "'")
        if self.result:
            game.headers["Termination"] = _ENDS.get(self.result[2:], "normal")
        game.comment = self.comments.get(0, "")
        return game


def read_games(path: Path, rules: Rules) -> Iterator[GameRecord]:
    """All games in a file, without variations."""
    text = io.StringIO(read_file(path).decode("utf-8", "replace"))
    number = 0
    while (game := _next(text)) is not None:
        number += 1
        if game.errors:
            raise BadInput(f"{path}: game {number}: {game.errors[0]}")
        yield _record(game, rules, str(path))


def _next(text: io.StringIO) -> chess.pgn.Game | None:
    """The next game; python-chess keeps what is wrong with it in `errors`, and need not log it besides."""
    chess.pgn.LOGGER.disabled = True
    return chess.pgn.read_game(text)


def _record(game: chess.pgn.Game, rules: Rules, name: str) -> GameRecord:
    board = game.board()
    first = Position.from_fen(board.fen(shredder=board.chess960), Rules(chess960=board.chess960 or rules.chess960))
    moves: list[tuple[Color, str]] = []
    comments = {0: game.comment} if game.comment else {}
    for number, node in enumerate(game.mainline(), start=1):
        moves.append(("b" if node.turn() == chess.WHITE else "w", node.move.uci()))
        if node.comment:
            comments[number] = node.comment
    return GameRecord(
        first=first,
        result=_result(game.headers),
        black=game.headers.get("Black", ""),
        white=game.headers.get("White", ""),
        moves=tuple(moves),
        comments=comments,
        name=name,
    )


def _result(headers: chess.pgn.Headers) -> str:
    letters = {text: letter for letter, text in _ENDS.items()}
    end = letters.get(headers.get("Termination", ""), "")
    return {"1-0": f"W+{end}", "0-1": f"B+{end}", "1/2-1/2": "0"}.get(headers.get("Result", ""), "")
