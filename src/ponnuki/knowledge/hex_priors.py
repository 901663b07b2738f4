"""What a Hex move is worth before any simulation: virtual wins for the swap, and for keeping an attacked bridge.

No playout ever swaps, so RAVE says nothing about it; without a prior the search would not try it as long as any other
move looks better than even.
"""

from dataclasses import asdict
from typing import Any

import numpy as np

from ponnuki.games.hex.board import beside
from ponnuki.games.hex.layout import SWAP
from ponnuki.games.hex.tactics import attacked_bridges
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.hex_prior_weights import PriorWeights
from ponnuki.knowledge.priors import add, add_priors

_GOOD = np.float32(1)


def hex_priors(weights: PriorWeights) -> Records:
    """The record that makes a search use these priors."""
    return new_records([("swap", "f4"), ("connect", "f4"), ("hex_priors", "u1")], asdict(weights))


@add_priors.when("hex_priors")
@jit
def _add_hex_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if board.may_swap and board.moves == 1:
        for i in range(count):
            if thread.candidates[i] == SWAP:
                add(thread, i, knowledge.swap, _GOOD)
    if knowledge.connect > 0 and board.last != 0:
        bridges = attacked_bridges(board, geometry, board.last, board.to_move)
        for direction in range(6):
            if bridges >> direction & 1:
                v = beside(geometry, board.last, direction)
                for i in range(count):
                    if thread.candidates[i] == v:
                        add(thread, i, knowledge.connect, _GOOD)
