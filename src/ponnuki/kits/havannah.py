"""Havannah, as the rest of the program asks for it.

What needs compiled code is imported by the methods that use it: a GTP engine names itself, and options are checked,
before any of it is loaded.
"""

from typing import TYPE_CHECKING

from ponnuki.games.grid import Grid
from ponnuki.games.havannah.coords import CODECS, RESIGN, SWAP_WORD, is_classic, read_move, write_move
from ponnuki.games.havannah.grid import havannah_grid
from ponnuki.games.havannah.layout import cell_count
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES
from ponnuki.kits.hexagons import HexagonKit, coordinates_of
from ponnuki.players.havannah_programs import HAVANNAH_PROGRAMS
from ponnuki.players.kit import Judgement, Reference
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from types import ModuleType

    from ponnuki.games.havannah.position import Position
    from ponnuki.kits.havannah_gtp import HavannahPart
    from ponnuki.players.havannah import HavannahPlayer


class HavannahKit(HexagonKit["Position"]):
    """White begins; a ring, a bridge or a fork wins."""

    name = "havannah"
    title = "Havannah"
    sizes = (MIN_SIZE, MAX_SIZE)
    first_player = "w"
    rule_names = RULE_NAMES
    programs = HAVANNAH_PROGRAMS
    neighbourhood = NEIGHBOURHOOD
    coordinates = coordinates_of(CODECS, read_move, write_move)

    def cell_count(self, size: int) -> int:
        """Cells of a board."""
        return cell_count(size)

    def load_position(self) -> "type[Position]":
        """The class of positions."""
        from ponnuki.games.havannah.position import Position

        return Position

    def load_record(self) -> "ModuleType":
        """Records as SGF."""
        from ponnuki.games.havannah import record

        return record

    def load(self) -> None:
        """The player imports all kernels."""
        from ponnuki.players import havannah  # noqa: F401

    def player(self, spec: PlayerSpec) -> "HavannahPlayer":
        """A spec brought to life."""
        from ponnuki.players.havannah import HavannahPlayer

        return HavannahPlayer(spec)

    def reply_move(self, word: str) -> str | None:
        """A cell, "swap" or "resign"."""
        return word.lower() if word.lower() in (RESIGN, SWAP_WORD) or is_classic(word) else None

    def as_it_stands(self, position: "Position", komi: float) -> Judgement:
        """Who has completed a ring, bridge or fork; nobody, if it is not over or a draw."""
        if position.winner is None:
            return Judgement(0.0, "full board" if position.is_over else "as it stands")
        shapes = "/".join(position.won_by)
        return Judgement(1.0 if position.winner == "b" else -1.0, shapes, f"{position.winner.upper()}+{shapes}")

    def grid(self, size: int) -> Grid:
        """A hexagon of cells."""
        return havannah_grid(size)

    def engine_part(self) -> "HavannahPart":
        """Who has won, the swap, coordinates, and a board for GoGui."""
        from ponnuki.kits.havannah_gtp import PART

        return PART

    def open_spiel(self, size: int, komi: float) -> Reference:
        """Its rules are those without a swap."""
        return Reference("havannah", {"board_size": size})


KIT = HavannahKit()
