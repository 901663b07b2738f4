"""What stones on a small board of Hex are joined to: their neighbours, and the other ends of their bridges.

Cells are numbers, row by row; sets of cells are bits of a number. Sides are ends too: `START` is the first side of a
colour, `END` its last.
"""

from ponnuki.games.common import Color
from ponnuki.games.hex.layout import DIRECTIONS, cells, is_on_board

START, END = 30, 31
MOST_LINKS = 16
Link = tuple[int, int]
"""A cell or a side, and the cells that must be empty for it: none where it is next to the stone, two for a bridge."""


def links(size: int, color: Color) -> dict[int, list[Link]]:
    """By cell, and for START: what a stone there is joined to, if that is a stone of the same colour, or a side."""
    found = {y * size + x: _links_of(size, color, x, y) for x, y in cells(size)}
    from_side = [(at, between) for at, ends in found.items() for end, between in ends if end == START]
    return found | {START: sorted(from_side, key=_neighbours_first)}


def _links_of(size: int, color: Color, x: int, y: int) -> list[Link]:
    found: list[Link] = []
    for (dx, dy), (ex, ey) in zip(DIRECTIONS, (*DIRECTIONS[1:], DIRECTIONS[0]), strict=True):
        end = _end(size, color, x + dx, y + dy)
        if end is not None:
            found.append((end, 0))
        far = _end(size, color, x + dx + ex, y + dy + ey)
        if far is not None and is_on_board(size, x + dx, y + dy) and is_on_board(size, x + ex, y + ey):
            found.append((far, 1 << (y + dy) * size + x + dx | 1 << (y + ey) * size + x + ex))
    return sorted(set(found), key=_neighbours_first)


def _neighbours_first(link: Link) -> tuple[int, int]:
    return link[1].bit_count(), link[0]


def _end(size: int, color: Color, x: int, y: int) -> int | None:
    """The cell itself, or the side of the colour that it lies beyond; None for what is of no use to the colour."""
    if is_on_board(size, x, y):
        return y * size + x
    along, across = (x, y) if color == "b" else (y, x)
    if not 0 <= along < size:
        return None
    return START if across < 0 else END
