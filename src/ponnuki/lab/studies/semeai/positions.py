"""The positions of the study: a race of two chains of seven stones, and a border elsewhere that is not closed yet.

All are one 9x9 board with four numbers: Black's liberties in the race (empty points of the second row), White's (of the
fifth row), and the empty points of two corridors, in the top row and in the seventh. Black has stones all around a
corridor but at its mouth, next to White: who plays there first gains something, by a quiet move. All other chains
have two eyes whatever happens, so that the game is small enough to be searched to its end (`small_game.py`). Komi lies
just under the best score of a right move: a wrong move loses the game, if the other side plays well. The shapes were
chosen by how often plain `mogo` fails; no solver of races has a say in the list.
"""

from collections.abc import Callable
from dataclasses import dataclass

SIZE = 9
_LETTERS = "ABCDEFGHJ"
STONES, MOST = 7, 7
"""Stones of a chain in the race, and its liberties at most."""
MUST, WON = "must be played", "must not be played"


@dataclass(frozen=True, slots=True)
class Shape:
    """What makes a position: liberties in the race, and lengths of the corridors."""

    black: int
    white: int
    top: int
    side: int

    @property
    def kind(self) -> str:
        """An even race must be played; one that is two liberties ahead is won with a move to spare."""
        return MUST if self.black == self.white else WON

    @property
    def right(self) -> list[tuple[int, int]]:
        """Row and column of the moves that win: the other chain's liberties, or the mouth of the longer corridor."""
        if self.kind == MUST:
            return [(_FIFTH_ROW, column) for column in range(MOST - self.white, MOST)]
        return [(_TOP_ROW if self.top > self.side else _SIDE_ROW, _MOUTH)]


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """Black to move; `right` are the moves that win."""

    name: str
    kind: str
    rows: tuple[str, ...]
    komi: float
    right: frozenset[str]


_TOP_ROW, _SIDE_ROW, _FIFTH_ROW, _MOUTH = 0, 2, 4, 6
KOMI = {MUST: 20.5, WON: 23.5}
"""The right move reaches 21 and 25, any other one -7 and 23 at most."""
SHAPES = (
    *(Shape(n, n, *lengths) for n in (7, 6, 5) for lengths in ((1, 2), (2, 1), (1, 3), (3, 1))),
    *(Shape(n, n - 2, *lengths) for n in (7, 6, 5) for lengths in ((0, 2), (2, 0), (0, 3), (3, 0))),
)


def all_positions() -> list[StudyPosition]:
    """The family: every shape from eight sides, the two own positions of the study first."""
    found = [make(shape, view) for shape in SHAPES for view in range(len(_VIEWS))]
    first = [next(position for position in found if position.kind == kind) for kind in (MUST, WON)]
    return first + [position for position in found if position not in first]


def make(shape: Shape, view: int = 0) -> StudyPosition:
    """The position of a shape, seen from one of eight sides."""
    points = [["."] * SIZE for _ in range(SIZE)]
    for row, column in shape.right:
        points[row][column] = "+"
    seen = _VIEWS[view]
    marked = seen(["".join(row) for row in points])
    return StudyPosition(
        name=f"{shape.black}-{shape.white}-{shape.top}-{shape.side}{'abcdefgh'[view]}",
        kind=shape.kind,
        rows=tuple(seen(rows_of(shape))),
        komi=KOMI[shape.kind],
        right=frozenset(
            f"{_LETTERS[column]}{SIZE - row}"
            for row in range(SIZE)
            for column in range(SIZE)
            if marked[row][column] == "+"
        ),
    )


def rows_of(shape: Shape) -> list[str]:
    """The board as it is drawn, the top row first."""
    return [
        f"{'X' * (7 - shape.top)}{'.' * shape.top}OO",
        ".XXXXXXO.",
        f"X.{'X' * (5 - shape.side)}{'.' * shape.side}OO",
        "XXXXXXXXO",
        f"{'X' * (MOST - shape.white)}{'.' * shape.white}XO",
        "OOOOOOOXO",
        "XXXXXXXO.",
        f"{'O' * (MOST - shape.black)}{'.' * shape.black}OO",
        "OOOOOOOO.",
    ]


def _transposed(rows: list[str]) -> list[str]:
    """Columns for rows."""
    return ["".join(row[i] for row in rows) for i in range(SIZE)]


def _mirrored(rows: list[str]) -> list[str]:
    """Left and right exchanged."""
    return [row[::-1] for row in rows]


def _flipped(rows: list[str]) -> list[str]:
    """Top and bottom exchanged."""
    return rows[::-1]


_VIEWS: tuple[Callable[[list[str]], list[str]], ...] = (
    list,
    _transposed,
    _mirrored,
    _flipped,
    lambda rows: _mirrored(_transposed(rows)),
    lambda rows: _flipped(_transposed(rows)),
    lambda rows: _flipped(_mirrored(rows)),
    lambda rows: _flipped(_mirrored(_transposed(rows))),
)
