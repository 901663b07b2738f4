"""What a tree says, read out for people: the value of the root, its moves from best to worst, expected variations.

Trees are read as plain arrays, which Python reads several times as fast as records.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ponnuki.kernels.records import Records
from ponnuki.search.report import MoveReport
from ponnuki.search.tree import (
    ILLEGAL,
    PRIOR_UNIT,
    PRIOR_VISIT,
    PROVEN_DRAW,
    PROVEN_LOSS,
    PROVEN_WIN,
    UNKNOWN,
)

REPORTED_DEPTH = 20
_RANKS = np.array([2, 0, 1, 4, -1])
"""By proof (unknown, loss, draw, win, illegal): moves of a higher rank are better, those below 0 are left out."""
_SAFE_DRAW = 3
"""The rank of a proven draw where the best unknown move promises less than a draw."""
_PROOF_NAMES = {PROVEN_WIN: "win", PROVEN_DRAW: "draw", PROVEN_LOSS: "loss", UNKNOWN: ""}

Tree = npt.NDArray[np.void]


def family(tree: Tree, node: int) -> tuple[int, int]:
    """Where in the tree the children of a node begin, and how many there are."""
    word = int(tree["children"][node])
    return word >> 16, word & 0x7FFF


def value_of_root(tree: Tree) -> float:
    """The expected result for the player to move, 0 to 1."""
    root = tree[0]
    if root["proof"] != UNKNOWN:
        return 1.0 - 0.5 * (int(root["proof"]) - PROVEN_LOSS)
    return 1.0 - 0.5 * float(root["points"]) / max(1, int(root["visits"]))


def moves_of_root(tree: Tree, name: Callable[[int], str], most: int | None = None) -> tuple[MoveReport, ...]:
    """The moves at the root from best to worst; `name` turns them into words."""
    first, count = family(tree, 0)
    return tuple(_move_report(tree, first + i, name) for i in best_first(tree[first : first + count])[:most])


def best_first(children: Records | Tree) -> list[int]:
    """The children from best to worst: proofs first, then visits, then results.

    A proven draw comes after the unknown moves if the best of them promises more than a draw, else before.
    """
    rank = _RANKS[children["proof"]]
    unknown = children["proof"] == UNKNOWN
    leader = int(np.argmax(np.where(unknown, children["visits"], 0))) if unknown.any() else None
    if leader is not None and children["points"][leader] < children["visits"][leader]:
        rank[children["proof"] == PROVEN_DRAW] = _SAFE_DRAW
    order = np.lexsort((children["points"], children["visits"], rank))[::-1]
    return [int(i) for i in order if rank[i] >= 0]


def _move_report(tree: Tree, node: int, name: Callable[[int], str]) -> MoveReport:
    record = tree[node]
    proof = int(record["proof"])
    value = 0.5 * float(record["points"]) / max(1, int(record["visits"]))
    if proof != UNKNOWN:
        value = 0.5 * (proof - PROVEN_LOSS)
    variation = tuple(name(move) for move in _variation(tree, node))
    return MoveReport(
        variation[0],
        int(record["visits"]),
        value,
        float(record["prior"]) / PRIOR_UNIT,
        variation,
        _PROOF_NAMES[proof],
        float(record["prior_visits"]) / PRIOR_VISIT,
    )


def _variation(tree: Tree, node: int) -> list[int]:
    """The line of most visits from a node on."""
    moves = [int(tree["move"][node])]
    while len(moves) < REPORTED_DEPTH:
        first, count = family(tree, node)
        children = tree[first : first + count]
        visits = np.where(children["proof"] == ILLEGAL, 0, children["visits"])
        best = int(np.argmax(visits)) if count else 0
        if count == 0 or not visits[best]:
            break
        node = first + best
        moves.append(int(children["move"][best]))
    return moves
