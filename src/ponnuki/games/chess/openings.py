"""Openings in files: positions in EPD or FEN, one on a line, or games in PGN.

An opening is a tuple of words: moves, with the position that they begin at before them where that is not the usual one.
"""

from collections.abc import Iterator
from pathlib import Path

import chess

from ponnuki.errors import BadInput
from ponnuki.games.chess.position import Position
from ponnuki.games.chess.record import read_games
from ponnuki.games.chess.rules import Rules
from ponnuki.games.game_record import read_file

Opening = tuple[str, ...]
FEN_FIELDS = 6
CHESS960_POSITIONS = 960


def read_openings(path: Path, rules: Rules) -> list[Opening] | None:
    """The openings in a file, by how its name ends; None for any other."""
    ending = path.suffix.lower()
    if ending in (".epd", ".fen"):
        return list(_from_epd(path, rules))
    if ending == ".pgn":
        return list(_from_pgn(path, rules))
    return None


def all_chess960() -> list[Opening]:
    """The 960 first positions of Chess960."""
    boards = (chess.Board.from_chess960_pos(number) for number in range(CHESS960_POSITIONS))
    return [(board.fen(shredder=True),) for board in boards]


def _from_pgn(path: Path, rules: Rules) -> Iterator[Opening]:
    for number, record in enumerate(read_games(path, rules), start=1):
        if record.first.rules != rules:
            raise BadInput(f"{path}: game {number}: it is one of Chess960: play it by these rules (--rules chess960)")
        yield _of_record(record.first, [move for _, move in record.moves])


def _of_record(first: Position, moves: list[str]) -> Opening:
    usual = first.fen() == Position.first(first.rules).fen()
    return (*(() if usual else (first.fen(),)), *moves)


def _from_epd(path: Path, rules: Rules) -> Iterator[Opening]:
    for number, line in enumerate(read_file(path).decode("utf-8", "replace").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                position = Position.from_fen(_fen(text, rules), rules)
            except (BadInput, ValueError) as error:
                raise BadInput(f"{path}: line {number}: {error}") from None
            if position.is_over:
                raise BadInput(f"{path}: line {number}: the game is over before it begins, by {position.end}")
            yield (position.fen(),)


def _fen(text: str, rules: Rules) -> str:
    """A line of EPD, or FEN with its two numbers, as FEN."""
    words = text.split()
    if len(words) >= FEN_FIELDS and words[4].isdecimal():
        return " ".join(words[:FEN_FIELDS])
    board = chess.Board(None, chess960=rules.chess960)
    board.set_epd(text)
    return board.fen(shredder=rules.chess960)
