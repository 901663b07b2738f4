"""Words for cells and moves on boards of hexagons. Which cells a board has, its game says.

Inside, a cell is (x, y), column and row from 0. A *codec* turns cells into words and back. Positions and records use
the one that is called classic: a letter for the column, a number for the row.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ponnuki.errors import BadInput
from ponnuki.games.common import OffBoard

Cell = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GTP_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SWAP_WORD, RESIGN = "swap", "resign"
Has = Callable[[int, int, int], bool]
"""Whether a board of a size has a column and a row."""


@dataclass(frozen=True, slots=True)
class Codec:
    """A way to name cells. `write` and `read` are for cells on a board of a size."""

    name: str
    write: Callable[[Cell, int], str]
    _read: Callable[[str, int], Cell | None]
    has: Has
    swap: str = SWAP_WORD
    """What the swap is called."""

    def read(self, word: str, size: int) -> Cell:
        """The cell of a word; an error if it is none, or off the board."""
        cell = self._read(word.strip(), size) if word.isascii() else None
        if cell is None:
            raise BadInput(f"{word[:20]!r} is not a cell: it must look like {self.write((size - 1, size - 1), size)}")
        if not self.has(size, *cell):
            raise OffBoard(f"{word.strip()} is off the board of size {size}")
        return cell


def classic(has: Has, swap: str = SWAP_WORD) -> Codec:
    """ "d4": letter of the column, number of the row."""
    return Codec(
        "classic",
        lambda cell, size: f"{LETTERS[cell[0]]}{cell[1] + 1}",
        lambda word, size: split(word.lower(), LETTERS),
        has,
        swap,
    )


def openspiel(has: Has, columns: Callable[[int], int]) -> Codec:
    """The number of an action, row by row, in rows of so many columns."""

    def read(word: str, size: int) -> Cell | None:
        if not word.isdigit() or len(word) > 4:
            return None
        y, x = divmod(int(word), columns(size))
        return x, y

    return Codec("openspiel", lambda cell, size: str(cell[1] * columns(size) + cell[0]), read, has)


def is_classic(word: str) -> bool:
    """Whether a word looks like a cell, on the board or off it."""
    return word.isascii() and split(word.lower(), LETTERS) is not None


def split(word: str, letters: str) -> Cell | None:
    """Column and number, from 0, of a letter and digits."""
    letter, digits = word[:1], word[1:]
    if not letter or letter not in letters or not digits.isdigit() or len(digits) > 3:
        return None
    return letters.index(letter), int(digits) - 1


def read_move(word: str, size: int, codec: Codec, inner: Codec, swaps: Collection[str]) -> str:
    """A move as positions know it, from what others write: a cell, a word for the swap, or "resign"."""
    move = word.strip().lower()
    if move in swaps:
        return SWAP_WORD
    return move if move == RESIGN else inner.write(codec.read(word, size), size)


def write_move(move: str, size: int, codec: Codec, inner: Codec) -> str:
    """A move of a position as others write it."""
    if move == SWAP_WORD:
        return codec.swap
    return move if move == RESIGN else codec.write(inner.read(move, size), size)
