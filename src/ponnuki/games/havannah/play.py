"""Havannah as the search plays it: turns, the end of the game, and which moves are worth a node."""

from typing import Any

from ponnuki.games import interface
from ponnuki.games.havannah.board import play, swap
from ponnuki.games.havannah.layout import BLACK, SWAP, WHITE
from ponnuki.games.hexagons.play import list_moves
from ponnuki.kernels import jit


@interface.play_move.when("havannah")
@jit
def play_move(board: Any, geometry: Any, move: Any) -> None:
    """Play a legal move, or swap."""
    if move == SWAP:
        swap(board)
    else:
        play(board, geometry, move, board.to_move)
    board.to_move = WHITE + BLACK - board.to_move


@interface.outcome.when("havannah")
@jit
def outcome(board: Any, geometry: Any, thread: Any) -> Any:
    """Whoever has moved last may have won; a full board is a draw."""
    if board.won:
        return interface.LOSS if board.to_move == WHITE else interface.WIN
    return interface.DRAW if board.empty_count == 0 else interface.OPEN


interface.list_moves.when("havannah")(list_moves)
