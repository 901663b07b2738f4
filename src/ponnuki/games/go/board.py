"""The Go kernel: play a move, ask whether it is legal, whether it is sensible, whether a chain is in atari.

Start with `play`. All functions take a board and the geometry of its size (see `layout.py`), work in place and
allocate nothing; undo by copying the record back. They assume what the caller has checked: `play` wants an empty,
legal point. Chains know their pseudo-liberties only, which is enough to tell capture and, packed, atari.

What depends on an optional field is one small dispatched function: the record type decides which kernel is compiled
in, so that a board without the field pays nothing for it.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import (
    BLACK,
    COUNT_MASK,
    EMPTY,
    EMPTY_SHIFT,
    HAS_EMPTY,
    PASS,
    SQUARES_SHIFT,
    SUM_MASK,
    SUM_SHIFT,
    SURROUNDED_BY_BLACK,
    SURROUNDED_BY_WHITE,
    WHITE,
)
from ponnuki.kernels import inline, jit
from ponnuki.kernels.dispatch import dispatch

_ONE = np.uint64(1)
_BLACK_COMES, _WHITE_COMES = HAS_EMPTY - 1, HAS_EMPTY - 16  # what a neighbour's `neighbours` loses


@inline
def opponent(color: Any) -> Any:
    """The other colour."""
    return BLACK + WHITE - color


@inline
def cross(geometry: Any, v: Any) -> Any:
    """The four neighbours of v; with the stride a constant of the type, faster than a table."""
    at, up = np.uint64(v), np.uint64(len(geometry.stride))
    return at - up, at - _ONE, at + _ONE, at + up


@inline
def diagonals(geometry: Any, v: Any) -> Any:
    """The four points diagonally next to v."""
    at, up = np.uint64(v), np.uint64(len(geometry.stride))
    return at - up - _ONE, at - up + _ONE, at + up - _ONE, at + up + _ONE


@inline
def ring(geometry: Any, v: Any) -> Any:
    """The eight points around v, row by row from below left; the i-th sees v as its (7 - i)-th."""
    at, up = np.uint64(v), np.uint64(len(geometry.stride))
    below, above = at - up, at + up
    return below - _ONE, below, below + _ONE, at - _ONE, at + _ONE, above - _ONE, above, above + _ONE


# ---- the optional fields ------------------------------------------------------------------------------------------


@dispatch
def liberty(board: Any, geometry: Any, v: Any) -> Any:
    """A vertex as a liberty, in the units of this board's `liberties`: 1, or a packed word."""
    return 1


@liberty.when("packed")
def _packed_liberty(board: Any, geometry: Any, v: Any) -> Any:
    return geometry.liberty[v]


@dispatch
def first_liberties(board: Any, geometry: Any, v: Any) -> Any:
    """The liberties of a stone that was just put on v, before its neighbours are told."""
    return board.neighbours[v] >> EMPTY_SHIFT


@first_liberties.when("packed")
def _first_packed_liberties(board: Any, geometry: Any, v: Any) -> Any:
    n0, n1, n2, n3 = cross(geometry, v)  # without branches: what is around a stone cannot be predicted
    return (
        (board.color[n0] == EMPTY) * geometry.liberty[n0]
        + (board.color[n1] == EMPTY) * geometry.liberty[n1]
        + (board.color[n2] == EMPTY) * geometry.liberty[n2]
        + (board.color[n3] == EMPTY) * geometry.liberty[n3]
    )


@dispatch
def add_to_codes(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Tell the eight points around v that a stone has come."""


@add_to_codes.when("code")
def _add_to_codes(board: Any, geometry: Any, v: Any, color: Any) -> None:
    stone = color << 14
    for u in ring(geometry, v):
        board.code[u] += stone
        stone >>= 2


@dispatch
def take_from_codes(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Tell the eight points around v that a stone has gone."""


@take_from_codes.when("code")
def _take_from_codes(board: Any, geometry: Any, v: Any, color: Any) -> None:
    stone = color << 14
    for u in ring(geometry, v):
        board.code[u] -= stone
        stone >>= 2


@dispatch
def flip_hash(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Put a stone into the hash or take it out."""


@flip_hash.when("hash")
def _flip_hash(board: Any, geometry: Any, v: Any, color: Any) -> None:
    board.hash ^= geometry.zobrist[v, color]


# ---- questions ----------------------------------------------------------------------------------------------------


@inline
def in_atari(packed: Any) -> Any:
    """Whether all pseudo-liberties are one point: by Cauchy-Schwarz, count * squares == sum * sum only then."""
    total = (packed >> SUM_SHIFT) & SUM_MASK
    return (packed & COUNT_MASK) * (packed >> SQUARES_SHIFT) == total * total


@inline
def last_liberty(packed: Any) -> Any:
    """The one liberty of a chain in atari."""
    return np.uint16(((packed >> SUM_SHIFT) & SUM_MASK) // (packed & COUNT_MASK))


@inline
def is_eye_like(board: Any, v: Any, color: Any) -> Any:
    """Whether the four neighbours of v are stones of that colour or the edge."""
    return board.neighbours[v] & (SURROUNDED_BY_BLACK if color == BLACK else SURROUNDED_BY_WHITE)


@inline
def is_own_eye(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """An eye that filling would harm: surrounded, and at most one diagonal lost (none at the edge)."""
    if is_eye_like(board, v, color):
        other = BLACK + WHITE - color
        d0, d1, d2, d3 = diagonals(geometry, v)
        lost = (
            geometry.on_edge[v]
            + (board.color[d0] == other)
            + (board.color[d1] == other)
            + (board.color[d2] == other)
            + (board.color[d3] == other)
        )
        return lost < 2
    return False


@inline
def breathes(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a stone on v, which has no empty neighbour, captures something or joins a chain with other liberties.

    A chain that touches v in k places has v as k of its pseudo-liberties, so it has no other liberty if those are
    all. An own neighbour helps if it has more, another's if it has not. Off-board "chains" always have more and are
    never own.
    """
    n0, n1, n2, n3 = cross(geometry, v)
    a, b, c, d = board.chain[n0], board.chain[n1], board.chain[n2], board.chain[n3]
    ab, ac, ad, bc, bd, cd = a == b, a == c, a == d, b == c, b == d, c == d
    one = liberty(board, geometry, v)
    return (
        ((board.color[n0] == color) == (board.liberties[a] != one * (1 + ab + ac + ad)))
        | ((board.color[n1] == color) == (board.liberties[b] != one * (1 + ab + bc + bd)))
        | ((board.color[n2] == color) == (board.liberties[c] != one * (1 + ac + bc + cd)))
        | ((board.color[n3] == color) == (board.liberties[d] != one * (1 + ad + bd + cd)))
    )


@jit
def is_legal(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a stone may be put on v under simple ko without suicide (what superko adds is not asked here)."""
    if board.color[v] != EMPTY or v == board.ko:
        return False
    return board.neighbours[v] >= HAS_EMPTY or breathes(board, geometry, v, color)


@inline
def is_playable(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a playout may play on the empty point v: legal, and not filling an own eye."""
    if v == board.ko:
        return False
    if board.neighbours[v] >= HAS_EMPTY:
        return True
    if is_own_eye(board, geometry, v, color):
        return False
    return breathes(board, geometry, v, color)


# ---- changes ------------------------------------------------------------------------------------------------------


@jit
def play(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Put a stone on v, remove what it captures and note a simple ko; v must be legal without suicide."""
    other = opponent(color)
    in_others_eye = is_eye_like(board, v, other)
    comes = _BLACK_COMES if color == BLACK else _WHITE_COMES
    board.captured = 0
    board.ko = 0
    board.before_last = board.last
    board.last = v
    put_stone(board, geometry, v, color)
    for u in cross(geometry, v):
        board.neighbours[u] -= comes
        there = board.color[u]
        chain = board.chain[u]
        board.liberties[chain] -= liberty(board, geometry, v)
        if there == color:
            join(board, board.chain[v], chain)
        elif board.liberties[chain] == 0 and there == other:  # in this order: the first is seldom so
            remove(board, geometry, chain, other)
    if in_others_eye and board.captured == 1:
        board.ko = board.empty[board.empty_count - 1]


@inline
def put_stone(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """Make v a chain of one stone; its neighbours do not know yet."""
    board.empty_count -= 1
    place = board.place[v]
    moved = board.empty[board.empty_count]
    board.empty[place] = moved
    board.place[moved] = place
    board.color[v] = color
    board.chain[v] = v
    board.next_stone[v] = v
    board.chain_size[v] = 1
    board.liberties[v] = first_liberties(board, geometry, v)
    add_to_codes(board, geometry, v, color)
    flip_hash(board, geometry, v, color)


@jit
def join(board: Any, a: Any, b: Any) -> None:
    """Make two chains one; the smaller is renumbered."""
    if a == b:
        return
    if board.chain_size[a] < board.chain_size[b]:
        a, b = b, a
    v = b
    while True:
        board.chain[v] = a
        v = board.next_stone[v]
        if v == b:
            break
    board.liberties[a] += board.liberties[b]
    board.chain_size[a] += board.chain_size[b]
    board.next_stone[a], board.next_stone[b] = board.next_stone[b], board.next_stone[a]


@jit
def remove(board: Any, geometry: Any, chain: Any, color: Any) -> None:
    """Take a chain off the board."""
    goes = _BLACK_COMES if color == BLACK else _WHITE_COMES
    v = chain
    while True:
        board.color[v] = EMPTY
        board.chain[v] = 0
        board.place[v] = board.empty_count
        board.empty[board.empty_count] = v
        board.empty_count += 1
        board.captured += 1
        take_from_codes(board, geometry, v, color)
        flip_hash(board, geometry, v, color)
        for u in cross(geometry, v):
            board.neighbours[u] += goes
            board.liberties[board.chain[u]] += liberty(board, geometry, v)
        v = board.next_stone[v]
        if v == chain:
            break


@jit
def play_or_suicide(board: Any, geometry: Any, v: Any, color: Any) -> None:
    """As `play`, for rules that allow suicide: an own chain left without liberties is removed."""
    play(board, geometry, v, color)
    chain = board.chain[v]
    if board.liberties[chain] == 0:
        board.captured = 0
        remove(board, geometry, chain, color)


@jit
def play_pass(board: Any) -> None:
    """Pass: it lifts the ko."""
    board.captured = 0
    board.ko = 0
    board.before_last = board.last
    board.last = PASS
