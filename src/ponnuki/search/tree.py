"""The tree: one array of small nodes, the children of a node next to each other.

Start with `node_dtype`. Node 0 is the root. A node's statistics are those of the move that leads to it, seen by the
player who made that move. Nodes of the same position may share their children (`search.merge`): statistics below them
then come from all paths. The children of a node are its family. Each thread allocates in its own part of the array and
publishes a finished family by writing one word, so that threads need no lock: a lost update of a counter does little
harm, and no thread ever reads a half-written child.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from ponnuki.kernels import inline, jit, run_compiled

node_dtype = np.dtype(
    [
        ("children", "u8"),  # index of the first << 16 | whether that is every legal move | how many; 0: not expanded
        ("visits", "u4"),  # simulations through this node, counted on the way down (so: virtual losses)
        ("points", "u4"),  # their results in half points
        ("rave_visits", "f4"),  # simulations in which this move was played here or later
        ("rave_points", "f4"),  # their results in whole points
        ("prior", "u2"),  # what knowledge thought of the move, 0 to PRIOR_UNIT
        ("prior_visits", "u2"),  # how many simulations that is worth, in parts of PRIOR_VISIT
        ("move", "u2"),
        ("proof", "u1"),  # see below
        ("quick_priors", "u1"),  # of the first child: whether its family has priors of quick knowledge only
    ],
    align=True,
)
assert node_dtype.itemsize == 32

UNKNOWN, PROVEN_LOSS, PROVEN_DRAW, PROVEN_WIN, ILLEGAL = 0, 1, 2, 3, 4
"""What is proved for the player who made the move; a proof is an outcome in half points, plus one."""

PRIOR_UNIT, PRIOR_VISIT = 65535, 16
_MOST_PRIOR_VISITS = np.float32(65535 // PRIOR_VISIT)

MOVED = 5
"""In place of a proof: `copy_subtree` has copied this family."""

COUNT_BITS = np.uint64(16)
_COUNT_MASK = np.uint64(0x7FFF)
ALL_MOVES = np.uint64(0x8000)
"""In `children`: only where every legal move is a child can all of them be lost."""


@inline
def first_child(node: Any) -> Any:
    """Index of the first child."""
    return node.children >> COUNT_BITS


@inline
def child_count(node: Any) -> Any:
    """How many children there are, 0 before the node is expanded."""
    return node.children & _COUNT_MASK


@inline
def has_all_moves(node: Any) -> Any:
    """Whether every legal move is a child."""
    return node.children & ALL_MOVES != 0


if run_compiled:

    @intrinsic  # type: ignore[untyped-decorator]
    def release_fence(typing_context: Any) -> Any:
        """What was written before is seen before what is written after."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.fence("release")
            return context.get_dummy_value()

        return types.void(), codegen

else:

    def release_fence() -> None:
        """Nothing to do for one interpreter."""


@inline
def packed_prior(wins: Any, visits: Any) -> Any:
    """A prior as a node keeps it."""
    mean = wins / visits if visits > 0 else np.float32(0.5)
    visits = min(visits, _MOST_PRIOR_VISITS)
    return np.uint16(mean * PRIOR_UNIT + np.float32(0.5)), np.uint16(visits * PRIOR_VISIT + np.float32(0.5))


@jit
def add_children(nodes: Any, parent: Any, thread: Any, count: Any, all_moves: Any, quick_priors: Any) -> Any:
    """Give a node its children from the candidates of the thread; False if the thread's part of the pool is full.

    If another thread has given the node children meanwhile, those stay, as they already have results.
    """
    start = thread.next_node
    if start + np.uint64(count) > thread.end_node:
        return False
    for i in range(count):
        node = nodes[start + np.uint64(i)]
        node.children = 0
        node.visits = 0
        node.points = 0
        node.rave_visits = 0
        node.rave_points = 0
        node.prior, node.prior_visits = packed_prior(thread.prior_wins[i], thread.prior_visits[i])
        node.move = thread.candidates[i]
        node.proof = UNKNOWN
        node.quick_priors = quick_priors
    release_fence()
    if nodes[parent].children != 0:
        return True
    thread.next_node = start + np.uint64(count)
    nodes[parent].children = (start << COUNT_BITS) | np.uint64(count) | (ALL_MOVES if all_moves else np.uint64(0))
    return True


@jit
def copy_subtree(old: Any, root: Any, new: Any) -> Any:
    """Copy a node and all below it to the start of another array; how many nodes were copied.

    The new array is its own queue: nodes behind `done` still have the child indices of the old one. A family that
    does not fit is left out, and its parent becomes a leaf. The first of a family that was copied is marked in the
    old array, and has its new index as visits.
    """
    new[0] = old[root]
    used = np.uint64(1)
    done = np.uint64(0)
    while done < used:
        node = new[done]
        count = child_count(node)
        start = first_child(node)
        if count > 0 and old[start].proof != MOVED and used + count <= np.uint64(len(new)):
            for i in range(count):
                new[used + np.uint64(i)] = old[start + np.uint64(i)]
            old[start].proof = MOVED
            old[start].visits = used
            used += count
        node.children = moved(old, node.children)
        done += np.uint64(1)
    return used


@jit
def moved(old: Any, children: Any) -> Any:
    """Where a family of children is after `copy_subtree`; 0 if it was left out."""
    start = children >> COUNT_BITS
    if children == 0 or old[start].proof != MOVED:
        return np.uint64(0)
    return (np.uint64(old[start].visits) << COUNT_BITS) | (children & (ALL_MOVES | _COUNT_MASK))


@jit
def move_table(old: Any, thread: Any) -> None:
    """Point the thread's transposition table at the children where `copy_subtree` has put them, and drop the others."""
    kept = 0
    for i in range(thread.table_used):
        slot = thread.table_slots[i]
        thread.table_children[slot] = moved(old, thread.table_children[slot])
        if thread.table_children[slot] == 0:
            thread.table_keys[slot] = 0
        else:
            thread.table_slots[kept] = slot
            kept += 1
    thread.table_used = kept
