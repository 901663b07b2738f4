"""Games of Hex as SGF: our own, HexGui's and MoHex's, and LittleGolem's files (HGF).

SGF's number for the game is 11; cells are written as in `coords.CLASSIC`, a swap as `swap-pieces`, and a last move may
be `resign`. LittleGolem's files (their `SO` says it) differ: their W is the player who begins, so our Black; cells are
two letters, a swap is `swap`, and the result names who has *lost*.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.games.game_record import parse, read_file, read_raw
from ponnuki.games.hex.coords import CLASSIC, LITTLEGOLEM, read_move, write_move
from ponnuki.games.hex.position import Position
from ponnuki.games.hex.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.games.hexagons.record import HexagonRecord, Style, read_fields

GAME_NUMBER = "11"
SITE = "littlegolem"


@dataclass(frozen=True)
class GameRecord(HexagonRecord[Position]):
    """One game. `result` is like `B+`, `W+R` (by resignation) or empty."""

    size: int = 11
    rules: Rules = field(default_factory=Rules)
    game_word = GAME_NUMBER

    def start(self) -> Position:
        """The empty board."""
        return Position.empty(self.size, self.rules)

    def written(self, move: str) -> str:
        """A swap as others call it."""
        return write_move(move, self.size, CLASSIC)


STYLE = Style(
    title="Hex",
    names=(GAME_NUMBER, "hex"),
    sizes=(MIN_SIZE, MAX_SIZE),
    codec=CLASSIC,
    site_codec=LITTLEGOLEM,
    read_move=read_move,
    is_from_site=lambda root: SITE in read_raw(root, "SO").lower(),
    exchanged=True,
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
