"""Hex as the search plays it: turns, the end of the game, and which moves are worth a node."""

from typing import Any

from ponnuki.games import interface
from ponnuki.games.hex.board import play, swap
from ponnuki.games.hex.layout import BLACK, SWAP, WHITE
from ponnuki.games.hex.tactics import find_wins
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


@interface.list_moves.when("hex")
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
