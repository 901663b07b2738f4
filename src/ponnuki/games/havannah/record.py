"""Games of Havannah as SGF: our own, those of other programs, and LittleGolem's files (HGF).

Cells are written as in `coords.CLASSIC`, a swap as `B[swap]`. LittleGolem's files differ (`RU[LG]`): its own
coordinates, a last move `resign`, and a result that names who has *lost*.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves, other_color
from ponnuki.games.game_record import PlayedRecord, check_one_colour, parse, read_file, read_raw, read_text
from ponnuki.games.havannah.coords import CLASSIC, LITTLEGOLEM, SWAP_WORD, Codec, translate
from ponnuki.games.havannah.position import Position
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.games.plain_record import write_words

GAME_NAME = "havannah"
"""SGF has no number for the game; programs write its name."""
RESIGN = "resign"


@dataclass(frozen=True)
class GameRecord(PlayedRecord[Position]):
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself.

    `result` is like `W+ring`, `B+R` (by resignation), `W+` (not said how), `0` (a draw) or empty.
    """

    size: int = 8
    rules: Rules = field(default_factory=Rules)
    result: str = ""
    black: str = ""
    white: str = ""
    moves: Moves = ()
    comments: dict[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from

    def start(self) -> Position:
        """The empty board."""
        return Position.empty(self.size, self.rules)

    def to_sgf(self) -> str:
        """The game as SGF text."""
        about = {
            "RU": "swap" if self.rules.swap else "plain",
            "RE": self.result,
            "PB": self.black,
            "PW": self.white,
        }
        return write_words(GAME_NAME, self.size, about, self.moves, self.comments)


def read_sgf_file(path: Path | str) -> GameRecord:
    """The game in a file."""
    return read_sgf(read_file(path), str(path))


def read_sgf(data: bytes | str, name: str = "SGF") -> GameRecord:
    """The first game in SGF or HGF data; `name` is what errors call it."""
    return parse(data, name, _read_game)


def _read_game(game: sgf.Sgf_game, name: str) -> GameRecord:
    root, size = game.get_root(), game.get_size()
    kind = read_raw(root, "GM").lower()
    if kind not in ("", GAME_NAME):
        raise BadInput(f"it is not a game of Havannah (GM[{kind}])")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size {size}: it must be from {MIN_SIZE} to {MAX_SIZE}")
    from_littlegolem = read_raw(root, "RU").upper() == "LG"
    moves, comments, loser = _read_nodes(game.get_main_sequence(), size, from_littlegolem)
    swap = any(move == SWAP_WORD for _, move in moves) or read_raw(root, "RU").lower() in ("lg", "swap")
    return GameRecord(
        size=size,
        rules=Rules(swap),
        result=_result(read_raw(root, "RE"), loser, from_littlegolem),
        black=read_text(root, "PB"),
        white=read_text(root, "PW"),
        moves=tuple(moves),
        comments=comments,
        name=name,
    )


def _read_nodes(
    nodes: list[sgf.Tree_node], size: int, from_littlegolem: bool
) -> tuple[list[tuple[Color, str]], dict[int, str], Color | None]:
    """Moves and comments of the main line, and who resigned."""
    codec = LITTLEGOLEM if from_littlegolem else CLASSIC
    moves: list[tuple[Color, str]] = []
    comments: dict[int, str] = {}
    loser: Color | None = None
    for number, node in enumerate(nodes):
        check_one_colour(node, number)
        colors: tuple[Color, ...] = ("b", "w")
        for color in colors:
            word = read_raw(node, color.upper())
            if word.lower() == RESIGN:
                loser = color
            elif word:
                moves.append((color, _move(word, size, codec, number)))
        if node.has_property("C"):
            comments[len(moves)] = read_text(node, "C")
    return moves, comments, loser


def _move(word: str, size: int, codec: Codec, number: int) -> str:
    try:
        return translate(word, size, codec, CLASSIC)
    except BadInput as error:
        raise BadInput(f"the move of node {number}: {error}") from None


def _result(text: str, loser: Color | None, from_littlegolem: bool) -> str:
    """As we write it; a single letter is the winner's, but LittleGolem's is the loser's."""
    if loser is not None:
        return f"{other_color(loser).upper()}+R"
    letter = text.upper()
    if letter in ("B", "W"):
        return f"{'BW'[(letter == 'B') == from_littlegolem]}+"
    return text
