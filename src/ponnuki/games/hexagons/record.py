"""Games on hexagons as SGF: our own, those of other programs, and LittleGolem's files (HGF).

Cells are written as in the game's classic codec. In LittleGolem's files cells have other names, a last move may be
`resign`, and the result names who has *lost*; in those of some games the colours are exchanged as well.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves, other_color
from ponnuki.games.game_record import AnyPosition, PlayedRecord, check_one_colour, read_raw, read_text
from ponnuki.games.hexagons.coords import RESIGN, SWAP_WORD, Codec
from ponnuki.games.plain_record import write_words


@dataclass(frozen=True)
class HexagonRecord(PlayedRecord[AnyPosition]):
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself.

    A game gives `size` and `rules` its own defaults.
    """

    size: int
    rules: Any
    result: str = ""
    black: str = ""
    white: str = ""
    moves: Moves = ()
    comments: dict[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from
    game_word: ClassVar[str]
    """What SGF calls the game, a number or a name."""

    @abstractmethod
    def written(self, move: str) -> str:
        """A move as SGF has it."""

    def to_sgf(self) -> str:
        """The game as SGF text."""
        about = {
            "RU": "swap" if self.rules.swap else "plain",
            "RE": self.result,
            "PB": self.black,
            "PW": self.white,
        }
        moves = tuple((color, self.written(move)) for color, move in self.moves)
        return write_words(self.game_word, self.size, about, moves, self.comments)


@dataclass(frozen=True)
class Style:
    """How files of a game are read."""

    title: str
    names: Collection[str]
    """What files call the game, if they say it."""
    sizes: tuple[int, int]
    codec: Codec
    site_codec: Codec
    read_move: Callable[[str, int, Codec], str]
    is_from_site: Callable[[sgf.Tree_node], bool]
    """Whether a file is LittleGolem's, by its first node."""
    exchanged: bool
    """Whether the colours are exchanged there."""


def read_fields(game: sgf.Sgf_game, name: str, style: Style) -> dict[str, Any]:
    """The fields of a record, with `swap` in the place of rules."""
    root, size = game.get_root(), game.get_size()
    kind = read_raw(root, "GM").lower()
    if kind not in ("", *style.names):
        raise BadInput(f"it is not a game of {style.title} (GM[{kind}])")
    smallest, largest = style.sizes
    if not smallest <= size <= largest:
        raise BadInput(f"board size {size}: it must be from {smallest} to {largest}")
    from_site = style.is_from_site(root)
    exchanged = from_site and style.exchanged
    moves: list[tuple[Color, str]] = []
    comments: dict[int, str] = {}
    loser: Color | None = None
    codec = style.site_codec if from_site else style.codec
    for number, node in enumerate(game.get_main_sequence()):
        check_one_colour(node, number)
        for color, word in _words(node, exchanged):
            if word.lower() == RESIGN:
                loser = color
            else:
                moves.append((color, _move(word, size, codec, number, style)))
        if node.has_property("C"):
            comments[len(moves)] = read_text(node, "C")
    players = (read_text(root, "PB"), read_text(root, "PW"))
    black, white = players[::-1] if exchanged else players
    swap = from_site or any(move == SWAP_WORD for _, move in moves) or read_raw(root, "RU").lower() == "swap"
    result = _result(read_raw(root, "RE"), loser, from_site != exchanged)
    fields = {"size": size, "swap": swap, "result": result, "black": black, "white": white}
    return fields | {"moves": tuple(moves), "comments": comments, "name": name}


def _words(node: sgf.Tree_node, exchanged: bool) -> Iterator[tuple[Color, str]]:
    """Who moves in a node, and the word for it."""
    colors: tuple[Color, ...] = ("b", "w")
    for color in colors:
        if word := read_raw(node, color.upper()):
            yield other_color(color) if exchanged else color, word


def _move(word: str, size: int, codec: Codec, number: int, style: Style) -> str:
    try:
        return style.read_move(word, size, codec)
    except BadInput as error:
        raise BadInput(f"the move of node {number}: {error}") from None


def _result(text: str, loser: Color | None, names_loser: bool) -> str:
    """As we write it; a single letter is the winner's, or the loser's in our colours."""
    if loser is not None:
        return f"{other_color(loser).upper()}+R"
    letter = text.upper()
    if letter in ("B", "W"):
        return f"{'BW'[(letter == 'B') == names_loser]}+"
    return text
