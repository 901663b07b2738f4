"""Names of cells in several systems, and the twelve symmetries of the board.

Inside, a cell is (x, y), column and row from 0 (see `layout.py`). A *codec* turns cells into words and back:

    classic      "d4": letter of the column, number of the row; what positions and records use
    littlegolem  "D4": rows are counted from the first cell of each column
    openspiel    "24": the number of an action, row by row, off-board cells counted
    gogui        "D4": as classic, but without the letter I, as in the Go Text Protocol
"""

from functools import partial

from ponnuki.games.havannah.layout import is_on_board, side_length
from ponnuki.games.hexagons import coords
from ponnuki.games.hexagons.coords import GTP_LETTERS, LETTERS, RESIGN, SWAP_WORD, Cell, Codec, is_classic, split

__all__ = ["CLASSIC", "CODECS", "LETTERS", "RESIGN", "SWAP_WORD", "Cell", "Codec", "is_classic"]

SYMMETRIES = 12


def _below(column: int, size: int) -> int:
    """Rows that a column lacks at its beginning."""
    return max(0, column - size + 1)


def _read_littlegolem(word: str, size: int) -> Cell | None:
    found = split(word.lower(), LETTERS)
    if found is None or found[1] < 0:
        return found
    return found[0], found[1] + _below(found[0], size)


CLASSIC = coords.classic(is_on_board)
LITTLEGOLEM = Codec(
    "littlegolem",
    lambda cell, size: f"{LETTERS[cell[0]].upper()}{cell[1] + 1 - _below(cell[0], size)}",
    _read_littlegolem,
    is_on_board,
)
OPENSPIEL = coords.openspiel(is_on_board, side_length)
GOGUI = Codec(
    "gogui",
    lambda cell, size: f"{GTP_LETTERS[cell[0]]}{cell[1] + 1}",
    lambda word, size: split(word.upper(), GTP_LETTERS),
    is_on_board,
)
CODECS = {codec.name: codec for codec in (CLASSIC, LITTLEGOLEM, OPENSPIEL, GOGUI)}


read_move = partial(coords.read_move, inner=CLASSIC, swaps=(SWAP_WORD,))
write_move = partial(coords.write_move, inner=CLASSIC)


def translate(move: str, size: int, source: Codec, target: Codec) -> str:
    """A move in another system; words that are no cells, such as "swap" and "resign", stay as they are."""
    return write_move(read_move(move, size, source), size, target)


def transform(cell: Cell, size: int, symmetry: int) -> Cell:
    """A cell under symmetry 0 (none) to 11: those from 6 on first exchange x and y, then as many sixths of a turn."""
    x, y = cell[0] - size + 1, cell[1] - size + 1
    if symmetry >= 6:
        x, y = y, x
    for _ in range(symmetry % 6):
        x, y = x - y, x
    return x + size - 1, y + size - 1
