"""Games of Havannah as SGF: our own, those of other programs, and LittleGolem's files (HGF).

Cells are written as in `coords.CLASSIC`, a swap as `B[swap]`. LittleGolem's files differ (`RU[LG]`): its own
coordinates, a last move `resign`, and a result that names who has *lost*.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.games.game_record import parse, read_file, read_raw
from ponnuki.games.havannah.coords import CLASSIC, LITTLEGOLEM, read_move
from ponnuki.games.havannah.position import Position
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.games.hexagons.record import HexagonRecord, Style, read_fields

GAME_NAME = "havannah"
"""SGF has no number for the game; programs write its name."""


@dataclass(frozen=True)
class GameRecord(HexagonRecord[Position]):
    """One game. `result` is like `W+ring`, `B+R` (by resignation), `W+` (not said how), `0` (a draw) or empty."""

    size: int = 8
    rules: Rules = field(default_factory=Rules)
    game_word = GAME_NAME

    def start(self) -> Position:
        """The empty board."""
        return Position.empty(self.size, self.rules)

    def written(self, move: str) -> str:
        """As it is."""
        return move


STYLE = Style(
    title="Havannah",
    names=(GAME_NAME,),
    sizes=(MIN_SIZE, MAX_SIZE),
    codec=CLASSIC,
    site_codec=LITTLEGOLEM,
    read_move=read_move,
    is_from_site=lambda root: read_raw(root, "RU").upper() == "LG",
    exchanged=False,
)


def read_sgf_file(path: Path | str) -> GameRecord:
    """The game in a file."""
    return read_sgf(read_file(path), str(path))


def read_sgf(data: bytes | str, name: str = "SGF") -> GameRecord:
    """The first game in SGF or HGF data; `name` is what errors call it."""
    return parse(data, name, _read_game)


def _read_game(game: sgf.Sgf_game, name: str) -> GameRecord:
    fields = read_fields(game, name, STYLE)
    return GameRecord(rules=Rules(fields.pop("swap")), **fields)
