"""Games of Hex as SGF: our own, HexGui's and MoHex's, and LittleGolem's files (HGF).

SGF's number for the game is 11; cells are written as in `coords.CLASSIC`, a swap as `swap-pieces`, and a last move may
be `resign`. LittleGolem's files (their `SO` says it) differ: their W is the player who begins, so our Black; cells are
two letters, a swap is `swap`, and the result names who has *lost*.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves, other_color
from ponnuki.games.game_record import PlayedRecord, check_one_colour, parse, read_file, read_raw, read_text
from ponnuki.games.hex.coords import CLASSIC, LITTLEGOLEM, RESIGN, SWAP_WORD, Codec, read_move, write_move
from ponnuki.games.hex.position import Position
from ponnuki.games.hex.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.games.plain_record import write_words

GAME_NUMBER = "11"
NAMES = ("", GAME_NUMBER, "hex")
"""What files call the game, if they say it."""
SITE = "littlegolem"


@dataclass(frozen=True)
class GameRecord(PlayedRecord[Position]):
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself.

    `result` is like `B+`, `W+R` (by resignation) or empty.
    """

    size: int = 11
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
        moves = tuple((color, write_move(move, self.size, CLASSIC)) for color, move in self.moves)
        return write_words(GAME_NUMBER, self.size, about, moves, self.comments)


def read_sgf_file(path: Path | str) -> GameRecord:
    """The game in a file."""
    return read_sgf(read_file(path), str(path))


def read_sgf(data: bytes | str, name: str = "SGF") -> GameRecord:
    """The first game in SGF or HGF data; `name` is what errors call it."""
    return parse(data, name, _read_game)


def _read_game(game: sgf.Sgf_game, name: str) -> GameRecord:
    root, size = game.get_root(), game.get_size()
    kind = read_raw(root, "GM").lower()
    if kind not in NAMES:
        raise BadInput(f"it is not a game of Hex (GM[{kind}])")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size {size}: it must be from {MIN_SIZE} to {MAX_SIZE}")
    from_site = SITE in read_raw(root, "SO").lower()
    moves, comments, loser = _read_nodes(game.get_main_sequence(), size, from_site)
    swap = from_site or any(move == SWAP_WORD for _, move in moves) or read_raw(root, "RU").lower() == "swap"
    players = [read_text(root, "PB"), read_text(root, "PW")]
    black, white = reversed(players) if from_site else players
    return GameRecord(
        size=size,
        rules=Rules(swap),
        result=_result(read_raw(root, "RE"), loser),
        black=black,
        white=white,
        moves=tuple(moves),
        comments=comments,
        name=name,
    )


def _read_nodes(
    nodes: list[sgf.Tree_node], size: int, from_site: bool
) -> tuple[list[tuple[Color, str]], dict[int, str], Color | None]:
    """Moves and comments of the main line, and who resigned."""
    codec = LITTLEGOLEM if from_site else CLASSIC
    moves: list[tuple[Color, str]] = []
    comments: dict[int, str] = {}
    loser: Color | None = None
    for number, node in enumerate(nodes):
        check_one_colour(node, number)
        written: tuple[Color, ...] = ("b", "w")
        for color in written:
            word = read_raw(node, color.upper())
            mover = other_color(color) if from_site else color
            if word.lower() == RESIGN:
                loser = mover
            elif word:
                moves.append((mover, _move(word, size, codec, number)))
        if node.has_property("C"):
            comments[len(moves)] = read_text(node, "C")
    return moves, comments, loser


def _move(word: str, size: int, codec: Codec, number: int) -> str:
    try:
        return read_move(word, size, codec)
    except BadInput as error:
        raise BadInput(f"the move of node {number}: {error}") from None


def _result(text: str, loser: Color | None) -> str:
    """As we write it. A single letter is the winner's; LittleGolem's is the loser's, in colours that are exchanged."""
    if loser is not None:
        return f"{other_color(loser).upper()}+R"
    return f"{text.upper()}+" if text.upper() in ("B", "W") else text
