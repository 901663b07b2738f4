"""The rules as kernels: a board record, a record of tables, moves, the end of the game, uniform playouts.

Black, player 1, connects the first row with the last, White the first column with the last. Vertices are numbered row
by row with an edge around; the cells of an edge have the colour of the side they belong to and are joined from the
start, so that somebody has won when both of his edges have the same root (union-find).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from ponnuki.games import interface
from ponnuki.kernels import inline, jit
from ponnuki.kernels.random import below
from ponnuki.kernels.records import Records, new_records
from ponnuki.policies.interface import note_move
from ponnuki.policies.interface import playout as any_playout

EMPTY, BLACK, WHITE, OFF = 0, 1, 2, 3
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def vertex_of(size: int, x: int, y: int) -> int:
    """The vertex of a cell, both from 0; -1 and `size` are on the edges."""
    return (y + 1) * (size + 2) + x + 1


def cell_of(size: int, vertex: int) -> tuple[int, int]:
    """Column and row of a vertex."""
    row, column = divmod(vertex, size + 2)
    return column - 1, row - 1


@lru_cache
def board_dtype(size: int) -> np.dtype[np.void]:
    """The record of a board; the size lives in the type."""
    vertices = (size + 2) ** 2
    return np.dtype(
        [
            ("parent", "u2", (vertices,)),
            ("place", "u2", (vertices,)),  # where in `empty` a cell stands
            ("empty", "u2", (size**2,)),
            ("color", "u1", (vertices,)),
            ("empty_count", "u2"),
            ("last", "u2"),
            ("to_move", "u1"),
            ("won", "u1"),  # by whom; 0 while nobody has
            ("tinyhex", "u1"),  # marks the game
        ],
        align=True,
    )


@lru_cache
def geometry(size: int) -> Records:
    """The tables for one size."""
    edges = [vertex_of(size, 0, -1), vertex_of(size, 0, size), vertex_of(size, -1, 0), vertex_of(size, size, 0)]
    steps = [dx + dy * (size + 2) for dx, dy in STEPS]
    dtype = np.dtype([("step", "i8", (6,)), ("edge", "u2", (4,)), ("rhombus", "u1")], align=True)
    return new_records(dtype, {"step": steps, "edge": edges})


def new_board(size: int) -> Records:
    """An empty board, Black to move."""
    records = new_records(board_dtype(size), {"to_move": BLACK, "empty_count": size**2})
    board, tables = records[0], geometry(size)[0]
    board.color[:] = OFF
    board.parent[:] = np.arange(len(board.parent))
    for i in range(size):
        sides = ((i, -1), (i, size), (-1, i), (size, i))
        for number, side in enumerate(sides):
            v = vertex_of(size, *side)
            board.color[v] = BLACK if number < 2 else WHITE
            board.parent[v] = tables.edge[number]
    cells = [vertex_of(size, x, y) for y in range(size) for x in range(size)]
    board.color[cells] = EMPTY
    board.empty[:] = cells
    board.place[cells] = np.arange(size**2)
    return records


@inline
def root_of(board: Any, v: Any) -> Any:
    """The vertex that stands for the chain of v."""
    at = np.uint64(v)
    while board.parent[at] != at:
        board.parent[at] = board.parent[board.parent[at]]
        at = np.uint64(board.parent[at])
    return at


@jit
def put(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Put a stone on an empty cell and see whether it has won."""
    board.empty_count -= 1
    moved = board.empty[board.empty_count]
    board.empty[board.place[v]] = moved
    board.place[moved] = board.place[v]
    board.color[v] = color
    board.last = v
    for i in range(6):
        u = np.uint64(np.int64(v) + geometry.step[i])
        if board.color[u] == color:
            board.parent[root_of(board, u)] = root_of(board, v)
    first = 0 if color == BLACK else 2
    if root_of(board, geometry.edge[first]) == root_of(board, geometry.edge[first + 1]):
        board.won = color


@interface.play_move.when("tinyhex")
@jit
def play_move(board: Any, geometry: Any, move: Any) -> None:
    """A stone of the player to move."""
    put(board, geometry, np.uint64(move), np.int64(board.to_move))
    board.to_move = BLACK + WHITE - board.to_move


@interface.outcome.when("tinyhex")
@jit
def outcome(board: Any, geometry: Any, thread: Any) -> Any:
    """There are no draws."""
    if board.won == 0:
        return interface.OPEN
    return interface.WIN if board.won == BLACK else interface.LOSS


@interface.list_moves.when("tinyhex")
@jit
def list_moves(board: Any, geometry: Any, thread: Any, every_move: Any) -> Any:
    """All empty cells."""
    count = board.empty_count + 0
    for i in range(count):
        thread.candidates[i] = board.empty[i]
    return count


def new_policy() -> Records:
    """The record that makes a search use uniform playouts."""
    return new_records([("uniform", "u2"), ("tinyhex_light", "u1")])


@any_playout.when("tinyhex_light")
@jit
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Random cells until somebody has won."""
    moves = 0
    while board.won == 0:
        v = board.empty[below(thread, np.uint64(board.empty_count))]
        note_move(thread, depth + moves, v)
        play_move(board, geometry, v)
        moves += 1
    thread.length = depth + moves
    return interface.WIN if board.won == BLACK else interface.LOSS
