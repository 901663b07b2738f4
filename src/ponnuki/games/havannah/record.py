"""Games of Havannah as SGF: our own, those of other programs, and LittleGolem's files (HGF).

Cells are written as in `coords.CLASSIC`, a swap as `B[swap]`. LittleGolem's files differ (`RU[LG]`): its own
coordinates, a last move `resign`, and a result that names who has *lost*. sgfmill does the parsing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, IllegalMove, other_color
from ponnuki.games.havannah.coords import CLASSIC, LITTLEGOLEM, SWAP_WORD, Codec, translate
from ponnuki.games.havannah.position import Position
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, Rules

GAME_NAME = "havannah"
"""SGF has no number for the game; programs write its name."""
RESIGN = "resign"


@dataclass(frozen=True)
class GameRecord:
    """One game. Moves are (colour, move) pairs; `comments` are by move number, 0 for the game itself.

    `result` is like `W+ring`, `B+R` (by resignation), `W+` (not said how), `0` (a draw) or empty.
    """

    size: int = 8
    rules: Rules = field(default_factory=Rules)
    result: str = ""
    black: str = ""
    white: str = ""
    moves: tuple[tuple[Color, str], ...] = ()
    comments: dict[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from

    @property
    def winner(self) -> Color | None:
        """Who won according to the result; None for a draw or an unknown result."""
        return {"B": "b", "W": "w"}.get(self.result[:1].upper()) if self.result[1:2] == "+" else None  # type: ignore[return-value]

    def positions(self) -> Iterator[Position]:
        """All positions, the first before any move; an illegal move is an error that names the file and the move."""
        position = Position.empty(self.size, self.rules)
        yield position
        for number, (color, move) in enumerate(self.moves, start=1):
            try:
                position = position.play(move, color)
            except IllegalMove as error:
                raise BadInput(f"{self.name}: move {number}: {error}") from None
            yield position

    def to_sgf(self) -> str:
        """The game as SGF text."""
        game = sgf.Sgf_game(self.size, encoding="UTF-8")
        root = game.get_root()
        root.set_raw("GM", GAME_NAME.encode())
        root.set("AP", ("ponnuki", ""))
        root.set("RU", "swap" if self.rules.swap else "plain")
        for identifier, text in (("RE", self.result), ("PB", self.black), ("PW", self.white), ("C", self._comment(0))):
            if text:
                root.set(identifier, text)
        for number, (color, move) in enumerate(self.moves, start=1):
            node = game.extend_main_sequence()
            node.set_raw(color.upper(), move.encode())
            if text := self._comment(number):
                node.set("C", text)
        return str(game.serialise().decode("utf-8"))

    def _comment(self, number: int) -> str:
        return self.comments.get(number, "")

    def write(self, path: Path) -> None:
        """Write the game to a file."""
        path.write_text(self.to_sgf(), encoding="utf-8")


def read_sgf_file(path: Path | str) -> GameRecord:
    """The game in a file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{str(path)!r} is not a path: {error}") from None
    return read_sgf(data, str(path))


def read_sgf(data: bytes | str, name: str = "SGF") -> GameRecord:
    """The first game in SGF or HGF data; `name` is what errors call it."""
    try:
        game = sgf.Sgf_game.from_string(data) if isinstance(data, str) else sgf.Sgf_game.from_bytes(data)
        return _read_game(game, name)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    except (ValueError, LookupError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise BadInput(f"{name}: not a usable SGF file: {first}") from None


def _read_game(game: sgf.Sgf_game, name: str) -> GameRecord:
    root, size = game.get_root(), game.get_size()
    kind = _raw(root, "GM").lower()
    if kind not in ("", GAME_NAME):
        raise BadInput(f"it is not a game of Havannah (GM[{kind}])")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size {size}: it must be from {MIN_SIZE} to {MAX_SIZE}")
    from_littlegolem = _raw(root, "RU").upper() == "LG"
    moves, comments, loser = _read_nodes(game.get_main_sequence(), size, from_littlegolem)
    swap = any(move == SWAP_WORD for _, move in moves) or _raw(root, "RU").lower() in ("lg", "swap")
    return GameRecord(
        size=size,
        rules=Rules(swap),
        result=_result(_raw(root, "RE"), loser, from_littlegolem),
        black=_text(root, "PB"),
        white=_text(root, "PW"),
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
        if node.has_property("B") and node.has_property("W"):
            raise BadInput(f"node {number} has a move of both colours")
        colors: tuple[Color, ...] = ("b", "w")
        for color in colors:
            word = _raw(node, color.upper())
            if word.lower() == RESIGN:
                loser = color
            elif word:
                moves.append((color, _move(word, size, codec, number)))
        if node.has_property("C"):
            comments[len(moves)] = _text(node, "C")
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


def _raw(node: sgf.Tree_node, identifier: str) -> str:
    """A property as it stands in the file, on one line; empty if it is missing."""
    if not node.has_property(identifier):
        return ""
    return " ".join(node.get_raw(identifier).decode("utf-8", "replace").split())


def _text(node: sgf.Tree_node, identifier: str) -> str:
    return str(node.get(identifier)) if node.has_property(identifier) else ""
