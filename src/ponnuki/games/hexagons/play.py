"""Games on hexagons as the search plays them: moves that win at once, and which moves are worth a node.

A game registers its own `would_win`, and `list_moves` for its boards.
"""

from typing import Any

from ponnuki.games.hexagons.layout import BOTH, SWAP
from ponnuki.kernels import jit
from ponnuki.kernels.dispatch import dispatch


@dispatch
def would_win(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a colour wins at once with a stone on an empty cell."""
    return False


@jit
def find_wins(board: Any, geometry: Any, found: Any, color: Any, most: Any) -> Any:
    """Write cells on which a colour wins at once to `found`, at most so many; their number."""
    count = 0
    for i in range(board.empty_count):
        v = board.empty[i]
        if would_win(board, geometry, v, color):
            found[count] = v
            count += 1
            if count == most:
                break
    return count


@jit
def list_moves(board: Any, geometry: Any, thread: Any, every_move: Any) -> Any:
    """A winning move alone; else the moves that stop the other's, alone; else all.

    What is left out cannot be better than what is listed: beside a win nothing matters, and a move that lets the
    other win is lost. So proofs from the listed moves hold for all.
    """
    if not every_move:
        count = find_wins(board, geometry, thread.candidates, board.to_move, 1)
        if count == 0:
            count = find_wins(board, geometry, thread.candidates, BOTH - board.to_move, 2)
        if count > 0:
            return count
    count = board.empty_count + 0
    for i in range(count):
        thread.candidates[i] = board.empty[i]
    if board.may_swap and board.moves == 1:
        thread.candidates[count] = SWAP
        count += 1
    return count
