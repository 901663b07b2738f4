"""Hex, as the rest of the program asks for it.

What needs compiled code is imported by the methods that use it: a GTP engine names itself, and options are checked,
before any of it is loaded.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, OffBoard
from ponnuki.games.grid import Grid
from ponnuki.games.hex.coords import (
    CODECS,
    RESIGN,
    SWAP_PIECES,
    SWAP_WORD,
    Codec,
    is_classic,
    read_move,
    write_move,
)
from ponnuki.games.hex.grid import hex_grid
from ponnuki.games.hex.layout import cell_count
from ponnuki.games.hex.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.hex.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES, Rules, check_size
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.players.hex_programs import HEX_PROGRAMS
from ponnuki.players.kit import Coordinates, Judgement, Kit, Reference
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from ponnuki.games.hex.position import Position
    from ponnuki.games.hex.record import GameRecord
    from ponnuki.kits.hex_gtp import HexPart
    from ponnuki.players.hex import HexPlayer


def _read(codec: Codec, word: str, size: int) -> str:
    try:
        return read_move(word, size, codec)
    except OffBoard:
        raise
    except BadInput as error:
        raise SyntaxFault(str(error)) from None


def _write(codec: Codec) -> Callable[[str, int], str]:
    return lambda move, size: write_move(move, size, codec)


class HexKit(Kit["Position"]):
    """Black begins and joins the first row with the last, White the first column with the last."""

    name = "hex"
    title = "Hex"
    sizes = (MIN_SIZE, MAX_SIZE)
    default_size = 11
    rule_names = RULE_NAMES
    programs = HEX_PROGRAMS
    plain_playouts = "fast"
    neighbourhood = NEIGHBOURHOOD
    coordinates: ClassVar[Mapping[str, Coordinates]] = {
        name: Coordinates(partial(_read, codec), _write(codec)) for name, codec in CODECS.items()
    }

    def check_size(self, size: int) -> None:
        """Sizes are cells of a side."""
        check_size(size)

    def start(self, size: int, rules: Rules) -> "Position":
        """The empty board."""
        from ponnuki.games.hex.position import Position

        return Position.empty(size, rules)

    def with_turn(self, position: "Position", color: Color) -> "Position":
        """The board with a colour to move; where the same colour moves twice, without a swap to come."""
        from ponnuki.games.hex.position import Position

        if position.to_move == color:
            return position
        return Position.from_stones(position.size, position.stones(), color, position.rules)

    def clock_points(self, size: int) -> int:
        """Half of the cells (a guess): games are over long before the board is full."""
        return cell_count(size) // 2

    def load(self) -> None:
        """The player imports all kernels."""
        from ponnuki.players import hex  # noqa: F401

    def player(self, spec: PlayerSpec) -> "HexPlayer":
        """A spec brought to life."""
        from ponnuki.players.hex import HexPlayer

        return HexPlayer(spec)

    def ranges(self, spec: PlayerSpec) -> Mapping[str, tuple[float, float]]:
        """The prior of moves that keep a bridge."""
        return {"priors.connect": (0.0, 100.0)}

    def reply_move(self, word: str) -> str | None:
        """A cell, the swap in either word, or "resign"."""
        move = word.lower()
        if move in (SWAP_WORD, SWAP_PIECES):
            return SWAP_WORD
        return move if move == RESIGN or is_classic(word) else None

    def as_it_stands(self, position: "Position", komi: float) -> Judgement:
        """Who has joined the sides, if anybody."""
        if position.winner is None:
            return Judgement(0.0, "as it stands")
        return Judgement(1.0 if position.winner == "b" else -1.0, "connection", f"{position.winner.upper()}+")

    def grid(self, size: int) -> Grid:
        """Where the cells are drawn."""
        return hex_grid(size)

    def record(
        self,
        position: "Position",
        rules: Rules,
        komi: float,
        result: str,
        names: Mapping[Color, str],
        comments: Mapping[int, str],
    ) -> "GameRecord":
        """The record of a game from the empty board."""
        from ponnuki.games.hex.record import GameRecord

        return GameRecord(
            size=position.size,
            rules=rules,
            result=result,
            black=names.get("b", ""),
            white=names.get("w", ""),
            moves=position.history,
            comments=dict(comments),
        )

    def read_record(self, path: Path) -> "GameRecord":
        """The game in a file: ours, HexGui's or LittleGolem's."""
        from ponnuki.games.hex.record import read_sgf_file

        return read_sgf_file(path)

    def engine_part(self) -> "HexPart":
        """The commands of HexGui and MoHex, the swap, coordinates, and a board for GoGui."""
        from ponnuki.kits.hex_gtp import PART

        return PART

    def open_spiel(self, size: int, komi: float) -> Reference:
        """Its rules are those without a swap."""
        return Reference("hex", {"board_size": size})


KIT = HexKit()
