"""Hex as the search plays it: turns, the end of the game, and which moves are worth a node."""

from typing import Any

from ponnuki.games import interface
from ponnuki.games.hex.board import play, swap
from ponnuki.games.hex.layout import BLACK, SWAP, WHITE
from ponnuki.games.hexagons.play import list_moves
from ponnuki.kernels import jit


@interface.play_move.when("hex")
@jit
def play_move(board: Any, geometry: Any, move: Any) -> None:
    """Play a legal move, or swap."""
    if move == SWAP:
        swap(board, geometry)
    else:
        play(board, geometry, move, board.to_move)
    board.to_move = WHITE + BLACK - board.to_move


@interface.outcome.when("hex")
@jit
def outcome(board: Any, geometry: Any, thread: Any) -> Any:
    """There are no draws."""
    if board.won == 0:
        return interface.OPEN
    return interface.WIN if board.won == BLACK else interface.LOSS


interface.list_moves.when("hex")(list_moves)
