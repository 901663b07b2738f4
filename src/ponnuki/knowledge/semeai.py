"""Capturing races (semeai) of a Go position: who wins them, and which moves they need.

    >>> from ponnuki.games.go import Position
    >>> from ponnuki.knowledge.semeai import semeais

`semeais(position)` lists them. A race is between two chains that touch, neither with two eyes or a way out. "Unknown"
is an answer; every other answer holds as long as the chains around the race that have room of their own stay on the
board.

Read on in this order: `semeai_local.py` (the local game as a record), `semeai_region.py` and `semeai_nodes.py` (from
the board to it), `semeai_search.py`, `semeai_moves.py` and `semeai_ko.py` (the search), `semeai_count.py` and
`semeai_eyes.py` (what needs no search), `semeai_find.py`, `semeai_memory.py` (races that a search asks about again).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.games.go.coords import LETTERS, from_gtp, to_gtp
from ponnuki.games.go.layout import BLACK, WHITE, geometry, point_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai_count import SEKI, UNKNOWN, take_stock
from ponnuki.knowledge.semeai_find import FEWEST_STONES, find, is_better, is_free, list_necessary
from ponnuki.knowledge.semeai_local import WHITE_SHIFT, new_local
from ponnuki.knowledge.semeai_search import solve

RESULTS = ("unknown", "black", "white", "seki", "ko")
_WORDS = {
    "unknown": "not known",
    "black": "Black wins",
    "white": "White wins",
    "seki": "both live",
    "ko": "it is a ko",
}
LIMIT = 20_000
"""Positions that each question about a race may visit: some tens of milliseconds."""
LIMIT_OF_OTHERS = 5_000
"""The same for pairs of chains that only touch."""


@dataclass(frozen=True, slots=True)
class Liberties:
    """Liberties of one side of a race, by kind; an eye's are the moves that it takes to fill it."""

    outside: int
    eye: int


@dataclass(frozen=True, slots=True)
class Semeai:
    """One capturing race; stones and moves are GTP vertices, results are of RESULTS."""

    black: tuple[str, ...]
    white: tuple[str, ...]
    black_first: str
    white_first: str
    necessary: dict[str, tuple[str, ...]]
    """By colour name: the moves by which that side, playing first, gets a better result than by passing."""
    liberties: dict[str, Liberties]
    shared: int

    def describe(self) -> list[str]:
        """The race in a few lines."""
        sides = [
            f"{name} {stones[0]} ({len(stones)} stones, {own.outside} liberties outside, {own.eye} in an eye)"
            for name, stones, own in (
                ("Black", self.black, self.liberties["black"]),
                ("White", self.white, self.liberties["white"]),
            )
        ]
        lines = [
            f"{sides[0]} against {sides[1]}, {self.shared} shared",
            f"  if Black is first: {_WORDS[self.black_first]}; if White is first: {_WORDS[self.white_first]}",
        ]
        for color, moves in self.necessary.items():
            if moves:
                lines.append(f"  {color.capitalize()} must play one of {' '.join(moves)}")
        return lines

    def draw(self, position: Position) -> str:
        """The board: `#` and `@` are Black's and White's chain, `b`, `w` and `*` moves that they or both need."""
        size = position.size
        rows = [list(row) for row in position.rows()]
        needed = {color: set(moves) for color, moves in self.necessary.items()}
        marks = dict.fromkeys(self.black, "#") | dict.fromkeys(self.white, "@")
        marks |= dict.fromkeys(needed["black"], "b") | dict.fromkeys(needed["white"], "w")
        marks |= dict.fromkeys(needed["black"] & needed["white"], "*")
        for vertex, mark in marks.items():
            point = from_gtp(vertex, size)
            if point is not None:
                rows[size - 1 - point[0]][point[1]] = mark
        header = "    " + " ".join(LETTERS[:size])
        return "\n".join([header, *(f"{size - i:3d} {' '.join(row)}" for i, row in enumerate(rows)), header])

    def to_json(self) -> dict[str, Any]:
        """As `ponnuki semeai --json` prints it."""
        return {
            "black": list(self.black),
            "white": list(self.white),
            "black_first": self.black_first,
            "white_first": self.white_first,
            "necessary": {color: list(moves) for color, moves in self.necessary.items()},
            "liberties": {
                "black": {"outside": self.liberties["black"].outside, "eye": self.liberties["black"].eye},
                "white": {"outside": self.liberties["white"].outside, "eye": self.liberties["white"].eye},
                "shared": self.shared,
            },
        }


def semeais(position: Position, limit: int = LIMIT, everything: bool = False) -> list[Semeai]:
    """The capturing races of a position, but for pairs of chains of which neither is in danger.

    With `everything`, all pairs of chains that touch and of which one may be in danger, if there is an answer: also
    where one of them has two eyes or both live, and where a chain is a single stone.
    """
    board, tables, local = position.board()[0], geometry(position.size)[0], new_local()[0]
    count = int(find(board, tables, local))
    pairs = [(int(local.race_black[i]), int(local.race_white[i])) for i in range(count)]
    found = [_solved(board, tables, local, position.size, pair, limit, everything) for pair in pairs]
    if everything:
        more = [pair for pair in _touching(board, tables, local) if pair not in pairs]
        less = min(limit, LIMIT_OF_OTHERS)
        found += [_solved(board, tables, local, position.size, pair, less, everything) for pair in more]
    return [race for race in found if race is not None]


def _touching(board: Any, tables: Any, local: Any) -> list[tuple[int, int]]:
    """The black and white chains that touch, one of them not free and one of more than a few stones."""
    stride = len(tables.stride)
    local.marked[:] = 0
    near = {
        (int(board.chain[v]), int(board.chain[u]))
        for v in (int(point) for point in tables.points)
        if board.color[v] == BLACK
        for u in (v - stride, v - 1, v + 1, v + stride)
        if board.color[u] == WHITE
    }
    free = {chain: bool(is_free(board, tables, local, np.uint16(chain))) for pair in near for chain in pair}
    return sorted(
        pair
        for pair in near
        if not all(free[chain] for chain in pair) and max(board.chain_size[list(pair)]) >= FEWEST_STONES
    )


def _solved(
    board: Any, tables: Any, local: Any, size: int, pair: tuple[int, int], limit: int, everything: bool
) -> Semeai | None:
    """One race, or None if it is not known, or nothing is at stake: both live and share no liberty."""
    results: dict[int, int] = {}
    for first in (BLACK, WHITE):
        arguments = (np.int64(pair[0]), np.int64(pair[1]), np.int64(first), np.int64(limit))
        results[first] = int(solve(board, tables, local, *arguments))
    if set(results.values()) == {UNKNOWN}:
        return None
    take_stock(local, local.black, local.white, local.outside[0] | (local.outside[1] << WHITE_SHIFT))
    liberties = {
        name: Liberties(int(local.fillable[side]), int(local.last[side]))
        for side, name in enumerate(("black", "white"))
    }
    shared = int(local.shared)
    if set(results.values()) == {SEKI} and shared == 0 and not everything:
        return None
    return Semeai(
        black=_stones(board, size, pair[0]),
        white=_stones(board, size, pair[1]),
        black_first=RESULTS[results[BLACK]],
        white_first=RESULTS[results[WHITE]],
        necessary={
            "black": _necessary(local, size, BLACK, results, limit),
            "white": _necessary(local, size, WHITE, results, limit),
        },
        liberties=liberties,
        shared=shared,
    )


def _necessary(local: Any, size: int, color: int, results: dict[int, int], limit: int) -> tuple[str, ...]:
    """The moves of one side that its result hangs on."""
    own, passing = results[color], results[BLACK + WHITE - color]
    if not is_better(own, passing, color):
        return ()
    count = int(list_necessary(local, np.int64(color), np.int64(own), np.int64(limit)))
    return tuple(sorted(to_gtp(point_of(size, int(local.good[i]))) for i in range(count)))


def _stones(board: Any, size: int, chain: int) -> tuple[str, ...]:
    stones: list[str] = []
    v = chain
    while not stones or v != chain:
        stones.append(to_gtp(point_of(size, v)))
        v = int(board.next_stone[v])
    return tuple(sorted(stones))
