"""Every constant of the search, where its value comes from, and the record that the kernels read."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.kernels.records import Records, new_records


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How the tree is searched. The defaults are the MoGo formula; `UCT` is Algorithm 1 of Bourki and others."""

    formula: Literal["rave", "uct"] = "rave"
    exploration: float = 0.0
    """Weight of the exploration term. With `uct`, the number under the root, 2 in Bourki and others; with `rave` a
    factor before it, 0 in the strong programs (Pachi, Fuego), as RAVE explores enough."""
    tuned: bool = False
    """Exploration that knows the variance of a result (UCB1-TUNED, as in the first MoGo) instead of plain UCB."""
    rave_equivalence: float = 3000.0
    """Simulations at which the RAVE mean stops mattering (Pachi's value)."""
    rave_fade: float = 0.0
    """How much less RAVE credit a move gets at the very end of a simulation than at once, 0 to 1 (a race
    accepted 0.5: docs/strength.md)."""
    first_play_urgency: float = 1.1
    """Score of a move of which nothing is known: neither a visit, nor RAVE, nor a prior (MoGo: 1.1)."""
    widening: float = 0.0
    """K of progressive widening, R = ceil(K n^(1/4)) moves; 0 considers all (a guess: RAVE and priors order them)."""
    expand_after: int = 2
    """Visits of a leaf before it gets children (Pachi: 8, Fuego: 3); 1 is one new node a simulation."""
    full_priors_after: int = 0
    """Visits of a node before its moves get the priors of all knowledge, the slow part included; until then they have
    those of the quick part. 0: all of it at once. (Stored as `careful_after`, its old name.)"""
    merge: bool = False
    """Whether nodes of the same position, reached by other orders of moves, share what is learned below them. What
    superko forbids after one order is then forbidden after the others too."""
    prior_visits: float = 4.0
    """An even prior: virtual visits of mean 1/2 for every move (Pachi: 14)."""
    every_move: bool = False
    """Whether moves that fill an own eye get a node too: needed for proofs of a loss, wasted otherwise."""
    reuse: bool = True
    """Keep the subtree of the moves that were played."""
    memory_mb: int = 1024
    """Limit of the tree in megabytes; a full tree stops growing, the search goes on. From the first move on there are
    two arrays of this size; of the one not in use, what a tree of up to 64 MB has touched is really taken."""

    def __post_init__(self) -> None:
        if self.formula not in ("rave", "uct"):
            raise BadInput(f"formula must be rave or uct, not {self.formula!r}")
        if not 0 <= self.rave_fade <= 1:
            raise BadInput(f"rave_fade must be from 0 to 1, not {self.rave_fade}")
        for name in ("exploration", "widening", "prior_visits"):
            if getattr(self, name) < 0:
                raise BadInput(f"{name} must not be negative")
        if self.rave_equivalence <= 0 or self.memory_mb < 1 or min(self.expand_after, self.full_priors_after) < 0:
            raise BadInput(
                "rave_equivalence and memory_mb must be positive, expand_after and full_priors_after not negative"
            )


UCT = SearchSettings(formula="uct", exploration=2.0, expand_after=1, prior_visits=0.0, every_move=True, reuse=False)
"""Algorithm 1 of Bourki and others, with our readings: one new node a simulation, no transpositions, no reuse."""


def settings_record(settings: SearchSettings) -> Records:
    """What the kernels read; the marker field names the formula."""
    fields = [
        ("exploration", "f4"),
        ("rave_bias", "f4"),
        ("rave_fade", "f4"),
        ("first_play_urgency", "f4"),
        ("widening", "f4"),
        ("expand_after", "u4"),
        ("full_priors_after", "u4"),
        ("merge", "u1"),
        ("prior_visits", "f4"),
        ("every_move", "u1"),
        ("tuned", "u1"),
        ("use_rave", "u1"),
        (settings.formula, "u1"),
    ]
    values = {name: getattr(settings, name) for name, _ in fields if hasattr(settings, name)}
    derived = {"rave_bias": 1.0 / settings.rave_equivalence, "use_rave": settings.formula == "rave"}
    return new_records(np.dtype(fields, align=True), values | derived)
