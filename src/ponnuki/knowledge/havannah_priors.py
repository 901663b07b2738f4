"""What a Havannah move is worth before any simulation: the swap has virtual wins, other moves have none.

No playout ever swaps, so RAVE says nothing about it; without a prior the search would not try it as long as any other
move looks better than even.
"""

from typing import Any

import numpy as np

from ponnuki.games.havannah.layout import SWAP
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.priors import add, add_priors

SWAP_VISITS = 30.0
"""Virtual visits of the swap, all won (a guess): it is looked at first, and kept only if it is good."""


def havannah_priors() -> Records:
    """The record that makes a search use these priors."""
    return new_records([("swap_visits", "f4"), ("havannah_priors", "u1")], {"swap_visits": SWAP_VISITS})


@add_priors.when("havannah_priors")
@jit
def _add_havannah_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if board.may_swap and board.moves == 1:
        for i in range(count):
            if thread.candidates[i] == SWAP:
                add(thread, i, knowledge.swap_visits, np.float32(1))
