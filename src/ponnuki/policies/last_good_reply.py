"""Answers that were good before, in playouts of two players 1 and 2 (last good reply, Baier and Drake 2010).

A policy's record has `replies`: by player and by the move that they answer. It lives in the player: threads share it,
and it lasts for a game.
"""

from typing import Any

import numpy as np

from ponnuki.games.interface import FIRST, SECOND
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields

BOTH = FIRST + SECOND


def replies(vertices: int) -> Fields:
    """The field of a policy's record."""
    return [("replies", "u2", (1 + SECOND, vertices))]


@jit
def learn_replies(policy: Any, thread: Any, winner: Any, last_mover: Any) -> None:
    """Store the winner's answer to each move of the loser; delete stored answers that the loser played."""
    loser = BOTH - winner
    mover = last_mover
    for i in range(thread.length - 1, 0, -1):
        answered, answer = thread.history[i - 1], thread.history[i]
        if mover == winner:
            policy.replies[winner, answered] = answer
        elif policy.replies[loser, answered] == answer:
            policy.replies[loser, answered] = 0
        mover = BOTH - mover


@jit
def reply_to(policy: Any, color: Any, last: Any) -> Any:
    """What answered a move last, if that playout was won; 0 for nothing."""
    return np.uint64(policy.replies[color, last])
