"""What the kits of games on hexagons share: positions, turns, names of cells and records.

What needs compiled code is imported by the methods that use it (`load_position`, `load_record`).
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, OffBoard
from ponnuki.games.hexagons.coords import Codec
from ponnuki.games.hexagons.rules import check_side
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.players.kit import Coordinates, Kit

if TYPE_CHECKING:
    from types import ModuleType

    from ponnuki.games.hexagons.position import HexagonPosition
    from ponnuki.games.hexagons.record import HexagonRecord

AnyHexagons = TypeVar("AnyHexagons", bound="HexagonPosition[Any]")
ReadMove = Callable[[str, int, Codec], str]


def coordinates_of(codecs: Mapping[str, Codec], read: ReadMove, write: ReadMove) -> dict[str, Coordinates]:
    """The codecs of a game as controllers use them."""

    def reading(codec: Codec, word: str, size: int) -> str:
        try:
            return read(word, size, codec)
        except OffBoard:
            raise
        except BadInput as error:
            raise SyntaxFault(str(error)) from None

    def writing(codec: Codec, move: str, size: int) -> str:
        return write(move, size, codec)

    return {name: Coordinates(partial(reading, codec), partial(writing, codec)) for name, codec in codecs.items()}


class HexagonKit(Kit[AnyHexagons]):
    """Stones are put on empty cells and stay; the first may be taken over, where the rules say so."""

    plain_playouts = "fast"

    @abstractmethod
    def load_position(self) -> type[AnyHexagons]:
        """The class of positions."""

    @abstractmethod
    def load_record(self) -> "ModuleType":
        """The module with `GameRecord` and `read_sgf_file`."""

    @abstractmethod
    def cell_count(self, size: int) -> int:
        """Cells of a board."""

    def check_size(self, size: int) -> None:
        """Sizes are cells of a side."""
        check_side(self.title, size, *self.sizes)

    def start(self, size: int, rules: Any) -> AnyHexagons:
        """The empty board."""
        return self.load_position().empty(size, rules)

    def with_turn(self, position: AnyHexagons, color: Color) -> AnyHexagons:
        """The board with a colour to move; where the same colour moves twice, without a swap to come."""
        if position.to_move == color:
            return position
        return self.load_position().from_stones(position.size, position.stones(), color, position.rules)

    def clock_points(self, size: int) -> int:
        """Half of the cells: people's games of Havannah on LittleGolem end when 16 to 40 % are filled."""
        return self.cell_count(size) // 2

    def empty_record(self, position: AnyHexagons, rules: Any, komi: float) -> "HexagonRecord[AnyHexagons]":
        """For a game from the empty board."""
        empty: HexagonRecord[AnyHexagons] = self.load_record().GameRecord(size=position.size, rules=rules)
        return empty

    def read_record(self, path: Path) -> "HexagonRecord[AnyHexagons]":
        """The game in a file: ours, another program's or LittleGolem's."""
        read: HexagonRecord[AnyHexagons] = self.load_record().read_sgf_file(path)
        return read
