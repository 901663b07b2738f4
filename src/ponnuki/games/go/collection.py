"""Many games at once: the moves of all games of some files and folders, and what was wrong with the others.

A folder stands for the SGF files and collections in it. A file called `.sgf` has one game, any other has one in each
line; either may be compressed by gzip. Games on an even board of one size are wanted: from the empty board, Black
first, colours in turn, all moves legal. Every other one is skipped, with a name and a reason. Start with `read_games`.
"""

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.go.board import play, play_pass
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import BLACK, PASS, WHITE, geometry, new_board, row_stride, vertex_of
from ponnuki.games.go.moves import LEGAL, judge
from ponnuki.games.go.record import LEAST_HANDICAP, read_sgf
from ponnuki.kernels import jit

LONGEST = 1_000_000
"""Bytes of a game; those of people have a few thousand."""
ENDINGS = (".sgf", ".sgfs", ".sgf.gz", ".sgfs.gz")
"""Files that are looked for in a folder."""
_GZIP = b"\x1f\x8b"
_PLAIN = re.compile(
    rb"\s*+\(\s*+;((?:\s*+[A-Z]{1,2}+(?:\s*+\[[^\\\[\]]*+\])++)*+)\s*+((?:;\s*+[BW]\s*+\[[a-z]{0,2}+\]\s*+)*+)\)\s*+"
)
"""A game without variations and comments: what most collections consist of, and quick to read."""
_PROPERTY = re.compile(rb"([A-Z]{1,2})\s*\[([^\]]*)\]")
_MOVE = re.compile(rb";\s*([BW])\s*\[([a-z]{0,2})\]")
_SET_UP = {b"AB", b"AW", b"AE", b"PL", b"B", b"W"}


@dataclass
class Games:
    """The moves of games one after the other, as vertices; game k has those from `starts[k]` to `starts[k + 1]`."""

    size: int
    moves: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int64]
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Name and reason."""

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.starts) - 1

    @property
    def positions(self) -> int:
        """Moves on the board: passes are none."""
        return int(np.count_nonzero(self.moves != PASS))

    def reasons(self) -> dict[str, int]:
        """How many were skipped for what; numbers in a reason do not tell two apart."""
        return dict(sorted(Counter(re.sub(r"\s*\d+(x\d+)?", "", reason) for _, reason in self.skipped).items()))

    def some(self, wanted: Sequence[int] | npt.NDArray[np.int64]) -> "Games":
        """These games, in this order."""
        parts = [self.moves[self.starts[k] : self.starts[k + 1]] for k in wanted]
        return _joined(self.size, parts, self.skipped)

    def spread(self, most: int) -> "Games":
        """At most so many, evenly from the first to the last."""
        return self if self.count <= most else self.some(np.arange(most) * self.count // most)


def _joined(size: int, parts: Sequence[npt.NDArray[np.uint16]], skipped: list[tuple[str, str]]) -> Games:
    starts = np.concatenate([[0], np.cumsum([len(part) for part in parts], dtype=np.int64)]).astype(np.int64)
    moves = np.concatenate([np.zeros(0, np.uint16), *parts]).astype(np.uint16)
    return Games(size, moves, starts, skipped)


def read_games(paths: Iterable[Path], size: int, most: int | None = None) -> Games:
    """The games of files and folders, in the order of their names; with `most`, so many of them, evenly spread."""
    names, parts, skipped = [], [], []
    for name, text in _texts(paths):
        try:
            parts.append(_read_moves(text, name, size))
            names.append(name)
        except BadInput as error:
            skipped.append((name, str(error).removeprefix(f"{name}: ")))
    read = _joined(size, parts, skipped)
    if most is not None and read.count > most:
        names = [names[k * len(names) // most] for k in range(most)]
        read = read.spread(most)
    bad = np.zeros(read.count, np.int64)
    find_illegal(read.moves, read.starts, new_board(size), new_board(size), geometry(size)[0], bad)
    skipped += [(names[k], f"move {bad[k]} is illegal") for k in np.flatnonzero(bad)]
    return read if not bad.any() else read.some(np.flatnonzero(bad == 0))


@jit
def find_illegal(moves: Any, starts: Any, boards: Any, fresh: Any, geometry: Any, bad: Any) -> None:
    """Write the number of the first illegal move of each game, 0 if there is none."""
    for game in range(len(starts) - 1):
        boards[0] = fresh[0]
        board = boards[0]
        color = np.int64(BLACK)
        for i in range(starts[game], starts[game + 1]):
            v = moves[i]
            if v == PASS:
                play_pass(board)
            elif judge(board, geometry, v, color, False) != LEGAL:
                bad[game] = i - starts[game] + 1
                break
            else:
                play(board, geometry, v, color)
            color = BLACK + WHITE - color


# ---- files ----------------------------------------------------------------------------------------------------------


def _texts(paths: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The text of each game with a name for messages."""
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.name.endswith(ENDINGS) and file.is_file())
            if not inside:
                raise BadInput(f"{path}: there are no games in this folder (files called {', '.join(ENDINGS)})")
            for file in inside:
                yield from _texts_of(file)
        else:
            yield from _texts_of(path)


def _texts_of(path: Path) -> Iterator[tuple[str, bytes]]:
    line = 0
    try:
        with path.open("rb") as file:
            packed = file.peek(2)[:2] == _GZIP
            content: Any = gzip.GzipFile(fileobj=file) if packed else file
            if path.name.removesuffix(".gz").endswith(".sgf"):
                yield str(path), content.read(LONGEST + 1)
                return
            for text in _lines(content):
                line += 1
                if text.strip():
                    yield f"{path}:{line}", text
    except (EOFError, gzip.BadGzipFile, zlib.error):
        yield f"{path}:{line + 1}", b""
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only the beginning, too long itself."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


# ---- one game -------------------------------------------------------------------------------------------------------


def _read_moves(text: bytes, name: str, size: int) -> npt.NDArray[np.uint16]:
    if len(text) > LONGEST:
        raise BadInput(f"it has more than {LONGEST} bytes")
    if not text:
        raise BadInput("the file is damaged from here on")
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        about = dict(_PROPERTY.findall(plain[1]))
        if not _SET_UP & about.keys() and about.get(b"GM", b"1").strip() == b"1":
            _check_size(_number(about.get(b"SZ", b"19")), size)
            _check_handicap(_number(about.get(b"HA", b"0")))
            return _plain_moves(plain[2], size)
    return _any_moves(text, name, size)


def _number(word: bytes) -> int:
    return int(word) if word.strip().isdigit() else 0


def _check_size(found: int, size: int) -> None:
    if found != size:
        raise BadInput(f"the board is {found}x{found}")


def _check_handicap(stones: int) -> None:
    if stones >= LEAST_HANDICAP:
        raise BadInput(f"a handicap of {stones} stones")


def _plain_moves(text: bytes, size: int) -> npt.NDArray[np.uint16]:
    found = _MOVE.findall(text)
    _check_turns([color.decode().lower() for color, _ in found])
    up = row_stride(size)
    moves = []
    for _, point in found:
        if len(point) < 2 or (point == b"tt" and size <= 19):
            moves.append(PASS)
        else:
            column, row = point[0] - 97, size - 1 - (point[1] - 97)
            if column >= size or row < 0:
                raise BadInput("a move is not on the board")
            moves.append((row + 1) * up + column + 1)
    return np.array(moves, np.uint16)


def _any_moves(text: bytes, name: str, size: int) -> npt.NDArray[np.uint16]:
    """The main line of any SGF."""
    record = read_sgf(text, name)
    _check_size(record.size, size)
    _check_handicap(record.handicap)
    if record.setup:
        raise BadInput("stones are set up")
    _check_turns([color for color, _ in record.moves])
    points = [from_gtp(move, size) for _, move in record.moves]
    return np.array([PASS if point is None else vertex_of(size, *point) for point in points], np.uint16)


def _check_turns(colors: Sequence[str]) -> None:
    if not colors:
        raise BadInput("there are no moves")
    if "".join(colors) != ("bw" * len(colors))[: len(colors)]:
        raise BadInput("Black and White do not take turns")
