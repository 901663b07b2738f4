"""Tactics on one board: connections that a stone has broken."""

from typing import Any

import numpy as np

from ponnuki.games.havannah.board import neighbours_of
from ponnuki.games.havannah.layout import EMPTY
from ponnuki.games.hexagons.board import beside, root_of, rotated
from ponnuki.kernels import jit


@jit
def broken_connection(board: Any, geometry: Any, v: Any, color: Any, start: Any) -> Any:
    """The cell that joins two chains of a colour which the other's stone on v tries to keep apart; 0 if there is none.

    Two stones with two empty cells between them are as good as joined: if one cell is taken, the other is played.
    Directions are tried from `start` on.
    """
    own = neighbours_of(board, geometry, v, color)
    if own & (own - 1) == 0:
        return np.uint64(0)
    between = neighbours_of(board, geometry, v, EMPTY) & rotated(own, 1) & rotated(own, 5)
    if between == 0:
        return np.uint64(0)
    for k in range(6):
        i = (np.int64(start) + k) % 6
        if between >> i & 1:
            one = root_of(board, beside(geometry, v, (i + 1) % 6))
            other = root_of(board, beside(geometry, v, (i + 5) % 6))
            if one != other:
                return beside(geometry, v, i)
    return np.uint64(0)
