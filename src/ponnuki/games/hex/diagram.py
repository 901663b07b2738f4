"""Boards as text: rows of `.`, `X` (Black, who begins) and `O` (White), row 1 first, and diagrams with coordinates."""

from collections.abc import Mapping, Sequence

from ponnuki.errors import BadInput
from ponnuki.games.hex.coords import LETTERS, Cell
from ponnuki.games.hex.layout import BLACK, EMPTY, WHITE, cells
from ponnuki.games.hex.rules import MAX_SIZE, MIN_SIZE

SYMBOLS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_COLORS = {symbol: color for color, symbol in SYMBOLS.items()}


def parse_rows(rows: Sequence[str]) -> tuple[int, dict[Cell, int]]:
    """The size of a board and its stones; spaces are ignored."""
    lines = ["".join(row.split()) for row in rows]
    size = len(lines)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"a board has from {MIN_SIZE} to {MAX_SIZE} rows, not {size}")
    for y, line in enumerate(lines):
        if len(line) != size:
            raise BadInput(f"row {y + 1} has {len(line)} cells; on size {size} it must have {size}")
        if unknown := set(line) - set(_COLORS):
            raise BadInput(f"row {y + 1} contains {min(unknown)!r}: a cell is one of . X O")
    stones = {(x, y): _COLORS[lines[y][x]] for x, y in cells(size)}
    return size, {cell: color for cell, color in stones.items() if color != EMPTY}


def format_rows(size: int, stones: Mapping[Cell, int]) -> list[str]:
    """The inverse of `parse_rows`."""
    return ["".join(SYMBOLS[stones.get((x, y), EMPTY)] for x in range(size)) for y in range(size)]


def draw(
    size: int, stones: Mapping[Cell, int], marked: Cell | None = None, symbols: Mapping[int, str] = SYMBOLS
) -> str:
    """A board with coordinates; Black's sides are above and below, and one cell, the last move, may be in brackets."""
    letters = " ".join(LETTERS[:size])
    lines = ["    " + letters]
    for y in range(size):
        text = " " * y + f"{y + 1:3d}"
        for x in range(size):
            before = "(" if (x, y) == marked else ")" if (x - 1, y) == marked else " "
            text += before + symbols[stones.get((x, y), EMPTY)]
        text += ")" if (size - 1, y) == marked else " "
        lines.append(f"{text}{y + 1}")
    lines.append(" " * (size + 4) + letters)
    return "\n".join(lines)
