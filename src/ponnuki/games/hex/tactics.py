"""Tactics on one board: bridges that a stone has attacked."""

from typing import Any

import numpy as np

from ponnuki.games.hex.board import around
from ponnuki.games.hex.layout import EMPTY
from ponnuki.games.hexagons.board import beside, rotated
from ponnuki.kernels import inline, jit


@inline
def attacked_bridges(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Which neighbours of v are the second of two cells between stones of a colour, of which v is the first; as bits.

    Two stones, or a stone and a side, with two empty cells between them are a bridge: if one cell is taken, the other
    still joins them. Whether they are joined elsewhere is not asked.
    """
    own, empty, bit = 0, 0, 1
    for u in around(geometry, v):
        here = board.color[u]
        own |= bit if here == color else 0
        empty |= bit if here == EMPTY else 0
        bit <<= 1
    return empty & rotated(own, 1) & rotated(own, 5)


@jit
def saving_move(board: Any, geometry: Any, v: Any, color: Any, start: Any) -> Any:
    """The cell that keeps a bridge of a colour which the other's stone on v attacks; 0 if there is none.

    Directions are tried from `start` on.
    """
    bridges = attacked_bridges(board, geometry, v, color)
    if bridges != 0:
        for k in range(6):
            i = (np.int64(start) + k) % 6
            if bridges >> i & 1:
                return beside(geometry, v, i)
    return np.uint64(0)
