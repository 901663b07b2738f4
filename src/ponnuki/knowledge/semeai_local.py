"""The local game of a capturing race, as a record of at most 60 nodes: what the region and the search share.

A race is about two chains that touch each other, one black and one white: the *stakes*. All black stones that are taken
for safe are one node, and so are all white ones, and a stake of many stones. Every other point of the region is a node
of its own: empty points, stones of a small stake, and stones of other chains that may be captured on the way. Sets of
nodes are bits of a 64-bit integer, which makes the local game independent of the size of the board.

Liberties of a large stake that only its enemy has a use for (see `semeai_region.py`) are not nodes but a number.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import vertex_count
from ponnuki.games.go.rules import MAX_SIZE
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import Records, new_records

MOST_NODES = 60
BLACK_STAKE, WHITE_STAKE, SAFE_BLACK, SAFE_WHITE, FIRST_POINT = 0, 1, 2, 3, 4
LARGE_STAKE = 7
"""Stones of a chain whose capture always leaves room for two eyes: vital shapes have six points at most."""
MANY_WAYS = 4
"""Liberties beyond the region: a chain with more is not cut off by the loss of one of them."""
MOST_PARTNERS = 8
"""Chains that are looked at together to see whether they live."""
SAFE = (1 << SAFE_BLACK) | (1 << SAFE_WHITE)
DEEPEST = 100
"""Moves in a row after which the search gives up; regions are far smaller."""

# A position of the local game is a set of black nodes, a set of white ones, and `rest`, which packs everything else:
# the plain outside liberties of the black stake and of the white one, ko (one more than the forbidden node), who is to
# move, the phase of the search, the deep liberties of both stakes, the table's generation, and which question is asked.
WHITE_SHIFT, KO_SHIFT, COLOR_SHIFT, PHASE_SHIFT, DEEP_SHIFT, GENERATION_SHIFT = 6, 12, 18, 20, 22, 30
DEEP_WHITE = 4
LOW, LOW_DEEP = 63, 15

MOST_CHILDREN = MOST_NODES + 2
TABLE_BITS = 16
MEMORY_BITS = 15
"""Local games that are remembered with their results: those of some ten thousand simulations (a guess)."""
_PRIME = 67
"""Powers of two leave different remainders when divided by this number."""
_VERTICES = vertex_count(MAX_SIZE)

local_dtype = np.dtype(
    [
        # the region, written by `semeai_region.build`
        ("near", "i8", (MOST_NODES,)),  # the nodes next to each node
        ("vertex", "i8", (MOST_NODES,)),  # the point of the board, 0 for safe stones and large stakes
        ("count", "i8"),  # nodes
        ("points", "i8"),  # nodes that are points
        ("black", "i8"),  # nodes with black stones at the start
        ("white", "i8"),
        ("outside", "i8", (2,)),  # plain outside liberties of the black stake and of the white one
        ("open", "i8"),  # nodes next to what was left out of the region
        ("near_inside", "i8", (MOST_NODES,)),  # of those: the nodes next to them but for what was left out
        ("ko", "i8"),  # one more than the node forbidden at the start, 0 if none
        ("ko_color", "i8"),  # whom it is forbidden to
        ("outside_vertex", "i8", (2, MOST_NODES)),  # where they can be filled now
        ("listed", "i8", (2,)),  # and how many such points are known
        # scratch of the region
        ("marked", "u1", (_VERTICES,)),  # by vertex: whether the region has the point
        ("seen", "u4", (_VERTICES,)),  # by vertex: the last walk that came here
        ("walk", "u4"),
        ("queued", "i8"),  # points of the region
        ("stones", "i8"),  # stones of the region that may be captured
        ("stake_chain", "i8", (2,)),  # the black stake and the white one
        ("chain_count", "i8"),  # chains next to the region
        ("kind", "u1", (_VERTICES,)),  # by chain: what it is taken for
        ("node", "u1", (_VERTICES,)),  # by vertex: its node
        ("queue", "u2", (_VERTICES,)),  # the points of the region
        ("level", "u1", (_VERTICES,)),  # by vertex: how far a point of the region is from its chains
        ("stack", "u2", (_VERTICES,)),
        ("ways", "u2", (MANY_WAYS,)),  # liberties of a chain beyond the region
        ("chains", "u2", (_VERTICES,)),  # the chains next to the region but for the stakes
        ("partners", "i8"),  # chains that may live together
        ("partner", "i8", (MOST_PARTNERS,)),
        ("lives", "u1", (MOST_PARTNERS,)),  # whether each of them still has two eyes
        # the search
        ("only_search", "u1"),  # neither count nor fold eyes: to check that both are right
        ("attacker", "i8"),  # who tries to take the other's stake
        ("master", "i8"),  # who may take back every ko at once
        ("visits", "i8"),
        ("limit", "i8"),
        ("ko_seen", "i8"),
        ("lowest", "i8", (3,)),  # by result: the ply that a repetition went back to which it rests on
        ("generation", "i8"),  # of the table: one for each region
        ("proof", "i8"),  # of the position searched last: effort to show that the stake is taken
        ("disproof", "i8"),  # and that it stands
        ("path_black", "i8", (DEEPEST,)),
        ("path_white", "i8", (DEEPEST,)),
        ("path_rest", "i8", (DEEPEST,)),
        ("path_child", "i8", (DEEPEST,)),  # the child that is searched
        ("most_proof", "i8", (DEEPEST,)),  # the effort at which the search of a position ends
        ("most_disproof", "i8", (DEEPEST,)),
        ("path_lowest", "i8", (DEEPEST, 3)),  # as `lowest`, of all children so far
        ("children", "i8", (DEEPEST,)),
        ("child_black", "i8", (DEEPEST, MOST_CHILDREN)),
        ("child_white", "i8", (DEEPEST, MOST_CHILDREN)),
        ("child_rest", "i8", (DEEPEST, MOST_CHILDREN)),
        ("child_proof", "i8", (DEEPEST, MOST_CHILDREN)),
        ("child_disproof", "i8", (DEEPEST, MOST_CHILDREN)),
        ("table_black", "i8", (1 << TABLE_BITS,)),
        ("table_white", "i8", (1 << TABLE_BITS,)),
        ("table_rest", "i8", (1 << TABLE_BITS,)),
        ("table_proof", "i4", (1 << TABLE_BITS,)),
        ("table_disproof", "i4", (1 << TABLE_BITS,)),
        # liberties by kind, as `semeai_count.take_stock` leaves them
        ("fillable", "i8", (2,)),
        ("last", "i8", (2,)),
        ("shared", "i8"),
        ("alive", "i8", (2,)),  # whether a stake has two eyes or is joined to safe stones
        ("unclear", "i8", (2,)),  # whether a stake has more to hope for than it has liberties
        # what `semeai_find` has found
        ("race_black", "i8", (MOST_NODES,)),
        ("race_white", "i8", (MOST_NODES,)),
        ("good", "i8", (2 * MOST_NODES,)),  # necessary moves
        ("good_nodes", "i8"),  # the same as nodes; bit MOST_NODES: to fill a plain outside liberty
        # what `semeai_memory` remembers, by slot
        ("game", "u8"),  # the slot of the race that was asked for last
        ("known_key", "u8", (1 << MEMORY_BITS,)),
        ("known_result", "i1", (1 << MEMORY_BITS,)),
        ("known_good", "i8", (1 << MEMORY_BITS,)),  # as `good_nodes`, 0 if it was not asked for
        # eyes that were judged before
        ("eye_points", "i8", (512,)),
        ("eye_region", "i8", (512,)),
        ("eye_answer", "i8", (512,)),  # bits: the sets of stones with which it is settled
        ("settled", "i8", (64,)),  # the same for each part of the eye that is judged now
        # a position after a move, as `semeai_search.put` leaves it
        ("after_black", "i8"),
        ("after_white", "i8"),
        ("after_rest", "i8"),
        ("after_ko", "i8"),  # one more than the node
        ("taken", "i8"),
        ("index", "i8", (_PRIME,)),  # the number of a bit, by its remainder
        ("semeai", "u1"),
    ],
    align=True,
)


def new_local() -> Records:
    """A record to build and search local games in; one for each thread."""
    records = new_records(local_dtype)
    prepare(records[0])
    return records


@jit
def prepare(local: Any) -> None:
    """Fill the table of a record that is part of another one, if that has not been done."""
    if local.index[2] == 0:  # the place of bit 1
        for bit in range(63):
            local.index[bit_of(bit) % _PRIME] = bit


@inline
def bit_of(node: Any) -> Any:
    """The set of one node."""
    return np.int64(1) << np.int64(node)


@inline
def first_of(local: Any, nodes: Any) -> Any:
    """The lowest node of a set that is not empty."""
    return local.index[(nodes & -nodes) % _PRIME]


@jit
def size_of(nodes: Any) -> Any:
    """How many nodes a set has."""
    count = np.int64(0)
    while nodes != 0:
        nodes &= nodes - 1
        count += 1
    return count


@jit
def chain_of(local: Any, start: Any, stones: Any) -> Any:
    """The chain with a set of touching nodes in it, as far as it goes; it ends early when it holds safe stones."""
    chain = start
    fresh = start
    while fresh != 0 and (chain & SAFE) == 0:
        reached = local.near[first_of(local, fresh)] & stones & ~chain
        chain |= reached
        fresh = (fresh & (fresh - 1)) | reached
    return chain


@jit
def around(local: Any, nodes: Any) -> Any:
    """All nodes next to those of a set."""
    found = np.int64(0)
    while nodes != 0:
        found |= local.near[first_of(local, nodes)]
        nodes &= nodes - 1
    return found
