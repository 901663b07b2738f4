"""What records of all games share: who won, the positions, and files. sgfmill does the parsing.

What is added to it is one clear line for every fault, naming the file.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, GamePosition, IllegalMove, Moves

AnyPosition = TypeVar("AnyPosition", bound=GamePosition)
AnyRecord = TypeVar("AnyRecord")


class PlayedRecord(ABC, Generic[AnyPosition]):
    """One game; which fields it has beside these, its game says."""

    format: ClassVar[str] = "sgf"
    """How its files are written, which is also how their names end."""
    result: str
    moves: Moves
    name: str

    @abstractmethod
    def start(self) -> AnyPosition:
        """The position before the first move."""

    def to_text(self) -> str:
        """The game as its files have it."""
        return self.to_sgf()

    def to_sgf(self) -> str:
        """The game as SGF text."""
        raise BadInput(f"{self.name}: a game that is written as {self.format.upper()}, not as SGF")

    @property
    def winner(self) -> Color | None:
        """Who won according to the result; None for a draw or an unknown result."""
        return {"B": "b", "W": "w"}.get(self.result[:1].upper()) if self.result[1:2] == "+" else None  # type: ignore[return-value]

    def positions(self) -> Iterator[AnyPosition]:
        """All positions, the first before any move; an illegal move is an error that names the file and the move."""
        position = self.start()
        yield position
        for number, (color, move) in enumerate(self.moves, start=1):
            try:
                position = position.play(move, color)
            except IllegalMove as error:
                raise BadInput(f"{self.name}: move {number}: {error}") from None
            yield position

    def write(self, path: Path) -> None:
        """Write the game to a file."""
        path.write_text(self.to_text(), encoding="utf-8")


def read_file(path: Path | str) -> bytes:
    """What is in a file. A device is refused: /dev/zero has no end."""
    try:
        if Path(path).is_char_device():
            raise BadInput(f"{path}: cannot be read: it is a device and no file")
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{str(path)!r} is not a path: {error}") from None


def parse(data: bytes | str, name: str, read_game: Callable[[sgf.Sgf_game, str], AnyRecord]) -> AnyRecord:
    """The first game in SGF data as `read_game` understands it; `name` is what errors call the data."""
    try:
        # Text has been decoded already, whatever its CA property says.
        game = sgf.Sgf_game.from_string(data) if isinstance(data, str) else sgf.Sgf_game.from_bytes(data)
        return read_game(game, name)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    except (ValueError, LookupError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise BadInput(f"{name}: not a usable SGF file: {first}") from None


def check_one_colour(node: sgf.Tree_node, number: int) -> None:
    """Refuse a node in which both colours move."""
    if node.has_property("B") and node.has_property("W"):
        raise BadInput(f"node {number} has a move of both colours")


def read_text(node: sgf.Tree_node, identifier: str) -> str:
    """A property that is text; empty if it is missing."""
    return str(node.get(identifier)) if node.has_property(identifier) else ""


def read_raw(node: sgf.Tree_node, identifier: str) -> str:
    """A property as it stands in the file, on one line; empty if it is missing."""
    if not node.has_property(identifier):
        return ""
    return " ".join(node.get_raw(identifier).decode("utf-8", "replace").split())
