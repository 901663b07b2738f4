"""A chess position as a picture, drawn by python-chess."""

import chess.svg

from ponnuki.games.chess.position import Position


def draw(position: Position) -> str:
    """SVG with coordinates, White below; the squares of the last move stand out."""
    board = position.board()
    last = board.peek() if board.move_stack else None
    return str(chess.svg.board(board, lastmove=last, check=board.king(board.turn) if board.is_check() else None))
