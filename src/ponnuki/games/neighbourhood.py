"""What lies around a point of a board, as a game sees it: which points, how they turn and mirror, where to draw them.

Knowledge that looks at surroundings asks the game for its `Neighbourhood` and knows nothing else of its board: neither
how many neighbours a point has, nor what a row is. (In every game `board.color` has 0 for an empty point, 1 and 2 for
the players' stones, and 3 off the board.) Each game has its own in `games/*/neighbourhood.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Offset = tuple[int, int]
CENTRE: Offset = (0, 0)
NO_POINT = 0
"""A move that puts no stone anywhere, and the vertex that stands for everything off the board."""


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The surroundings of a point in one game."""

    game: str
    rings: tuple[tuple[Offset, ...], ...]
    """The offsets at distance 1, 2 …"""
    symmetries: tuple[Callable[[Offset], Offset], ...]
    """All ways to turn and mirror the surroundings, the identity included."""
    place: Callable[[Offset], tuple[float, float]]
    """Where an offset is drawn, to the right and down, neighbours at distance one."""
    around: Callable[[int, tuple[Offset, ...]], npt.NDArray[np.uint16]]
    """For a size of the board: the vertex at each offset from each vertex, NO_POINT where that is off the board.
    Wherever it is on the board, an offset is the same difference between two vertices."""

    @cached_property
    def offsets(self) -> tuple[Offset, ...]:
        """All offsets, nearest first."""
        return tuple(offset for ring in self.rings for offset in ring)

    @cached_property
    def index(self) -> dict[Offset, int]:
        """Where an offset stands in `offsets`."""
        return {offset: i for i, offset in enumerate(self.offsets)}

    @cached_property
    def distance(self) -> dict[Offset, int]:
        """How far away an offset is."""
        return {offset: i + 1 for i, ring in enumerate(self.rings) for offset in ring}

    def rows(self, radius: int) -> list[list[Offset]]:
        """The offsets up to a distance, the point itself among them, row by row as they are drawn."""
        by_row: dict[float, list[Offset]] = {}
        for offset in (CENTRE, *(o for ring in self.rings[:radius] for o in ring)):
            by_row.setdefault(self.place(offset)[1], []).append(offset)
        return [sorted(by_row[y], key=self.place) for y in sorted(by_row)]
