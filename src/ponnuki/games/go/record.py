"""Games of Go as SGF (FF[4]): the main line with players, rules, komi, result, set-up stones and comments.

From a file to its positions:

    for position in read_sgf_file(path).positions(): ...
"""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from sgfmill import sgf

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, Moves
from ponnuki.games.game_record import PlayedRecord, check_one_colour, parse, read_file, read_raw, read_text
from ponnuki.games.go.coords import Point, from_gtp, to_gtp
from ponnuki.games.go.diagram import SYMBOLS
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.games.go.position import Position
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES, SIMPLE_KO, Rules
from ponnuki.version import __version__

LEAST_HANDICAP = 2
"""Stones; one stone alone is a first move."""
_NAMES = {rules: name for name, rules in RULE_NAMES.items()}
_BY_LOWER_CASE = {name.lower(): rules for name, rules in RULE_NAMES.items()} | {
    "new zealand": RULE_NAMES["NZ"],
    "tromp/taylor": RULE_NAMES["Tromp-Taylor"],
}


@dataclass(frozen=True)
class GameRecord(PlayedRecord[Position]):
    """One game. Moves are (colour, vertex) pairs; `comments` are by move number, 0 for the game itself."""

    size: int = 19
    komi: float | None = None  # the record does not say
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

    @property
    def handicap(self) -> int:
        """How many stones Black was given, if that is what was set up; else 0."""
        stones = "".join(self.setup)
        count = stones.count(SYMBOLS[BLACK])
        given = self.to_move == "w" and SYMBOLS[WHITE] not in stones and count >= LEAST_HANDICAP
        return count if given else 0

    def to_sgf(self) -> str:
        """The game as SGF text."""
        game = sgf.Sgf_game(self.size, encoding="UTF-8")
        root = game.get_root()
        root.set("AP", ("ponnuki", __version__))
        if self.komi is not None:
            root.set("KM", self.komi)
        root.set("RU", _NAMES[self.rules])
        for identifier, text in (("RE", self.result), ("PB", self.black), ("PW", self.white)):
            if text:
                root.set(identifier, text)
        if self.setup:
            _write_setup(root, self.start())
        if self.handicap:
            root.set("HA", self.handicap)
        if self.to_move == "w" or (self.moves and self.moves[0][0] != self.to_move):
            root.set("PL", self.to_move)
        if 0 in self.comments:
            root.set("C", self.comments[0])
        for number, (color, move) in enumerate(self.moves, start=1):
            node = game.extend_main_sequence()
            node.set_move(color, from_gtp(move, self.size))
            if number in self.comments:
                node.set("C", self.comments[number])
        return str(game.serialise().decode("utf-8"))


def read_sgf_file(path: Path | str, before: int | None = None) -> GameRecord:
    """The game in a file, or its moves before one of a number, counted from 1."""
    return read_sgf(read_file(path), str(path), before)


def read_sgf(data: bytes | str, name: str = "SGF", before: int | None = None) -> GameRecord:
    """The first game in SGF data; `name` is what errors call it.

    Where stones are set up after the first move, the game begins on the board that they make.
    """
    return parse(data, name, partial(_read_game, before=before))


def _read_game(game: sgf.Sgf_game, name: str, before: int | None) -> GameRecord:
    root, size = game.get_root(), game.get_size()
    if root.has_property("GM") and root.get("GM") != 1:
        raise BadInput(f"it is not a game of Go (GM[{root.get('GM')}])")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size {size}: it must be from {MIN_SIZE} to {MAX_SIZE}")
    rules = _BY_LOWER_CASE.get(read_text(root, "RU").strip().lower(), SIMPLE_KO)
    reading = _Reading(size, rules.suicide)
    reading.read(game.get_main_sequence(), before)
    return GameRecord(
        size=size,
        komi=_read_komi(root),
        rules=rules,
        result=read_text(root, "RE"),
        black=read_text(root, "PB"),
        white=read_text(root, "PW"),
        moves=tuple(reading.moves),
        setup=tuple(_rows(reading.board, size)) if any(reading.board.values()) else (),
        to_move=reading.to_move or reading.expected or ("w" if _has_handicap(root) else "b"),
        comments=reading.comments,
        name=name,
    )


@dataclass
class _Reading:
    """The main line as far as it has been read; stones that are set up after moves begin it anew."""

    size: int
    suicide: bool
    board: dict[Point, int] = field(default_factory=dict)  # what was set up
    moves: list[tuple[Color, str]] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    to_move: Color | None = None  # None: nothing says so
    expected: Color | None = None  # then it is the turn of this one, if stones were set up after moves

    def read(self, nodes: list[sgf.Tree_node], before: int | None) -> None:
        """Read nodes up to the one with move number `before`."""
        played = 0
        for number, node in enumerate(nodes):
            color, point = _read_move(node, number)
            played += color is not None
            if before is not None and played >= before:
                self._note_first(color)
                return
            if node.has_setup_stones():
                self._set_up(node, number)
            if node.has_property("PL") and not self.moves:
                self.to_move = _read_player(node)
            if color is not None:
                self._note_first(color)
                self.moves.append((color, to_gtp(point)))
            if node.has_property("C"):
                self.comments[len(self.moves)] = str(node.get("C"))

    def _note_first(self, color: Color | None) -> None:
        """Whoever makes the first move was to move, unless the file says otherwise."""
        if not self.moves:
            self.to_move = self.to_move or color

    def _set_up(self, node: sgf.Tree_node, number: int) -> None:
        if self.moves:
            self._begin_here(number)
        for color, points in zip((BLACK, WHITE, EMPTY), _read_setup(node, number), strict=True):
            self.board.update(dict.fromkeys(points, color))

    def _begin_here(self, number: int) -> None:
        """Make the board after the moves so far the one that the game begins on."""
        try:
            position = Position.from_rows(_rows(self.board, self.size), rules=Rules("simple", self.suicide))
            for color, move in self.moves:
                position = position.play(move, color)
        except BadInput as error:
            raise BadInput(f"before the stones that node {number} sets up: {error}") from None
        self.board = {(int(row), int(column)): int(color) for (row, column), color in np.ndenumerate(position.colors())}
        self.to_move, self.expected, self.moves, self.comments = None, position.to_move, [], {}


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


def _read_player(node: sgf.Tree_node) -> Color:
    try:
        return node.get("PL")  # type: ignore[no-any-return]
    except ValueError:
        raise BadInput(f"the player to move is neither B nor W: PL[{read_raw(node, 'PL')}]") from None


def _has_handicap(root: sgf.Tree_node) -> bool:
    """Whether White begins, as after handicap stones."""
    word = read_raw(root, "HA")
    return word.isascii() and word.isdigit() and int(word) >= LEAST_HANDICAP


def _read_komi(root: sgf.Tree_node) -> float | None:
    try:
        return float(root.get("KM")) if root.has_property("KM") else None
    except ValueError:
        raise BadInput(f"komi is not a number: KM[{read_raw(root, 'KM')}]") from None


def _rows(board: dict[Point, int], size: int) -> list[str]:
    return [
        "".join(SYMBOLS[board.get((row, column), EMPTY)] for column in range(size)) for row in range(size - 1, -1, -1)
    ]


def _write_setup(root: sgf.Tree_node, position: Position) -> None:
    stones: dict[int, list[Point]] = {BLACK: [], WHITE: []}
    for row, line in enumerate(position.colors()):
        for column, color in enumerate(line):
            if color != EMPTY:
                stones[int(color)].append((row, column))
    root.set_setup_stones(stones[BLACK], stones[WHITE])
