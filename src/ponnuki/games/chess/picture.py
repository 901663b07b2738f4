"""A chess position as a picture: squares and coordinates as for other boards, pieces as python-chess draws them."""

import chess
import chess.svg

from ponnuki.games.chess.position import Position
from ponnuki.games.svg import Palette, document, element, text

SQUARE = 45
"""Units of a square: pieces are drawn so large."""
MARGIN = 22
LIGHTER, DARKER, CHANGED = "0.45", "0.12", "0.4"
"""How much paper is on light squares, ink on dark ones, and colour on those of the last move."""


def draw(position: Position, title: str, colours: Palette) -> str:
    """SVG, White below; the squares of the last move stand out."""
    board = position.board()
    last = board.peek() if board.move_stack else None
    side = 8 * SQUARE + 2 * MARGIN
    parts = [
        _square(square, colours.paper, LIGHTER) if (square + square // 8) % 2 else _square(square, colours.ink, DARKER)
        for square in chess.SQUARES
    ]
    parts += [_square(square, colours.mark, CHANGED) for square in ((last.from_square, last.to_square) if last else ())]
    for place in range(8):
        middle = MARGIN + (place + 0.5) * SQUARE
        parts.append(text(middle, side - MARGIN / 2, chess.FILE_NAMES[place], 13, colours.label))
        parts.append(text(MARGIN / 2, side - middle, chess.RANK_NAMES[place], 13, colours.label))
    for square, piece in board.piece_map().items():
        x, y = _corner(square)
        parts.append(element("g", {"transform": f"translate({x}, {y})"}, chess.svg.PIECES[piece.symbol()]))
    return document(side, side, title, parts, colours)


def _corner(square: chess.Square) -> tuple[int, int]:
    return MARGIN + SQUARE * chess.square_file(square), MARGIN + SQUARE * (7 - chess.square_rank(square))


def _square(square: chess.Square, fill: str, opacity: str) -> str:
    x, y = _corner(square)
    return element("rect", {"x": x, "y": y, "width": SQUARE, "height": SQUARE, "fill": fill, "fill-opacity": opacity})
