"""Games as SGF or PGN, from a store or from a visitor: read into positions, with limits on what is read."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.common import GamePosition
from ponnuki.players.kit import Kit, all_kits

LARGEST_RECORD = 500_000
"""Characters of a game."""
MOST_MOVES = 2000
LONGEST_COMMENT = 4000


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game that was read: all its positions, the first before any move."""

    kit: Kit[Any]
    positions: tuple[GamePosition, ...]
    comments: Mapping[int, str]
    """By move number, 0 for the game itself; as text, whatever is in them."""
    result: str
    names: tuple[str, str]
    """Black and White."""
    komi: float | None


def read_game(text: str, kit: Kit[Any], name: str = "game") -> ReadGame:
    """A game of a kit."""
    if len(text) > LARGEST_RECORD:
        raise BadInput(f"{name}: a record of more than {LARGEST_RECORD} characters is not read here")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.sgf"
        path.write_text(text, encoding="utf-8")
        try:
            record = kit.read_record(path)
            if len(record.moves) > MOST_MOVES:
                raise BadInput(f"{path}: a game of more than {MOST_MOVES} moves is not read here")
            positions = tuple(record.positions())
        except BadInput as error:
            raise BadInput(str(error).replace(str(path), name)) from None
    comments = {number: words[:LONGEST_COMMENT] for number, words in getattr(record, "comments", {}).items()}
    names = (str(getattr(record, "black", "")), str(getattr(record, "white", "")))
    return ReadGame(kit, positions, comments, record.result, names, getattr(record, "komi", None))


def read_any_game(text: str, first: Kit[Any], name: str) -> ReadGame:
    """A game that programs of ours play, whichever; the first fault is told if it can be read as none of them."""
    fault: BadInput | None = None
    for kit in (first, *(one for one in all_kits() if one.programs and one.name != first.name)):
        try:
            return read_game(text, kit, name)
        except BadInput as error:
            fault = fault or error
    assert fault is not None
    raise fault
