"""A small network that looks at the points around a move: its score adds to what features of `go_moves` give beside it.

The 44 points of the 7x7 square without its corners are each in one of a dozen states, as the mover sees them: empty,
off the board, an own or other stone whose chain has one, two or more liberties, the last move likewise, or the ko
point. Each state of each point, and each feature of the move, has a vector of 64 numbers; their sum, cut off below
zero, is weighed by another such vector. Most of the sum is known beforehand: empty points count nothing, what points
off the board and the first feature of each group give is in the vector that a vertex starts with. Fitted by
`benchmarks/fit_network.py`. Start with `network_score`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.layout import BLACK, EMPTY, OFF, PASS, VICINITY, WHITE, geometry, vertex_count
from ponnuki.games.go.rules import MAX_SIZE
from ponnuki.games.go.tactics import find_liberties
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields

OFF_BOARD, OWN_STONE, OTHER_STONE, AS_LAST, KO = 1, 1, 4, 3, 11
"""Numbers of states; an empty point has 0. For a stone the liberties of its chain are added to `OWN_STONE` or
`OTHER_STONE`, 1 to 3, and `AS_LAST` if it is the last move."""
STATES = 12
HIDDEN = 64
"""Units of the one layer."""


def scratch(size: int) -> Fields:
    """What these kernels write to in the record of a thread."""
    return [
        ("states", "u2", (vertex_count(size),)),
        ("hidden", "f4", (HIDDEN,)),
        ("rows", "u2", (len(VICINITY),)),  # of a table of vectors, those to be added
    ]


def network_fields(features: int, groups: int) -> list[tuple[Any, ...]]:
    """The fields of the record that `network_score` reads."""
    return [
        ("at_point", "f4", (len(VICINITY) * STATES, HIDDEN)),
        ("of_feature", "f4", (features, HIDDEN)),
        ("first", "u2", (groups,)),  # feature of each group
        ("start", "f4", (vertex_count(MAX_SIZE), HIDDEN)),  # by vertex: bias, and what the points off the board give
        ("out", "f4", (HIDDEN,)),
    ]


@jit
def read_states(board: Any, geometry: Any, thread: Any) -> None:
    """Write the state of each vertex to `thread.states`."""
    states = thread.states
    color = board.to_move
    for v in range(len(board.color)):
        if board.color[v] == EMPTY:
            states[v] = 0
        elif board.color[v] == OFF:
            states[v] = OFF_BOARD
        elif board.chain[v] == v:
            liberties = find_liberties(board, geometry, np.uint16(v), 3, thread.stack, np.int64(0))
            state = (OWN_STONE if board.color[v] == color else OTHER_STONE) + liberties
            stone = board.next_stone[v]
            states[v] = state
            while stone != v:
                states[stone] = state
                stone = board.next_stone[stone]
    if board.last != PASS and board.color[board.last] == BLACK + WHITE - color:
        states[board.last] += AS_LAST
    if board.ko != 0:
        states[board.ko] = KO


@jit
def network_score(weights: Any, geometry: Any, thread: Any, v: Any, features: Any) -> Any:
    """What the network says of a move with these features, where `thread.states` has been written."""
    hidden = thread.hidden
    for j in range(HIDDEN):
        hidden[j] = weights.start[v, j]
    rows, count = thread.rows, 0  # without branches: what stands around a point cannot be predicted
    for k in range(len(weights.first)):
        rows[count] = features[k]
        count += features[k] != weights.first[k]
    add_rows(hidden, weights.of_feature, rows, count)
    count = 0
    for k in range(len(geometry.vicinity[v])):
        state = thread.states[geometry.vicinity[v, k]]
        rows[count] = STATES * k + state
        count += state > OFF_BOARD
    add_rows(hidden, weights.at_point, rows, count)
    for j in range(HIDDEN):
        hidden[j] = weights.out[j] * max(hidden[j], np.float32(0))
    half = HIDDEN // 2  # halves are added: one sum would have to wait for each term
    while half > 0:
        for j in range(half):
            hidden[j] += hidden[j + half]
        half //= 2
    return hidden[0]


@jit
def add_rows(hidden: Any, table: Any, rows: Any, count: Any) -> None:
    """Add some vectors of a table, one after the other, but four at a time: less goes to memory and back."""
    done = 0
    while done + 4 <= count:
        a, b, c, d = rows[done], rows[done + 1], rows[done + 2], rows[done + 3]
        for j in range(HIDDEN):
            hidden[j] = hidden[j] + table[a, j] + table[b, j] + table[c, j] + table[d, j]
        done += 4
    for i in range(done, count):
        a = rows[i]
        for j in range(HIDDEN):
            hidden[j] += table[a, j]


def load_network(stored: Any, size: int, first: tuple[int, ...]) -> dict[str, npt.NDArray[Any]]:
    """The fields of the record from a file.

    The bias, the points off the board and the first feature of each group, which most moves have, are added up
    beforehand in `start`; other features are stored as what they add to that.
    """
    at_point, of_feature = (stored[name].astype(np.float32) for name in ("at_point", "of_feature"))
    bias = stored["bias"].copy()
    for first_one, end in zip(first, (*first[1:], len(of_feature)), strict=True):
        bias += of_feature[first_one]
        of_feature[first_one:end] -= of_feature[first_one].copy()
    start = np.zeros((vertex_count(MAX_SIZE), HIDDEN), np.float32)
    for v in geometry(size)[0].points:
        off_board = np.flatnonzero(geometry(size)[0].vicinity[v] == 0)
        start[v] = bias + at_point[STATES * off_board + OFF_BOARD].sum(axis=0)
    return {
        "at_point": at_point,
        "of_feature": of_feature,
        "first": np.array(first, np.uint16),
        "start": start,
        "out": stored["out"],
    }
