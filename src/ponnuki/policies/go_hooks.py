"""What other knowledge may say in MoGo's playouts; without it, nothing, and nothing is compiled in."""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import PASS
from ponnuki.kernels.dispatch import dispatch


@dispatch
def answer_in_race(thread: Any, board: Any, geometry: Any, color: Any, last: Any) -> Any:
    """The answer to a move into a race that the player to move has won, or PASS."""
    return np.uint16(PASS)


@dispatch
def is_waste(thread: Any, v: Any, color: Any) -> Any:
    """Whether a random move is better drawn again, as it is played into a race that is won anyway."""
    return False
