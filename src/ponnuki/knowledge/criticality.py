"""Criticality: how much who owns a point at the end of a playout has to do with who wins it (Coulom 2009).

Playouts note who owned what (`note_owners`); where a node is expanded, points that decide games are tried sooner. Each
thread counts for itself. Old playouts fade out, so that the counts stay those of the position that is searched.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.games.interface import DRAW, WIN
from ponnuki.kernels import jit

MEMORY = np.float32(2048)
"""Playouts after which all counts are halved (a guess)."""
LEAST = np.float32(64)
"""Playouts before which nothing is said (a guess)."""
_ZERO, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)


@jit
def note_owners(geometry: Any, thread: Any, points: Any) -> None:
    """Count a finished playout whose owners stand in `thread.owner`, unless it is drawn; `points` are Black's."""
    if points == DRAW:
        return
    winner = BLACK if points == WIN else WHITE
    thread.judged += _ONE
    thread.first_wins += _ONE if winner == BLACK else _ZERO
    for i in range(len(geometry.points)):
        v = geometry.points[i]
        thread.first_owns[v] += _ONE if thread.owner[v] == BLACK else _ZERO
        thread.winner_owns[v] += _ONE if thread.owner[v] == winner else _ZERO
    if thread.judged >= MEMORY:
        thread.judged *= _HALF
        thread.first_wins *= _HALF
        for i in range(len(geometry.points)):
            v = geometry.points[i]
            thread.first_owns[v] *= _HALF
            thread.winner_owns[v] *= _HALF


@jit
def criticality(thread: Any, v: Any) -> Any:
    """How much more often the winner owns the point than by chance, 0 to 1/2; nobody's points pass for White's."""
    if thread.judged < LEAST:
        return _ZERO
    wins, owns = thread.first_wins / thread.judged, thread.first_owns[v] / thread.judged
    by_chance = wins * owns + (_ONE - wins) * (_ONE - owns)
    return max(thread.winner_owns[v] / thread.judged - by_chance, _ZERO)
