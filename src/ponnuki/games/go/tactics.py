"""Small questions about chains on one board: what a move captures, leaves in atari or saves. Needs packed liberties."""

from typing import Any

from ponnuki.games.go.board import cross, first_liberties, in_atari, last_liberty
from ponnuki.games.go.layout import BLACK, EMPTY, HAS_EMPTY, WHITE
from ponnuki.kernels import inline, jit


@inline
def captures(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a move captures anything; without branches, as the answer is mostly no."""
    other = BLACK + WHITE - color
    n0, n1, n2, n3 = cross(geometry, v)
    return (
        ((board.color[n0] == other) & in_atari(board.liberties[board.chain[n0]]))
        | ((board.color[n1] == other) & in_atari(board.liberties[board.chain[n1]]))
        | ((board.color[n2] == other) & in_atari(board.liberties[board.chain[n2]]))
        | ((board.color[n3] == other) & in_atari(board.liberties[board.chain[n3]]))
    )


@jit
def captured_size(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """How many stones a move captures (a chain that touches v twice is counted twice: enough to compare)."""
    other = BLACK + WHITE - color
    size = 0
    for u in cross(geometry, v):
        if board.color[u] == other:
            chain = board.chain[u]
            if in_atari(board.liberties[chain]):
                size += board.chain_size[chain]
    return size


@jit
def liberties_after(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The packed liberties of the mover's chain after a move on v that captures nothing; 0 is suicide.

    The new chain has the pseudo-liberties of the chains it joins, less those at v, and the empty neighbours of v.
    """
    n0, n1, n2, n3 = cross(geometry, v)
    a, b, c, d = board.chain[n0], board.chain[n1], board.chain[n2], board.chain[n3]
    own0, own1, own2, own3 = (
        board.color[n0] == color,
        board.color[n1] == color,
        board.color[n2] == color,
        board.color[n3] == color,
    )
    # without branches: what a stone has around it cannot be predicted
    return (
        first_liberties(board, geometry, v)
        + own0 * board.liberties[a]
        + (own1 & (b != a)) * board.liberties[b]
        + (own2 & (c != a) & (c != b)) * board.liberties[c]
        + (own3 & (d != a) & (d != b) & (d != c)) * board.liberties[d]
        - (1 * own0 + own1 + own2 + own3) * geometry.liberty[v]  # as plain Python, truth values alone do not add up
    )


@jit
def is_self_atari(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a legal move captures nothing and leaves its own chain with one liberty."""
    if board.neighbours[v] >= 2 << 8:
        return False
    return in_atari(liberties_after(board, geometry, v, color)) and not captures(board, geometry, v, color)


@jit
def size_after(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Stones of the mover's chain after a move on v, at most: a chain that touches v twice is counted twice."""
    size = 1
    for u in cross(geometry, v):
        if board.color[u] == color:
            size += board.chain_size[board.chain[u]]
    return size


@inline
def is_bad_self_atari(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Self-atari of more than one stone; a throw-in of a single stone may be good."""
    return is_self_atari(board, geometry, v, color) and size_after(board, geometry, v, color) > 1


@jit
def gives_atari(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The size of the largest chain that a move on v puts into atari, 0 for none."""
    other = BLACK + WHITE - color
    largest = 0
    for u in cross(geometry, v):
        if board.color[u] == other:
            chain = board.chain[u]
            left = board.liberties[chain]
            if not in_atari(left):
                for w in cross(geometry, v):
                    if board.chain[w] == chain:
                        left -= geometry.liberty[v]
                if in_atari(left) and board.chain_size[chain] > largest:
                    largest = board.chain_size[chain] + 0
    return largest


@jit
def saved_size(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The size of the largest own chain in atari that a move on v brings to two liberties or more."""
    largest = 0
    for u in cross(geometry, v):
        if board.color[u] == color:
            chain = board.chain[u]
            if in_atari(board.liberties[chain]) and board.chain_size[chain] > largest:
                largest = board.chain_size[chain] + 0
    if largest > 0:
        left = liberties_after(board, geometry, v, color)
        if left == 0 or in_atari(left):
            return 0
    return largest


@jit
def find_liberties(board: Any, geometry: Any, chain: Any, limit: Any, found: Any, start: Any) -> Any:
    """Write the liberties of a chain to `found[start:]`; their number, or `limit` as soon as there are that many.

    What is left of them to see is a packed word again: once that is one point, no more stones are looked at.
    """
    count = 0
    left = board.liberties[chain]
    v = chain
    while not in_atari(left):
        if board.neighbours[v] >= HAS_EMPTY:
            for u in cross(geometry, v):
                if board.color[u] == EMPTY:
                    left -= geometry.liberty[u]
                    count = _with_liberty(found, start, count, u)
                    if count == limit:
                        return count
        v = board.next_stone[v]
    if left != 0:
        count = _with_liberty(found, start, count, last_liberty(left))
    return count


@inline
def _with_liberty(found: Any, start: Any, count: Any, u: Any) -> Any:
    """Write a liberty behind those that have been found, if it is not among them; how many there are then."""
    i = start
    while i < start + count and found[i] != u:
        i += 1
    found[i] = u
    return max(count, i + 1 - start)
