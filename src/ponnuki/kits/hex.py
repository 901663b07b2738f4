"""Hex, as the rest of the program asks for it.

What needs compiled code is imported by the methods that use it: a GTP engine names itself, and options are checked,
before any of it is loaded.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ponnuki.games.grid import Grid
from ponnuki.games.hex.coords import CODECS, RESIGN, SWAP_PIECES, SWAP_WORD, is_classic, read_move, write_move
from ponnuki.games.hex.grid import hex_grid
from ponnuki.games.hex.layout import cell_count
from ponnuki.games.hex.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.hex.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES
from ponnuki.kits.hexagons import HexagonKit, coordinates_of
from ponnuki.players.hex_programs import HEX_PROGRAMS
from ponnuki.players.kit import Judgement, Reference
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from types import ModuleType

    from ponnuki.games.hex.position import Position
    from ponnuki.kits.hex_gtp import HexPart
    from ponnuki.players.hex import HexPlayer


class HexKit(HexagonKit["Position"]):
    """Black begins and joins the first row with the last, White the first column with the last."""

    name = "hex"
    title = "Hex"
    sizes = (MIN_SIZE, MAX_SIZE)
    default_size = 11
    rule_names = RULE_NAMES
    programs = HEX_PROGRAMS
    neighbourhood = NEIGHBOURHOOD
    coordinates = coordinates_of(CODECS, read_move, write_move)

    def cell_count(self, size: int) -> int:
        """Cells of a board."""
        return cell_count(size)

    def load_position(self) -> "type[Position]":
        """The class of positions."""
        from ponnuki.games.hex.position import Position

        return Position

    def load_record(self) -> "ModuleType":
        """Records as SGF."""
        from ponnuki.games.hex import record

        return record

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

    def engine_part(self) -> "HexPart":
        """The commands of HexGui and MoHex, the swap, coordinates, and a board for GoGui."""
        from ponnuki.kits.hex_gtp import PART

        return PART

    def open_spiel(self, size: int, komi: float) -> Reference:
        """Its rules are those without a swap."""
        return Reference("hex", {"board_size": size})


KIT = HexKit()
