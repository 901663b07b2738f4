"""What a search asks of a policy: play a game to its end."""

from typing import Any

from ponnuki.kernels.dispatch import dispatch


@dispatch
def playout(policy: Any, board: Any, geometry: Any, thread: Any, depth: Any) -> Any:
    """Play the board to its end and tell the outcome in half points for player 1.

    The moves go to `thread.history` from `depth` on, and `thread.length` becomes the number of all of them. Which
    policy this is, its settings and tables say: a record marked by a field of its own.
    """
    return 0


@dispatch
def note_move(thread: Any, index: Any, move: Any) -> None:
    """Write a move down, where the thread keeps a history."""


@note_move.when("history")
def _note_move(thread: Any, index: Any, move: Any) -> None:
    thread.history[index] = move
