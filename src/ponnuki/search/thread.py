"""What one thread of a search owns: random state, the path through the tree, the moves of a simulation, scratch.

All in one record, so that nothing is allocated and no array is passed down the hot call tree.
"""

import numpy as np
import numpy.typing as npt

from ponnuki.kernels.random import seeded
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.priors import HIDDEN, MOST_FEATURES, MOST_SETS, SET_PADDING

MOST_DEPTH = 512
"""Moves of a simulation inside the tree: far deeper than any tree within memory gets (a guess)."""
SEEN_SLOTS = 4096
"""Slots for the boards of the game so far; a power of two, at most half filled."""
KNOWN_SLOTS = 1 << 16
"""Slots for positions of the tree, of which the latest stay; a power of two (a guess: some seconds of a search)."""


def thread_dtype(codes: int, longest: int, board: np.dtype[np.void]) -> np.dtype[np.void]:
    """For a game whose moves are numbers below `codes` and whose playouts have at most `longest` moves."""
    return np.dtype(
        [
            ("spare", board),  # to read ahead on
            ("random", "u8"),
            ("next_node", "u8"),  # this thread's part of the pool: from here
            ("end_node", "u8"),  # to here
            ("length", "u4"),  # moves of the last simulation, tree and playout
            ("path", "u4", (MOST_DEPTH + 1,)),  # nodes from the root
            ("keys", "u8", (MOST_DEPTH + 1,)),  # what superko compares, along the path
            ("seen", "u8", (SEEN_SLOTS,)),  # and of the game so far
            ("known", "u8", (KNOWN_SLOTS,)),  # positions that were expanded, by their keys; 0: none
            ("known_children", "u8", (KNOWN_SLOTS,)),  # and their children, as in the tree
            ("known_slots", "u4", (KNOWN_SLOTS,)),  # which of the slots are in use
            ("known_count", "u4"),  # and how many
            ("history", "u2", (MOST_DEPTH + longest,)),  # the moves of the simulation
            ("first", "u1", (codes,)),  # by move: who played it first from some moment on, 0 nobody
            ("first_at", "u4", (codes,)),  # and when
            ("candidates", "u2", (codes,)),
            ("prior_visits", "f4", (codes,)),  # of the candidates
            ("prior_wins", "f4", (codes,)),
            ("careful", "u1"),  # whether knowledge may take its time
            ("chance", "f4", (codes,)),  # how likely a strong player makes each, where knowledge predicts it
            ("features", "u2", (codes, MOST_FEATURES)),  # what it knows of each
            ("hidden", "f4", (HIDDEN,)),  # of a small network, for one move
            ("owner", "u2", (codes,)),
            ("stack", "u2", (codes,)),
            ("sets", "u8", (MOST_SETS, codes // 64 + 1 + 2 * SET_PADDING)),  # of moves, see `knowledge/priors.py`
            ("mark", "u4"),  # a word that a policy may leave for itself
            ("judged", "f4"),  # playouts whose owners were counted, see `knowledge/criticality.py`
            ("first_wins", "f4"),
            ("first_owns", "f4", (codes,)),
            ("winner_owns", "f4", (codes,)),
        ],
        align=True,
    )


def new_thread(codes: int, longest: int, seed: int, board: np.dtype[np.void]) -> Records:
    """A record with its random state set."""
    return new_records(thread_dtype(codes, longest, board), {"random": seeded(seed), "careful": True})


def forget_known(thread: np.record) -> None:
    """Empty the table of positions of the tree."""
    thread.known[:] = 0
    thread.known_count = 0


def remember(thread: np.record, keys: npt.NDArray[np.uint64]) -> None:
    """Fill the table of boards that must not come back; the oldest of a very long game are forgotten."""
    seen = thread.seen
    seen[:] = 0
    mask = len(seen) - 1
    for key in keys[-(SEEN_SLOTS // 2) :].tolist():
        slot = key & mask
        while seen[slot] not in (0, key):
            slot = (slot + 1) & mask
        seen[slot] = key
