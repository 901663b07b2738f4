"""Kernels for any board of hexagons: neighbours, chains as a forest, the list of empty cells.

Boards have `parent`, `empty`, `place` and `empty_count`, geometries have `step`.
"""

from typing import Any

import numpy as np

from ponnuki.games.hexagons.layout import EMPTY
from ponnuki.kernels import inline, jit


@inline
def beside(geometry: Any, v: Any, direction: Any) -> Any:
    """One of the six neighbours of v."""
    return np.uint64(np.int64(v) + geometry.step[direction])


@inline
def rotated(mask: Any, steps: Any) -> Any:
    """A mask of six neighbours, turned."""
    return (mask << steps | mask >> (6 - steps)) & 0b111111


@inline
def root_of(board: Any, v: Any) -> Any:
    """The vertex that stands for the chain of v; the way there becomes shorter."""
    at = np.uint64(v)
    while board.parent[at] != at:
        board.parent[at] = board.parent[board.parent[at]]
        at = np.uint64(board.parent[at])
    return at


@inline
def take_from_empty(board: Any, v: Any) -> None:
    """Strike a cell off the list of empty ones."""
    board.empty_count -= 1
    place = board.place[v]
    moved = board.empty[board.empty_count]
    board.empty[place] = moved
    board.place[moved] = place


@jit
def is_legal(board: Any, v: Any) -> Any:
    """Whether a stone may be put on v."""
    return board.won == 0 and board.color[v] == EMPTY
