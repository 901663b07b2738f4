"""Records of games that SGF has no number for: the name of the game instead of one, moves as the words they are.

Havannah's records are written in the same way; how those of other programs are read, its own folder knows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves
from ponnuki.games.game_record import (
    AnyPosition,
    PlayedRecord,
    check_one_colour,
    parse,
    read_file,
    read_raw,
    read_text,
)
from ponnuki.version import __version__


@dataclass(frozen=True)
class PlainRecord(PlayedRecord[AnyPosition]):
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself."""

    game: str
    first: AnyPosition
    """The position before the first move."""
    rules: str
    result: str = ""
    black: str = ""
    white: str = ""
    moves: Moves = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from

    def start(self) -> AnyPosition:
        """The position before the first move."""
        return self.first

    def to_sgf(self) -> str:
        """The game as SGF text."""
        about = {"RU": self.rules, "RE": self.result, "PB": self.black, "PW": self.white}
        return write_words(self.game, self.first.size, about, self.moves, self.comments)


def write_words(game_name: str, size: int, about: Mapping[str, str], moves: Moves, comments: Mapping[int, str]) -> str:
    """A game as SGF, from the texts of its root by property and its moves as words."""
    game = sgf.Sgf_game(size, encoding="UTF-8")
    root = game.get_root()
    root.set_raw("GM", game_name.encode())
    root.set("AP", ("ponnuki", __version__))
    for identifier, text in (*about.items(), ("C", comments.get(0, ""))):
        if text:
            root.set(identifier, text)
    for number, (color, move) in enumerate(moves, start=1):
        node = game.extend_main_sequence()
        node.set_raw(color.upper(), move.encode())
        if text := comments.get(number, ""):
            node.set("C", text)
    return str(game.serialise().decode("utf-8"))


def read_plain_record(
    path: Path | str, game_name: str, start: Callable[[int, str], AnyPosition]
) -> PlainRecord[AnyPosition]:
    """The game in a file; `start` gives the first position of a size under rules of a name."""

    def read_game(game: sgf.Sgf_game, name: str) -> PlainRecord[AnyPosition]:
        root = game.get_root()
        kind = read_raw(root, "GM").lower()
        if kind not in ("", game_name):
            raise BadInput(f"it is not a game of {game_name} (GM[{kind}])")
        moves, comments = _read_nodes(game.get_main_sequence())
        return PlainRecord(
            game=game_name,
            first=start(game.get_size(), read_text(root, "RU")),
            rules=read_text(root, "RU"),
            result=read_raw(root, "RE"),
            black=read_text(root, "PB"),
            white=read_text(root, "PW"),
            moves=moves,
            comments=comments,
            name=name,
        )

    return parse(read_file(path), str(path), read_game)


def _read_nodes(nodes: list[sgf.Tree_node]) -> tuple[Moves, dict[int, str]]:
    moves: list[tuple[Color, str]] = []
    comments: dict[int, str] = {}
    for number, node in enumerate(nodes):
        check_one_colour(node, number)
        colors: tuple[Color, ...] = ("b", "w")
        moves += [(color, word) for color in colors if (word := read_raw(node, color.upper()))]
        if node.has_property("C"):
            comments[len(moves)] = read_text(node, "C")
    return tuple(moves), comments
