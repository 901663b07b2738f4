"""What the records of boards of hexagons have in common: colours, runs of neighbours, the list of empty cells.

Players are 1, who begins, and 2; which of them is Black, the game says. Vertex 0 is no cell and, as a move, the swap.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

EMPTY, OFF = 0, 3
BOTH = 1 + 2
"""The two players: the other of a player is this less the player."""
SWAP = 0

# What `runs` says of a mask of neighbours: bits 0-1 how many runs of neighbours next to each other there are, bits
# 2-4, 5-7, 8-10 one direction of each, bit 11 whether one is of three or more.
RUN_COUNT, RUN_PLACE, LONG_RUN = 0b11, 0b111, 1 << 11


@lru_cache
def run_table() -> npt.NDArray[np.uint16]:
    """By mask of the six neighbours: the runs of set bits in it, going around."""
    return np.array([_runs(mask) for mask in range(64)], np.uint16)


def _runs(mask: int) -> int:
    if mask == 0b111111:
        return 1 | LONG_RUN
    starts = [i for i in range(6) if mask >> i & 1 and not mask >> ((i - 1) % 6) & 1]
    word = len(starts)
    for place, start in enumerate(starts):
        word |= start << (2 + 3 * place)
        if mask >> ((start + 1) % 6) & 1 and mask >> ((start + 2) % 6) & 1:
            word |= LONG_RUN
    return word


def clear(board: Any, points: Any, first: int, may_swap: bool) -> None:
    """Make all cells of a board empty, player `first` to move."""
    board.color[points] = EMPTY
    board.empty[:] = points
    board.place[points] = np.arange(len(points))
    board.empty_count = len(points)
    board.to_move = first
    board.may_swap = may_swap
