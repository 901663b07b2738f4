"""Simulations whose playouts somebody else makes: leaves are handed out by the batch, and results come back later.

The one with the tree goes down it (`hand_out`), and each leaf becomes a few words: how many moves lead to it, and
which. Whoever has the same position to start from plays the games from there (`play_out`) and answers with the result
and the moves of each. `take_in` then gives the results to the tree, as if the simulations had just been made.
Meanwhile the paths have visits without results, so that other simulations look elsewhere; `take_back` removes them
where no results will come.

All words are 16-bit numbers: a leaf is `depth, moves…`, a result is `half points of player 1, moves, moves…`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.interface import OPEN, play_move, repeats
from ponnuki.kernels import jit
from ponnuki.policies.interface import playout
from ponnuki.search.simulation import descend, give_result, proven_result
from ponnuki.search.tree import UNKNOWN

Words = npt.NDArray[np.uint16]
LEAVES, SETTLED, USED = range(3)


@dataclass(frozen=True, slots=True)
class Batch:
    """Leaves that wait for their results."""

    leaves: int
    settled: int
    """Simulations that have ended at a proof meanwhile: nobody need play them out."""
    words: Words
    paths: npt.NDArray[np.uint32]
    """For each leaf the nodes from the root on; as many numbers as `words` has for it."""


@jit
def hand_out(
    count: Any,
    roots: Any,
    boards: Any,
    geometry: Any,
    nodes: Any,
    thread: Any,
    settings: Any,
    knowledge: Any,
    words: Any,
    paths: Any,
    counts: Any,
) -> None:
    """Walk down the tree so many times and write the leaves down; fewer times only if the root is proved."""
    player = roots[0].to_move
    used = 0
    while counts[LEAVES] + counts[SETTLED] < count and nodes[0].proof == UNKNOWN:
        boards[0] = roots[0]
        depth = descend(boards[0], geometry, nodes, thread, settings, knowledge)
        if depth < 0:
            continue
        points = proven_result(boards[0], nodes, thread, settings, depth)
        if points != OPEN:
            give_result(settings, nodes, thread, depth, player, points)
            counts[SETTLED] += 1
            continue
        words[used] = depth
        paths[used] = thread.path[0]
        for i in range(depth):
            words[used + 1 + i] = thread.history[i]
            paths[used + 1 + i] = thread.path[i + 1]
        used += 1 + depth
        counts[LEAVES] += 1
    counts[USED] = used


@jit
def play_out(
    words: Any, with_moves: Any, roots: Any, boards: Any, geometry: Any, thread: Any, policy: Any, results: Any
) -> Any:
    """Play the games from all leaves of a batch to their ends; how many words the results have."""
    at, used = np.int64(0), np.int64(0)
    while at < len(words):
        depth = np.int64(words[at])
        boards[0] = roots[0]
        repeats(boards[0], thread, 0)
        for i in range(depth):
            thread.history[i] = words[at + 1 + i]
            play_move(boards[0], geometry, words[at + 1 + i])
            repeats(boards[0], thread, i + 1)
        points = playout(policy, boards[0], geometry, thread, depth)
        moves = np.int64(thread.length) - depth if with_moves else np.int64(0)
        results[used] = points
        results[used + 1] = moves
        for i in range(moves):
            results[used + 2 + i] = thread.history[depth + i]
        used += 2 + moves
        at += 1 + depth
    return used


@jit
def take_in(words: Any, paths: Any, results: Any, roots: Any, nodes: Any, thread: Any, settings: Any) -> Any:
    """Give the results of a batch, or of its first leaves, to the tree; how many leaves, and words, those are."""
    player = roots[0].to_move
    leaves, at, read = 0, np.int64(0), np.int64(0)
    while at < len(words) and read < len(results):
        depth, moves = np.int64(words[at]), np.int64(results[read + 1])
        for i in range(depth):
            thread.history[i] = words[at + 1 + i]
        for i in range(depth + 1):
            thread.path[i] = paths[at + i]
        for i in range(moves):
            thread.history[depth + i] = results[read + 2 + i]
        thread.length = depth + moves
        give_result(settings, nodes, thread, depth, player, np.int64(results[read]))
        leaves += 1
        at += 1 + depth
        read += 2 + moves
    return leaves, at


@jit
def take_back(paths: Any, first: Any, nodes: Any) -> None:
    """Uncount the visits of paths that will get no results. Threads may lose a count: none goes below zero."""
    for i in range(first, len(paths)):
        node = nodes[paths[i]]
        if node.visits > 0:
            node.visits -= 1
