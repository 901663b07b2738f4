"""Who owns what at the end of a Go game, by playouts: ownership, the status of chains, the score."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.coords import Point, to_gtp
from ponnuki.games.go.diagram import format_rows
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE, geometry, point_of, vertex_count
from ponnuki.games.go.position import Position
from ponnuki.games.go.scoring import area
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records
from ponnuki.policies.interface import playout

PLAYOUTS = 600
"""Playouts behind an answer: a share of points is then known to about 2 %."""
DEAD = -0.3
"""Mean ownership of a chain's points, for its own colour, below which it is dead (a guess between -1 and 0)."""
SETTLED = 0.75
"""Mean ownership beyond which a point is taken as decided."""
NEUTRAL = 0.5
"""Mean ownership below which a point is taken as nobody's."""


@jit
def add_owners(start: Any, boards: Any, geometry: Any, policy: Any, thread: Any, count: Any, total: Any) -> None:
    """Add to `total`, by vertex, +1 for each playout that leaves the point to Black and -1 for White."""
    for i in range(count):
        boards[0] = start[0]
        board = boards[0]
        if i % 2 == 1:  # both sides get the first move equally often
            board.to_move = BLACK + WHITE - board.to_move
            board.ko = 0
        board.passes = 0
        playout(policy, board, geometry, thread, 0)
        area(board, geometry, thread.owner, thread.stack)
        for k in range(len(geometry.points)):
            v = geometry.points[k]
            total[v] += int(thread.owner[v] == BLACK) - int(thread.owner[v] == WHITE)


def ownership(
    position: Position, policy: Records, thread: Records, playouts: int = PLAYOUTS
) -> npt.NDArray[np.float64]:
    """By row and column, from -1 (White's) to +1 (Black's). The policy must play to the end: no mercy."""
    size = position.size
    start, total = position.board(), np.zeros(vertex_count(size), np.int64)
    add_owners(start, start.copy(), geometry(size)[0], policy[0], thread[0], playouts, total)
    return np.asarray(total[geometry(size)[0].points.reshape(size, size)] / playouts)


@dataclass(frozen=True)
class Status:
    """The chains of a position by fate, as lists of vertices, and the score once the dead are removed."""

    chains: dict[str, list[list[str]]]
    score: float
    settled: bool
    """Whether the owner of every point is clear."""


def judge(position: Position, owners: npt.NDArray[np.float64]) -> Status:
    """Read the fate of every chain off an ownership map.

    A chain that its owner loses is dead. One without a point of its own next to it is open: it lives by the grace of
    its neighbours, or the game has not come so far. It is in seki if all its liberties are shared with open chains of
    the other colour: then nobody can attack.
    """
    size, board, colors = position.size, position.board()[0], position.colors().copy()
    chains: dict[str, list[list[str]]] = {"alive": [], "dead": [], "seki": []}
    open_points = np.zeros((size, size), bool)
    found = [_Chain.of(_stones(board, size, root), position.colors(), owners) for root in _roots(board, size)]
    seki = _in_seki([chain for chain in found if chain.fate == "open"])
    for chain in found:
        if chain.fate == "dead":
            for stone in chain.stones:
                colors[stone] = EMPTY
        elif chain.fate == "open":
            for point in (*chain.liberties, *chain.stones):
                open_points[point] = True
        fate = chain.fate if chain.fate != "open" else "seki" if chain in seki else "alive"
        chains[fate].append([to_gtp(stone) for stone in chain.stones])
    settled = bool(np.all((np.abs(owners) > SETTLED) | open_points))
    return Status(chains, Position.from_rows(format_rows(colors)).score(), settled)


@dataclass(frozen=True, eq=False)
class _Chain:
    """Stones, their liberties, and "alive", "dead" or "open"."""

    color: int
    stones: list[Point]
    liberties: set[Point]
    fate: str

    @classmethod
    def of(cls, stones: list[Point], colors: npt.NDArray[np.uint8], owners: npt.NDArray[np.float64]) -> Self:
        color, liberties = int(colors[stones[0]]), _liberties(colors, stones)
        mine = owners if color == BLACK else -owners
        if np.mean([mine[stone] for stone in stones]) < DEAD:
            fate = "dead"
        else:
            fate = "open" if all(abs(mine[point]) < NEUTRAL for point in liberties) else "alive"
        return cls(color, stones, liberties, fate)


def _in_seki(chains: list[_Chain]) -> list[_Chain]:
    """The chains all of whose liberties are also those of such a chain of the other colour."""
    while True:
        shared = {
            color: {point for chain in chains if chain.color != color for point in chain.liberties}
            for color in (BLACK, WHITE)
        }
        left = [chain for chain in chains if chain.liberties <= shared[chain.color]]
        if len(left) == len(chains):
            return left
        chains = left


def _roots(board: np.record, size: int) -> list[int]:
    return sorted({int(board.chain[v]) for v in geometry(size)[0].points} - {0})


def _liberties(colors: npt.NDArray[np.uint8], stones: list[Point]) -> set[Point]:
    size = len(colors)
    around = {(r + dr, c + dc) for r, c in stones for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {(r, c) for r, c in around if 0 <= r < size and 0 <= c < size and colors[r, c] == EMPTY}


def _stones(board: np.record, size: int, chain: int) -> list[Point]:
    points, v = [], chain
    while True:
        points.append(point_of(size, v))
        v = int(board.next_stone[v])
        if v == chain:
            return sorted(points)
