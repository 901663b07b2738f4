"""Havannah as the search plays it: turns, the end of the game, and which moves are worth a node."""

from typing import Any

from ponnuki.games import interface
from ponnuki.games.havannah.board import play, swap
from ponnuki.games.havannah.layout import BLACK, SWAP, WHITE
from ponnuki.games.havannah.tactics import find_wins
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


@interface.list_moves.when("havannah")
@jit
def list_moves(board: Any, geometry: Any, thread: Any, every_move: Any) -> Any:
    """A winning move alone; else the moves that stop the other's, alone; else all.

    What is left out cannot be better than what is listed: beside a win nothing matters, and a move that lets the
    other win is lost. So proofs from the listed moves hold for all.
    """
    if not every_move:
        count = find_wins(board, geometry, thread.candidates, board.to_move, 1)
        if count == 0:
            count = find_wins(board, geometry, thread.candidates, WHITE + BLACK - board.to_move, 2)
        if count > 0:
            return count
    count = board.empty_count + 0
    for i in range(count):
        thread.candidates[i] = board.empty[i]
    if board.may_swap and board.moves == 1:
        thread.candidates[count] = SWAP
        count += 1
    return count
