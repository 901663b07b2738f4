"""Names of cells in several systems, and the symmetries of the board.

Inside, a cell is (x, y), column and row from 0 (see `layout.py`). A *codec* turns cells into words and back:

    classic      "d4": letter of the column, number of the row; what HexGui, MoHex, positions and records use
    littlegolem  "dd": letters of the column and the row
    openspiel    "36": the number of an action, row by row
    gogui        "D4": rows counted from the last one, which GoGui draws below as number 1, and no letter I
"""

from collections.abc import Callable
from dataclasses import dataclass

from ponnuki.errors import BadInput
from ponnuki.games.common import OffBoard
from ponnuki.games.hex.layout import is_on_board

Cell = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GTP_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SWAP_WORD = "swap"
SWAP_PIECES = "swap-pieces"
"""What SGF, HexGui and MoHex call the swap."""
RESIGN = "resign"
SYMMETRIES = 4


@dataclass(frozen=True, slots=True)
class Codec:
    """A way to name cells. `write` and `read` are for cells on a board of a size."""

    name: str
    write: Callable[[Cell, int], str]
    _read: Callable[[str, int], Cell | None]
    swap: str = SWAP_WORD
    """What the swap is called."""

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


def _read_letters(word: str, size: int) -> Cell | None:
    if len(word) != 2 or not word.isalpha():
        return None
    return LETTERS.index(word[0].lower()), LETTERS.index(word[1].lower())


def _from_below(found: Cell | None, size: int) -> Cell | None:
    """A cell whose row was counted from the last one."""
    return None if found is None else (found[0], size - 1 - found[1])


def _read_number(word: str, size: int) -> Cell | None:
    if not word.isdigit() or len(word) > 4:
        return None
    y, x = divmod(int(word), size)
    return x, y


CLASSIC = Codec(
    "classic",
    lambda cell, size: f"{LETTERS[cell[0]]}{cell[1] + 1}",
    lambda word, size: _split(word.lower(), LETTERS),
    SWAP_PIECES,
)
LITTLEGOLEM = Codec("littlegolem", lambda cell, size: LETTERS[cell[0]] + LETTERS[cell[1]], _read_letters)
OPENSPIEL = Codec("openspiel", lambda cell, size: str(cell[1] * size + cell[0]), _read_number)
GOGUI = Codec(
    "gogui",
    lambda cell, size: f"{GTP_LETTERS[cell[0]]}{size - cell[1]}",
    lambda word, size: _from_below(_split(word.upper(), GTP_LETTERS), size),
)
CODECS = {codec.name: codec for codec in (CLASSIC, LITTLEGOLEM, OPENSPIEL, GOGUI)}


def read_move(word: str, size: int, codec: Codec) -> str:
    """A move as positions know it, from what others write: a cell, the swap in either word, or "resign"."""
    move = word.strip().lower()
    if move in (SWAP_WORD, SWAP_PIECES):
        return SWAP_WORD
    return move if move == RESIGN else CLASSIC.write(codec.read(word, size), size)


def write_move(move: str, size: int, codec: Codec) -> str:
    """A move of a position as others write it."""
    if move == SWAP_WORD:
        return codec.swap
    return move if move == RESIGN else codec.write(CLASSIC.read(move, size), size)


def transform(cell: Cell, size: int, symmetry: int) -> Cell:
    """A cell under symmetry 0 (none) to 3: bit 0 is half a turn, bit 1 exchanges x and y.

    Half a turn leaves the game as it is. The exchange leaves it as it is if the colours are exchanged too.
    """
    x, y = cell
    if symmetry & 1:
        x, y = size - 1 - x, size - 1 - y
    return (y, x) if symmetry & 2 else (x, y)
