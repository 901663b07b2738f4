"""The arithmetic of an exchange: pure functions on a tree's nodes and on tables of 64-bit integers, one row a move.

Each machine reads its *news*, what its own simulations have added since the last exchange. News are summed over
machines and added to *totals*, which are the same on all of them. From the totals follows what every tree is given,
the *values*: the totals themselves (`sum`) or their mean over machines (`average`). A machine adds to its nodes the
difference between the values and what it already has, so that nothing is counted twice, and what it learned while the
sums were on their way stays.

RAVE statistics, floats in the tree, are counted in parts of `FIXED`: sums of integers are the same in any order.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.kernels import inline, jit
from ponnuki.search.tree import ILLEGAL, PROVEN_LOSS, PROVEN_WIN, UNKNOWN

Table = npt.NDArray[np.int64]
"""Shape (rows, columns): a row for each move by its number, or one row for a single node."""

VISITS, POINTS, PROOFS, RAVE_VISITS, RAVE_POINTS = range(5)
COLUMNS, COLUMNS_WITHOUT_RAVE = 5, 3

FIXED = 1 << 20
"""A tree's float32 of 16 or more is a whole number of these parts, and so exact."""
MOST_VISITS = 1 << 30
"""Larger values are halved, with all of their family, until they fit: points, two a visit, have 32 bits in the tree."""
MOST_RAVE = FIXED << 24
"""The same for RAVE visits, each move for itself: beyond 2^24 a float32 counts no further."""

_PROOF_BITS = 15
_PROOF_MASK = (1 << _PROOF_BITS) - 1
_FIXED = np.float64(FIXED)


@inline
def _fixed(value: Any) -> Any:
    return np.int64(np.rint(np.float64(value) * _FIXED))


@inline
def _row(node: Any, rows: Any) -> Any:
    """Where a node is in a table: a table of one row belongs to the root itself, whatever move led to it."""
    return np.int64(node.move) if rows > 1 else np.int64(0)


@jit
def read_news(nodes: Any, first: Any, count: Any, given: Any, news: Any) -> None:
    """What some nodes have beyond what they were given; for proofs, which machines say what."""
    for i in range(first, first + count):
        node = nodes[i]
        row = _row(node, len(news))
        news[row, VISITS] = np.int64(node.visits) - given[row, VISITS]
        news[row, POINTS] = np.int64(node.points) - given[row, POINTS]
        news[row, PROOFS] = 0
        if node.proof != UNKNOWN:
            news[row, PROOFS] = np.int64(1) << np.int64(_PROOF_BITS * (np.int64(node.proof) - PROVEN_LOSS))
        if news.shape[1] > RAVE_VISITS:
            news[row, RAVE_VISITS] = _fixed(node.rave_visits) - given[row, RAVE_VISITS]
            news[row, RAVE_POINTS] = _fixed(node.rave_points) - given[row, RAVE_POINTS]


@jit
def find_values(totals: Any, divisor: Any, values: Any) -> None:
    """What every tree is given: totals over a divisor, halves rounded up, made to fit the numbers of a node.

    Points are at most two a visit, also after rounding. RAVE statistics are what a float32 makes of them.
    """
    most = np.int64(0)
    for row in range(len(totals)):
        for column in range(totals.shape[1]):
            value = totals[row, column]
            values[row, column] = (
                value if divisor == 1 else (2 * value + divisor) // (2 * divisor)
            )  # divisions are slow
        values[row, PROOFS] = totals[row, PROOFS]
        most = max(most, values[row, VISITS])
    halvings = np.int64(0)
    while most >> halvings > MOST_VISITS:
        halvings += 1
    for row in range(len(totals)):
        values[row, VISITS] >>= halvings
        values[row, POINTS] = min(values[row, POINTS] >> halvings, 2 * values[row, VISITS])
        if totals.shape[1] > RAVE_VISITS:
            while values[row, RAVE_VISITS] > MOST_RAVE:
                values[row, RAVE_VISITS] >>= 1
                values[row, RAVE_POINTS] >>= 1
            values[row, RAVE_VISITS] = _fixed(np.float32(values[row, RAVE_VISITS] / _FIXED))
            values[row, RAVE_POINTS] = _fixed(np.float32(values[row, RAVE_POINTS] / _FIXED))


@jit
def add_changes(nodes: Any, first: Any, count: Any, changes: Any, proofs: Any) -> None:
    """Add to some nodes; a proof that any machine has is everybody's, unless another machine contradicts it."""
    for i in range(first, first + count):
        node = nodes[i]
        row = _row(node, len(changes))
        node.visits = np.uint32(max(np.int64(node.visits) + changes[row, VISITS], 0))
        node.points = np.uint32(max(np.int64(node.points) + changes[row, POINTS], 0))
        if changes.shape[1] > RAVE_VISITS:
            if changes[row, RAVE_VISITS] != 0:
                node.rave_visits = np.float32((_fixed(node.rave_visits) + changes[row, RAVE_VISITS]) / _FIXED)
            if changes[row, RAVE_POINTS] != 0:
                node.rave_points = np.float32((_fixed(node.rave_points) + changes[row, RAVE_POINTS]) / _FIXED)
        if node.proof == UNKNOWN and proofs[row, PROOFS] != 0:
            node.proof = agreed_proof(proofs[row, PROOFS])


@jit
def settle(
    nodes: Any, first: Any, count: Any, totals: Any, given: Any, own: Any, total: Any, divisor: Any, values: Any
) -> None:
    """Add a sum to the totals, and give some nodes what they lack of them; `given` becomes what they have.

    Our numbers become the changes: whatever is in the cache is used again. `values` is a table to write to.
    """
    for row in range(len(totals)):
        for column in range(totals.shape[1]):
            totals[row, column] += total[row, column]
        totals[row, PROOFS] = total[row, PROOFS]
    if count == 0:
        return
    find_values(totals, divisor, values)
    for row in range(len(values)):
        for column in range(values.shape[1]):
            own[row, column] = values[row, column] - given[row, column] - own[row, column]
            given[row, column] = values[row, column]
    add_changes(nodes, first, count, own, total)


# ---- all nodes of a level at once -----------------------------------------------------------------------------------
# A row of `level` for each: where its moves begin in the tree, how many there are, and the slots of its tables among
# the totals and among what was given (`tables`).

LEVEL = FIRST, COUNT, TOTALS, GIVEN = range(4)


@jit
def read_round(nodes: Any, root: Any, own_root: Any, level: Any, given: Any, own: Any) -> None:
    """`read_news` for each node, and for the root itself, if it has a row. What a table lacks is zero."""
    if len(root) > 0:
        read_news(nodes, 0, 1, root, own_root)
    for i in range(len(level)):
        own[i] = 0
        read_news(nodes, level[i, FIRST], level[i, COUNT], given[level[i, GIVEN]], own[i])


@jit
def settle_root(nodes: Any, totals: Any, given: Any, own: Any, total: Any, divisor: Any) -> None:
    """`settle` for the root itself."""
    settle(nodes, 0, 1, totals, given, own, total, divisor, np.empty_like(totals))


@jit
def settle_level(
    nodes: Any, level: Any, rows: Any, totals: Any, given: Any, own: Any, total: Any, divisor: Any, least: Any
) -> Any:
    """`settle` for some of the nodes, and which moves after them all machines have given enough visits.

    `rows` are their places in `level` and any number to know each by. What is found has a row for each move: that
    number, the move, and where it leads to in this tree, or -1.
    """
    found = np.empty((len(rows) * totals.shape[1], 3), np.int64)
    size = 0
    values = np.empty_like(totals[0])
    for k in range(len(rows)):
        i = rows[k, 0]
        first, count, table = level[i, FIRST], level[i, COUNT], totals[level[i, TOTALS]]
        settle(nodes, first, count, table, given[level[i, GIVEN]], own[i], total[i], divisor, values)
        for move in range(len(table)):
            if table[move, VISITS] >= least:
                found[size, 0], found[size, 1] = rows[k, 1], move
                found[size, 2] = child_of(nodes, first, count, move)
                size += 1
    return found[:size]


@jit
def child_of(nodes: Any, first: Any, count: Any, move: Any) -> Any:
    """The node of a family that a move leads to, or -1."""
    for node in range(first, first + count):
        if nodes[node].move == move:
            return node
    return -1


@jit
def agreed_proof(word: Any) -> Any:
    """The one result that is proved somewhere; unknown if there is none, or more than one.

    That a move is illegal is no such result: in a merged tree, the mark may come from another order of moves.
    """
    found = UNKNOWN
    for proof in range(PROVEN_LOSS, PROVEN_WIN + 1):
        if (word >> np.int64(_PROOF_BITS * (proof - PROVEN_LOSS))) & _PROOF_MASK:
            if found != UNKNOWN:
                return UNKNOWN
            found = proof
    return found


def is_decided(totals: Table, left: int) -> bool:
    """Whether the root's move with most visits stays so however the `left` simulations of all machines fall."""
    closed = np.zeros(len(totals), bool)
    for proof in (PROVEN_LOSS, ILLEGAL):
        closed |= (totals[:, PROOFS] >> _PROOF_BITS * (proof - PROVEN_LOSS)) & _PROOF_MASK != 0
    visits = np.sort(np.where(closed, 0, totals[:, VISITS]))
    return int(visits[-1] - visits[-2]) > left
