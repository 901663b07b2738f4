"""What one thread of a search owns: random state, the path through the tree, the moves of a simulation, scratch.

All in one record, so that nothing is allocated and no array is passed down the hot call tree. The fields of a game, its
knowledge and its policies are declared there, where they are used, and come with the problem that is searched.
"""

import numpy as np
import numpy.typing as npt

from ponnuki.kernels.random import seeded
from ponnuki.kernels.records import Fields, Records, joined, new_records

MOST_DEPTH = 512
"""Moves of a simulation inside the tree: far deeper than any tree within memory gets (a guess)."""
SEEN_SLOTS = 4096
"""Slots for the boards of the game so far; a power of two, at most half filled."""
TABLE_SLOTS = 1 << 16
"""Slots of the transposition table, where a newer position overwrites an older one; a power of two (a guess: some
seconds of a search)."""


def thread_dtype(codes: int, longest: int, scratch: Fields) -> np.dtype[np.void]:
    """For a game whose moves are numbers below `codes` and whose playouts have at most `longest` moves.

    `scratch` are the fields that its kernels need beyond those of every search.
    """
    own: Fields = [
        ("random", "u8"),
        ("next_node", "u8"),  # this thread's part of the pool: from here
        ("end_node", "u8"),  # to here
        ("length", "u4"),  # moves of the last simulation, tree and playout
        ("path", "u4", (MOST_DEPTH + 1,)),  # nodes from the root
        ("keys", "u8", (MOST_DEPTH + 1,)),  # what superko compares, along the path
        ("seen", "u8", (SEEN_SLOTS,)),  # and of the game so far
        ("table_keys", "u8", (TABLE_SLOTS,)),  # the transposition table: keys of expanded positions; 0: a free slot
        ("table_children", "u8", (TABLE_SLOTS,)),  # where their children are, as nodes have it
        ("table_slots", "u4", (TABLE_SLOTS,)),  # the slots in use
        ("table_used", "u4"),  # and how many
        ("history", "u2", (MOST_DEPTH + longest,)),  # the moves of the simulation
        ("first", "u1", (codes,)),  # by move: the player who was the first to play it, 0 nobody
        ("first_at", "u4", (codes,)),  # at which move of the simulation
        ("candidates", "u2", (codes,)),
        ("prior_visits", "f4", (codes,)),  # of the candidates
        ("prior_wins", "f4", (codes,)),
        ("full_priors", "u1"),  # whether slow knowledge is wanted too, see `knowledge/priors.py`
        ("stack", "u2", (codes,)),  # for whichever kernel runs: nothing is kept here between two calls
    ]
    return np.dtype(joined(own, scratch), align=True)


def new_thread(codes: int, longest: int, seed: int, scratch: Fields = ()) -> Records:
    """A record with its random state set."""
    return new_records(thread_dtype(codes, longest, scratch), {"random": seeded(seed), "full_priors": True})


def clear_table(thread: np.record) -> None:
    """Empty the transposition table."""
    thread.table_keys[:] = 0
    thread.table_used = 0


def note_seen(thread: np.record, keys: npt.NDArray[np.uint64]) -> None:
    """Fill the table of boards that must not come back; the oldest of a very long game are forgotten."""
    seen = thread.seen
    seen[:] = 0
    mask = len(seen) - 1
    for key in keys[-(SEEN_SLOTS // 2) :].tolist():
        slot = key & mask
        while seen[slot] not in (0, key):
            slot = (slot + 1) & mask
        seen[slot] = key
