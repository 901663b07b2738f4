"""Boards as text: rows of `.`, `O` (White, who begins) and `X` (Black), row 1 first, and diagrams with coordinates."""

from collections.abc import Mapping, Sequence

from ponnuki.errors import BadInput
from ponnuki.games.havannah.coords import LETTERS, Cell
from ponnuki.games.havannah.layout import BLACK, EMPTY, WHITE, is_on_board, side_length
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE

SYMBOLS = {EMPTY: ".", WHITE: "O", BLACK: "X"}
_COLORS = {symbol: color for color, symbol in SYMBOLS.items()}


def row_cells(size: int, y: int) -> list[Cell]:
    """The cells of a row, from its first column."""
    return [(x, y) for x in range(side_length(size)) if is_on_board(size, x, y)]


def parse_rows(rows: Sequence[str]) -> tuple[int, dict[Cell, int]]:
    """The size of a board and its stones; spaces are ignored."""
    lines = ["".join(row.split()) for row in rows]
    size = (len(lines) + 1) // 2
    if len(lines) % 2 == 0 or not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"a board has an odd number of rows from {2 * MIN_SIZE - 1} to {2 * MAX_SIZE - 1}")
    stones: dict[Cell, int] = {}
    for y, line in enumerate(lines):
        wanted = row_cells(size, y)
        if len(line) != len(wanted):
            raise BadInput(f"row {y + 1} has {len(line)} cells; on size {size} it must have {len(wanted)}")
        if unknown := set(line) - set(_COLORS):
            raise BadInput(f"row {y + 1} contains {min(unknown)!r}: a cell is one of . O X")
        stones |= {cell: _COLORS[symbol] for cell, symbol in zip(wanted, line, strict=True) if _COLORS[symbol] != EMPTY}
    return size, stones


def format_rows(size: int, stones: Mapping[Cell, int]) -> list[str]:
    """The inverse of `parse_rows`."""
    return ["".join(SYMBOLS[stones.get(cell, EMPTY)] for cell in row_cells(size, y)) for y in range(side_length(size))]


def draw(
    size: int, stones: Mapping[Cell, int], marked: Cell | None = None, symbols: Mapping[int, str] = SYMBOLS
) -> str:
    """A board with coordinates; one cell, the last move, may be marked by brackets."""
    lines = [" " * (size + 4) + " ".join(LETTERS[:size])]
    for y in range(side_length(size)):
        row = row_cells(size, y)
        text = " " * abs(size - 1 - y) + f"{y + 1:3d}"
        for x, _ in row:
            before = "(" if (x, y) == marked else ")" if (x - 1, y) == marked else " "
            text += before + symbols[stones.get((x, y), EMPTY)]
        text += ")" if row[-1] == marked else " "
        if y < size - 1:
            text += LETTERS[size + y]
        lines.append(text.rstrip())
    return "\n".join(lines)
