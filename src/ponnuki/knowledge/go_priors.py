"""What a Go move is worth before any simulation: virtual wins for what strong players do, lost ones for the pass."""

from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, PASS
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, linear_dtype, load_weights, predict
from ponnuki.knowledge.go_network import network_fields
from ponnuki.knowledge.go_prior_weights import GoPriors
from ponnuki.knowledge.priors import add, add_priors

_GOOD, _BAD = np.float32(1), np.float32(0)
_CERTAIN = np.float32(1000)
"""Virtual visits of a pass that wins at once: more than any prior of a move, so that it is tried first, and proved."""

priors_dtype = np.dtype(
    [
        ("moves", "f4"),
        ("passing", "f4"),
        ("without_network", linear_dtype),  # weights of features, for all moves
        ("network", "u1"),
        ("with_network", linear_dtype),  # the same for moves that the network looks at: both scores are added
        *network_fields(FEATURES, GROUPS),
        ("go_priors", "u1"),
    ],
    align=True,
)


@lru_cache
def new_priors(weights: GoPriors, size: int) -> Records:
    """The record that makes a search use these priors on a board of some size; made once, never written again."""
    values = {"moves": weights.moves, "passing": weights.passing}
    records = new_records(priors_dtype, values | load_weights(size, weights.network))
    records.flags.writeable = False
    return records


@jit
def ends_well(board: Any, geometry: Any, thread: Any) -> Any:
    """Whether the player to move wins if the game ends now."""
    black = winner(board, area(board, geometry, thread.owner, thread.stack))
    return black == (WIN if board.to_move == BLACK else LOSS)


@add_priors.when("go_priors")
@jit
def _add_go_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if knowledge.moves > 0:
        predict(knowledge, board, geometry, thread, count)
    for i in range(count):
        if thread.candidates[i] == PASS:
            if board.passes > 0 and ends_well(board, geometry, thread):
                add(thread, i, _CERTAIN, _GOOD)
            else:
                add(thread, i, knowledge.passing, _BAD)
        elif knowledge.moves > 0:
            add(thread, i, knowledge.moves * np.float32(sqrt(thread.chance[i])), _GOOD)
