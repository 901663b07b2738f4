"""Boards as text: rows of `.`, `X` (Black) and `O` (White), the top row first, and diagrams with coordinates."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.go.coords import LETTERS, Point
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE

SYMBOLS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_COLORS = {symbol: color for color, symbol in SYMBOLS.items()}


def parse_rows(rows: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Colours by row (0 at the bottom) and column; spaces within a row are ignored."""
    cells = ["".join(row.split()) for row in rows]
    size = len(cells)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"a board has {MIN_SIZE} to {MAX_SIZE} rows, not {size}")
    for number, row in zip(range(size, 0, -1), cells, strict=True):
        if len(row) != size:
            raise BadInput(f"row {number} has {len(row)} points, but there are {size} rows: boards are square")
        if unknown := set(row) - set(_COLORS):
            raise BadInput(f"row {number} contains {min(unknown)!r}: a point is one of . X O")
    return np.array([[_COLORS[symbol] for symbol in row] for row in reversed(cells)], dtype=np.uint8)


def format_rows(colors: npt.NDArray[np.uint8]) -> list[str]:
    """The inverse of `parse_rows`."""
    return ["".join(SYMBOLS[int(color)] for color in row) for row in reversed(colors)]


def draw(colors: npt.NDArray[np.uint8], marked: Point | None = None) -> str:
    """A board with coordinates; one point, the last move, may be marked by brackets."""
    size = len(colors)
    header = "    " + " ".join(LETTERS[:size])
    lines = [header]
    for row in range(size - 1, -1, -1):
        cells = [SYMBOLS[int(color)] for color in colors[row]]
        text = f"{row + 1:3d} {' '.join(cells)} {row + 1}"
        if marked is not None and marked[0] == row:
            at = 4 + 2 * marked[1]
            text = f"{text[: at - 1]}({cells[marked[1]]}){text[at + 2 :]}"
        lines.append(text)
    return "\n".join([*lines, header])
