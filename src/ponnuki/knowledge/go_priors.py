"""What a Go move looks like before any simulation, as virtual simulations: what strong players do, and the pass."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.go.layout import BLACK, PASS
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.criticality import criticality
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, linear_dtype, load_weights, predict
from ponnuki.knowledge.go_network import network_fields
from ponnuki.knowledge.priors import add, add_priors

_GOOD, _BAD = np.float32(1), np.float32(0)
_CERTAIN = np.float32(1000)
"""Virtual visits of a pass that wins at once: more than any prior of a move, so that it is tried first, and proved."""


@dataclass(frozen=True, slots=True)
class GoPriors:
    """Virtual visits; 0 switches one off."""

    moves: float = 80.0
    """Won ones, times the square root of the probability that a strong player makes the move (Pachi: 210 on 9x9)."""
    network: bool = True
    """Whether a small network looks at the 44 points around each move that features do not rule out."""
    passing: float = 20.0
    """Lost ones, of the pass, unless it ends the game with a win (a guess)."""
    criticality: float = 0.0
    """Won ones, times the criticality of the point (`knowledge/criticality.py`)."""
    learned: bool = True
    """Whether the shapes that the program has learned by itself count, too."""

    def __post_init__(self) -> None:
        if not (self.moves >= 0 and self.passing >= 0 and self.criticality >= 0):
            raise BadInput("priors.moves, priors.passing and priors.criticality must not be negative")


NO_PRIORS = GoPriors(moves=0.0, passing=0.0, learned=False)

priors_dtype = np.dtype(
    [
        ("moves", "f4"),
        ("passing", "f4"),
        ("criticality", "f4"),
        ("plain", linear_dtype),  # for all moves
        ("network", "u1"),
        ("beside", linear_dtype),  # beside the network, for those that it looks at
        *network_fields(FEATURES, GROUPS),
        ("go_priors", "u1"),
    ],
    align=True,
)


@lru_cache
def new_priors(weights: GoPriors, size: int) -> Records:
    """The record that makes a search use these priors on a board of some size; made once, never written again."""
    values = {"moves": weights.moves, "passing": weights.passing, "criticality": weights.criticality}
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
        if knowledge.criticality > 0:
            add(thread, i, knowledge.criticality * criticality(thread, thread.candidates[i]), _GOOD)
