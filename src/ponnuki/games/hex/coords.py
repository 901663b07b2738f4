"""Names of cells in several systems, and the symmetries of the board.

Inside, a cell is (x, y), column and row from 0 (see `layout.py`). A *codec* turns cells into words and back:

    classic      "d4": letter of the column, number of the row; what HexGui, MoHex, positions and records use
    littlegolem  "dd": letters of the column and the row
    openspiel    "36": the number of an action, row by row
    gogui        "D4": rows counted from the last one, which GoGui draws below as number 1, and no letter I
"""

from functools import partial

from ponnuki.games.hex.layout import is_on_board
from ponnuki.games.hexagons import coords
from ponnuki.games.hexagons.coords import GTP_LETTERS, LETTERS, RESIGN, SWAP_WORD, Cell, Codec, is_classic, split

__all__ = ["CLASSIC", "CODECS", "LETTERS", "RESIGN", "SWAP_PIECES", "SWAP_WORD", "Cell", "Codec", "is_classic"]

SWAP_PIECES = "swap-pieces"
"""What SGF, HexGui and MoHex call the swap."""
SYMMETRIES = 4


def _read_letters(word: str, size: int) -> Cell | None:
    if len(word) != 2 or not word.isalpha():
        return None
    return LETTERS.index(word[0].lower()), LETTERS.index(word[1].lower())


def _from_below(found: Cell | None, size: int) -> Cell | None:
    """A cell whose row was counted from the last one."""
    return None if found is None else (found[0], size - 1 - found[1])


CLASSIC = coords.classic(is_on_board, SWAP_PIECES)
LITTLEGOLEM = Codec("littlegolem", lambda cell, size: LETTERS[cell[0]] + LETTERS[cell[1]], _read_letters, is_on_board)
OPENSPIEL = coords.openspiel(is_on_board, lambda size: size)
GOGUI = Codec(
    "gogui",
    lambda cell, size: f"{GTP_LETTERS[cell[0]]}{size - cell[1]}",
    lambda word, size: _from_below(split(word.upper(), GTP_LETTERS), size),
    is_on_board,
)
CODECS = {codec.name: codec for codec in (CLASSIC, LITTLEGOLEM, OPENSPIEL, GOGUI)}


read_move = partial(coords.read_move, inner=CLASSIC, swaps=(SWAP_WORD, SWAP_PIECES))
write_move = partial(coords.write_move, inner=CLASSIC)


def transform(cell: Cell, size: int, symmetry: int) -> Cell:
    """A cell under symmetry 0 (none) to 3: bit 0 is half a turn, bit 1 exchanges x and y.

    Half a turn leaves the game as it is. The exchange leaves it as it is if the colours are exchanged too.
    """
    x, y = cell
    if symmetry & 1:
        x, y = size - 1 - x, size - 1 - y
    return (y, x) if symmetry & 2 else (x, y)
