"""Games of Go as SGF (FF[4]): the main line with players, rules, komi, result, set-up stones and comments.

From a file to its positions:

    for position in read_sgf_file(path).positions(): ...
"""

from dataclasses import dataclass, field
from pathlib import Path

from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves
from ponnuki.games.game_record import PlayedRecord, check_one_colour, parse, read_file, read_raw, read_text
from ponnuki.games.go.coords import Point, from_gtp, to_gtp
from ponnuki.games.go.diagram import SYMBOLS
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.games.go.position import Position
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE, Rules

SIMPLE_KO = Rules("simple")
RULE_NAMES = {
    "Chinese": Rules("positional", suicide=False),
    "Tromp-Taylor": Rules("positional", suicide=True),
    "AGA": Rules("situational", suicide=False),
    "NZ": Rules("situational", suicide=True),
    "Area, simple ko": Rules("simple", suicide=False),
    "Area, simple ko, suicide": Rules("simple", suicide=True),
}
"""SGF names that say which moves are legal; a game with any other name is replayed under simple ko."""
_NAMES = {rules: name for name, rules in RULE_NAMES.items()}
_BY_LOWER_CASE = {name.lower(): rules for name, rules in RULE_NAMES.items()} | {
    "new zealand": RULE_NAMES["NZ"],
    "tromp/taylor": RULE_NAMES["Tromp-Taylor"],
}


@dataclass(frozen=True)
class GameRecord(PlayedRecord[Position]):
    """One game. Moves are (colour, vertex) pairs; `comments` are by move number, 0 for the game itself."""

    size: int = 19
    komi: float = 0.0
    rules: Rules = SIMPLE_KO
    result: str = ""
    black: str = ""
    white: str = ""
    moves: Moves = ()
    setup: tuple[str, ...] = ()  # rows as of Position.from_rows, empty if the board is
    to_move: Color = "b"
    comments: dict[int, str] = field(default_factory=dict)
    name: str = field(default="game", compare=False)  # for messages: the file it came from

    def start(self) -> Position:
        """The position before the first move."""
        rows = self.setup or ["." * self.size] * self.size
        try:
            return Position.from_rows(rows, self.to_move, self.rules)
        except BadInput as error:
            raise BadInput(f"{self.name}: set-up stones: {error}") from None

    def to_sgf(self) -> str:
        """The game as SGF text."""
        game = sgf.Sgf_game(self.size, encoding="UTF-8")
        root = game.get_root()
        root.set("AP", ("ponnuki", ""))
        root.set("KM", self.komi)
        root.set("RU", _NAMES[self.rules])
        for identifier, text in (("RE", self.result), ("PB", self.black), ("PW", self.white)):
            if text:
                root.set(identifier, text)
        if self.setup:
            _write_setup(root, self.start())
        if self.to_move == "w":
            root.set("PL", "w")
        if 0 in self.comments:
            root.set("C", self.comments[0])
        for number, (color, move) in enumerate(self.moves, start=1):
            node = game.extend_main_sequence()
            node.set_move(color, from_gtp(move, self.size))
            if number in self.comments:
                node.set("C", self.comments[number])
        return str(game.serialise().decode("utf-8"))


def read_sgf_file(path: Path | str) -> GameRecord:
    """The game in a file."""
    return read_sgf(read_file(path), str(path))


def read_sgf(data: bytes | str, name: str = "SGF") -> GameRecord:
    """The first game in SGF data; `name` is what errors call it."""
    return parse(data, name, _read_game)


def _read_game(game: sgf.Sgf_game, name: str) -> GameRecord:
    root, size = game.get_root(), game.get_size()
    if root.has_property("GM") and root.get("GM") != 1:
        raise BadInput(f"it is not a game of Go (GM[{root.get('GM')}])")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size {size}: it must be from {MIN_SIZE} to {MAX_SIZE}")
    moves, comments, board = _read_nodes(game.get_main_sequence())
    to_move = moves[0][0] if moves else _read_first_player(root)
    return GameRecord(
        size=size,
        komi=_read_komi(root),
        rules=_BY_LOWER_CASE.get(read_text(root, "RU").strip().lower(), SIMPLE_KO),
        result=read_text(root, "RE"),
        black=read_text(root, "PB"),
        white=read_text(root, "PW"),
        moves=tuple(moves),
        setup=_setup_rows(board, size),
        to_move=to_move,
        comments=comments,
        name=name,
    )


def _read_nodes(
    nodes: list[sgf.Tree_node],
) -> tuple[list[tuple[Color, str]], dict[int, str], dict[Point, int]]:
    """Moves, comments and set-up stones of the main line; stones may be set up only before the first move."""
    moves: list[tuple[Color, str]] = []
    comments: dict[int, str] = {}
    board: dict[Point, int] = {}
    for number, node in enumerate(nodes):
        if node.has_setup_stones():
            if moves:
                raise BadInput(f"node {number} sets up stones after the first move, which no game does")
            for color, points in zip((BLACK, WHITE, EMPTY), _read_setup(node, number), strict=True):
                board.update(dict.fromkeys(points, color))
        color_name, point = _read_move(node, number)
        if color_name is not None:
            moves.append((color_name, to_gtp(point)))
        if node.has_property("C"):
            comments[len(moves)] = str(node.get("C"))
    return moves, comments, board


def _read_move(node: sgf.Tree_node, number: int) -> tuple[Color | None, Point | None]:
    check_one_colour(node, number)
    try:
        return node.get_move()  # type: ignore[no-any-return]
    except ValueError:
        raise BadInput(f"the move of node {number} is not a point of the board") from None


def _read_setup(node: sgf.Tree_node, number: int) -> tuple[set[Point], set[Point], set[Point]]:
    try:
        return node.get_setup_stones()  # type: ignore[no-any-return]
    except ValueError:
        raise BadInput(f"a set-up stone of node {number} is not on a point of the board") from None


def _read_first_player(root: sgf.Tree_node) -> Color:
    try:
        return root.get("PL") if root.has_property("PL") else "b"
    except ValueError:
        raise BadInput(f"the player to move is neither B nor W: PL[{read_raw(root, 'PL')}]") from None


def _read_komi(root: sgf.Tree_node) -> float:
    try:
        return float(root.get("KM")) if root.has_property("KM") else 0.0
    except ValueError:
        raise BadInput(f"komi is not a number: KM[{read_raw(root, 'KM')}]") from None


def _setup_rows(board: dict[Point, int], size: int) -> tuple[str, ...]:
    if not any(board.values()):
        return ()
    return tuple(
        "".join(SYMBOLS[board.get((row, column), EMPTY)] for column in range(size)) for row in range(size - 1, -1, -1)
    )


def _write_setup(root: sgf.Tree_node, position: Position) -> None:
    stones: dict[int, list[Point]] = {BLACK: [], WHITE: []}
    for row, line in enumerate(position.colors()):
        for column, color in enumerate(line):
            if color != EMPTY:
                stones[int(color)].append((row, column))
    root.set_setup_stones(stones[BLACK], stones[WHITE])
