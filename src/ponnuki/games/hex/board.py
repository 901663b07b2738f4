"""The Hex kernel: put a stone, and see at once whether it joined both sides of its colour.

Start with `put`. All functions take a board and the geometry of its size (see `layout.py`), work in place and allocate
nothing; undo by copying the record back.

**Runs.** Own neighbours of a stone that are next to each other belong to one chain already, and so do a stone and the
side that it lies at. So a move costs one look at six vertices and a root for each of the at most three runs.

**Full boards.** On a full board exactly one player has won, and `winner_of_full_board` finds out which without chains:
it walks along the line between the colours.
"""

from typing import Any

import numpy as np

from ponnuki.games.hex.layout import BLACK, BOTH_COLUMNS, BOTH_ROWS, EMPTY, RUN_COUNT, RUN_PLACE, WHITE
from ponnuki.games.hexagons import play as winning
from ponnuki.games.hexagons.board import beside, is_legal, root_of, take_from_empty
from ponnuki.kernels import inline, jit

__all__ = ["around", "beside", "is_legal", "play", "put", "root_of", "swap", "take_from_empty", "would_win"]

_ONE = np.uint64(1)


@inline
def around(geometry: Any, v: Any) -> Any:
    """The six neighbours of v, going around it; with the stride a constant of the type, faster than a table."""
    at, down = np.uint64(v), np.uint64(len(geometry.stride))
    return at + _ONE, at + down, at + down - _ONE, at - _ONE, at - down, at - down + _ONE


@inline
def neighbours_of(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Which of the six neighbours of v are of a colour, its sides included (or EMPTY), as bits."""
    n0, n1, n2, n3, n4, n5 = around(geometry, v)
    return (
        (board.color[n0] == color)
        | (board.color[n1] == color) << 1
        | (board.color[n2] == color) << 2
        | (board.color[n3] == color) << 3
        | (board.color[n4] == color) << 4
        | (board.color[n5] == color) << 5
    )


@inline
def join(board: Any, a: Any, b: Any) -> Any:
    """Make two chains one, given their roots, which may be the same; the root of both."""
    if a == b:
        return a
    if board.weight[a] < board.weight[b]:
        a, b = b, a
    board.parent[b] = a
    board.weight[a] += board.weight[b]
    board.sides[a] |= board.sides[b]
    return a


@inline
def has_won(touched: Any) -> Any:
    """Whether a chain that touches these sides has won; a colour touches only its own."""
    return touched == BOTH_ROWS or touched == BOTH_COLUMNS


@inline
def put(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Put a stone on an empty cell; whether it wins. The list of empty cells is not touched."""
    board.color[v] = color
    board.parent[v] = v
    board.weight[v] = 1
    board.sides[v] = 0
    runs = geometry.runs[neighbours_of(board, geometry, v, color)]
    count = runs & RUN_COUNT
    if count == 0:
        return False
    whole = join(board, root_of(board, beside(geometry, v, runs >> 2 & RUN_PLACE)), np.uint64(v))
    if count > 1:
        whole = join(board, whole, root_of(board, beside(geometry, v, runs >> 5 & RUN_PLACE)))
        if count > 2:
            whole = join(board, whole, root_of(board, beside(geometry, v, runs >> 8 & RUN_PLACE)))
    return has_won(board.sides[whole])


@winning.would_win.when("hex")
@inline
def would_win(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """What `put` would say of an empty cell, changing nothing but the length of ways to roots."""
    runs = geometry.runs[neighbours_of(board, geometry, v, color)]
    count = runs & RUN_COUNT
    if count < 2:
        return False  # joins nothing
    touched = board.sides[root_of(board, beside(geometry, v, runs >> 2 & RUN_PLACE))]
    touched |= board.sides[root_of(board, beside(geometry, v, runs >> 5 & RUN_PLACE))]
    if count > 2:
        touched |= board.sides[root_of(board, beside(geometry, v, runs >> 8 & RUN_PLACE))]
    return has_won(touched)


@inline
def add_to_empty(board: Any, v: Any) -> None:
    """Put a cell on the list of empty ones."""
    board.empty[board.empty_count] = v
    board.place[v] = board.empty_count
    board.empty_count += 1


@jit
def play(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Play a stone for a colour; who is to move is not asked, nor changed."""
    take_from_empty(board, v)
    if put(board, geometry, v, color):
        board.won = color
    board.last = v
    board.moves += 1
    board.may_swap = board.may_swap and board.moves == 1


@jit
def swap(board: Any, geometry: Any) -> None:
    """The only stone changes its colour and goes to the mirrored cell.

    A side has more stones than one, so the stone is the root of nothing but itself.
    """
    old = np.uint64(board.last)
    color = np.int64(WHITE + BLACK - board.color[old])
    root = root_of(board, old)
    if root != old:
        board.weight[root] -= 1
    board.color[old] = EMPTY
    add_to_empty(board, old)
    play(board, geometry, np.uint64(geometry.mirrored[old]), color)


@jit
def winner_of_full_board(board: Any, geometry: Any) -> Any:
    """Who has won a board without an empty cell; only `board.color` is read.

    There is a line between the colours that begins in the corner of the first row and the first column, Black on its
    one hand and White on the other. It is followed to the corner where it leaves the board. If that is the end of the
    first row, the stones at its white hand join the first column to the last; if it is the end of the first column, the
    stones at its black hand join the first row to the last. The fourth corner has the colours on the wrong hands.

    The place on the line is a black vertex and the direction from it to a white one; what lies ahead is next to both.
    """
    black = np.int64(1)
    direction = np.int64(2)
    while True:
        ahead_direction = direction - 1 if direction > 0 else np.int64(5)
        ahead = black + geometry.step[ahead_direction]
        color = board.color[ahead]
        if color == BLACK:
            black = ahead
            direction = direction + 1 if direction < 5 else np.int64(0)
        elif color == WHITE:
            direction = ahead_direction
        else:
            return WHITE if ahead < len(geometry.stride) else BLACK
