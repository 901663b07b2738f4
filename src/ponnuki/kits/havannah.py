"""Havannah, as the rest of the program asks for it.

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
from ponnuki.games.havannah.coords import CLASSIC, CODECS, SWAP_WORD, Codec, is_classic, translate
from ponnuki.games.havannah.grid import havannah_grid
from ponnuki.games.havannah.layout import cell_count
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES, Rules, check_size
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.players.havannah_programs import HAVANNAH_PROGRAMS
from ponnuki.players.kit import Coordinates, Judgement, Kit, Reference
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from ponnuki.games.havannah.position import Position
    from ponnuki.games.havannah.record import GameRecord
    from ponnuki.kits.havannah_gtp import HavannahPart
    from ponnuki.players.havannah import HavannahPlayer


def _read(codec: Codec, word: str, size: int) -> str:
    try:
        return translate(word, size, codec, CLASSIC)
    except OffBoard:
        raise
    except BadInput as error:
        raise SyntaxFault(str(error)) from None


def _write(codec: Codec) -> Callable[[str, int], str]:
    return lambda move, size: translate(move, size, CLASSIC, codec)


class HavannahKit(Kit["Position"]):
    """White begins; a ring, a bridge or a fork wins."""

    name = "havannah"
    title = "Havannah"
    sizes = (MIN_SIZE, MAX_SIZE)
    first_player = "w"
    rule_names = RULE_NAMES
    programs = HAVANNAH_PROGRAMS
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
        from ponnuki.games.havannah.position import Position

        return Position.empty(size, rules)

    def with_turn(self, position: "Position", color: Color) -> "Position":
        """The board with a colour to move; where the same colour moves twice, without a swap to come."""
        from ponnuki.games.havannah.position import Position

        if position.to_move == color:
            return position
        return Position.from_stones(position.size, position.stones(), color, position.rules)

    def clock_points(self, size: int) -> int:
        """Half of the cells: people's games on LittleGolem end when 16 to 40 % are filled."""
        return cell_count(size) // 2

    def load(self) -> None:
        """The player imports all kernels."""
        from ponnuki.players import havannah  # noqa: F401

    def player(self, spec: PlayerSpec) -> "HavannahPlayer":
        """A spec brought to life."""
        from ponnuki.players.havannah import HavannahPlayer

        return HavannahPlayer(spec)

    def reply_move(self, word: str) -> str | None:
        """A cell, "swap" or "resign"."""
        return word.lower() if word.lower() in ("resign", SWAP_WORD) or is_classic(word) else None

    def as_it_stands(self, position: "Position", komi: float) -> Judgement:
        """Who has completed a ring, bridge or fork; nobody, if it is not over or a draw."""
        if position.winner is None:
            return Judgement(0.0, "full board" if position.is_over else "as it stands")
        shapes = "/".join(position.won_by)
        return Judgement(1.0 if position.winner == "b" else -1.0, shapes, f"{position.winner.upper()}+{shapes}")

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
        from ponnuki.games.havannah.record import GameRecord

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
        """The game in a file, ours or LittleGolem's."""
        from ponnuki.games.havannah.record import read_sgf_file

        return read_sgf_file(path)

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
