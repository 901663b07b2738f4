"""What a search may ask of any game's board record; each game registers its kernels in its own folder.

Players are 1 (who moves first) and 2; `board.to_move` says whose turn it is. Moves are small numbers. An outcome is
counted in half points for player 1: 2 a win, 1 a draw, 0 a loss, `OPEN` while the game goes on. `thread` is scratch
that the caller owns: the fields `candidates`, `stack`, `seen` and `keys` (see `search/thread.py`), and those that the
game itself has asked for.
"""

from typing import Any

from ponnuki.kernels.dispatch import dispatch

FIRST, SECOND = 1, 2
LOSS, DRAW, WIN = 0, 1, 2
OPEN = -1


@dispatch
def play_move(board: Any, geometry: Any, move: Any) -> None:
    """Play a legal move for the player to move."""


@dispatch
def outcome(board: Any, geometry: Any, thread: Any) -> Any:
    """How the game ended, or OPEN."""
    return OPEN


@dispatch
def list_moves(board: Any, geometry: Any, thread: Any, every_move: Any) -> Any:
    """Write the moves worth a node to `thread.candidates`; their number, negative if legal moves were left out.

    With `every_move` nothing legal is left out.
    """
    return 0


@dispatch
def repeats(board: Any, thread: Any, depth: Any) -> Any:
    """Whether the board that the last move made is forbidden by what was there before; noted for later if not."""
    return False


@dispatch
def position_key(board: Any) -> Any:
    """A number for all that the rest of the game depends on, but for what superko forbids; 0 if the game has none."""
    return 0
