"""Names of cells in several systems, and the twelve symmetries of the board.

Inside, a cell is (x, y), column and row from 0 (see `layout.py`). A *codec* turns cells into words and back:

    classic      "d4": letter of the column, number of the row; what positions and records use
    littlegolem  "D4": rows are counted from the first cell of each column
    openspiel    "24": the number of an action, row by row, off-board cells counted
    gogui        "D4": as classic, but without the letter I, as in the Go Text Protocol
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.common import OffBoard
from ponnuki.games.havannah.layout import cells, is_on_board, side_length

Cell = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GTP_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SWAP_WORD = "swap"
SYMMETRIES = 12


@dataclass(frozen=True, slots=True)
class Codec:
    """A way to name cells. `write` and `read` are for cells on a board of a size."""

    name: str
    write: Callable[[Cell, int], str]
    _read: Callable[[str, int], Cell | None]

    def read(self, word: str, size: int) -> Cell:
        """The cell of a word; an error if it is none, or off the board."""
        cell = self._read(word.strip(), size) if word.isascii() else None
        if cell is None:
            raise BadInput(f"{word[:20]!r} is not a cell: it must look like {self.write((size - 1, size - 1), size)}")
        if not is_on_board(size, *cell):
            raise OffBoard(f"{word.strip()} is off the board of size {size}")
        return cell


def is_classic(word: str) -> bool:
    """Whether a word looks like a cell, on the board or off it."""
    return word.isascii() and _split(word.lower(), LETTERS) is not None


def _split(word: str, letters: str) -> Cell | None:
    """Column and number, from 0, of a letter and digits."""
    letter, digits = word[:1], word[1:]
    if not letter or letter not in letters or not digits.isdigit() or len(digits) > 3:
        return None
    return letters.index(letter), int(digits) - 1


def _below(column: int, size: int) -> int:
    """Rows that a column lacks at its beginning."""
    return max(0, column - size + 1)


def _read_littlegolem(word: str, size: int) -> Cell | None:
    found = _split(word.lower(), LETTERS)
    if found is None or found[1] < 0:
        return found
    return found[0], found[1] + _below(found[0], size)


def _read_number(word: str, size: int) -> Cell | None:
    if not word.isdigit() or len(word) > 4:
        return None
    y, x = divmod(int(word), side_length(size))
    return x, y


CLASSIC = Codec(
    "classic",
    lambda cell, size: f"{LETTERS[cell[0]]}{cell[1] + 1}",
    lambda word, size: _split(word.lower(), LETTERS),
)
LITTLEGOLEM = Codec(
    "littlegolem",
    lambda cell, size: f"{LETTERS[cell[0]].upper()}{cell[1] + 1 - _below(cell[0], size)}",
    _read_littlegolem,
)
OPENSPIEL = Codec("openspiel", lambda cell, size: str(cell[1] * side_length(size) + cell[0]), _read_number)
GOGUI = Codec(
    "gogui",
    lambda cell, size: f"{GTP_LETTERS[cell[0]]}{cell[1] + 1}",
    lambda word, size: _split(word.upper(), GTP_LETTERS),
)
CODECS = {codec.name: codec for codec in (CLASSIC, LITTLEGOLEM, OPENSPIEL, GOGUI)}


def translate(move: str, size: int, source: Codec, target: Codec) -> str:
    """A move in another system; words that are no cells, such as "swap" and "resign", stay as they are."""
    word = move.strip().lower()
    return word if word in (SWAP_WORD, "resign") else target.write(source.read(move, size), size)


def transform(cell: Cell, size: int, symmetry: int) -> Cell:
    """A cell under symmetry 0 (none) to 11: those from 6 on first exchange x and y, then as many sixths of a turn."""
    x, y = cell[0] - size + 1, cell[1] - size + 1
    if symmetry >= 6:
        x, y = y, x
    for _ in range(symmetry % 6):
        x, y = x - y, x
    return x + size - 1, y + size - 1


def inverse(symmetry: int) -> int:
    """The symmetry that undoes one: the other way round for a turn; a reflection undoes itself."""
    return symmetry if symmetry >= 6 else -symmetry % 6


@lru_cache
def symmetry_table(size: int) -> npt.NDArray[np.intp]:
    """`table[s, i]`: where symmetry s sends cell i, both as places in `cells(size)`."""
    place = {cell: i for i, cell in enumerate(cells(size))}
    table = np.array(
        [[place[transform(cell, size, s)] for cell in cells(size)] for s in range(SYMMETRIES)], dtype=np.intp
    )
    table.flags.writeable = False
    return table
