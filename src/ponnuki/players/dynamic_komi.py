"""Komi that a search plays for in a handicap game: White begins as if the stones had been paid for.

A search for the most probable win plays wildly where every move loses, and slackly where every move wins. With some
points for each handicap stone added to komi, fewer and fewer as the board fills, moves can be told apart again.
"""

from ponnuki.games.go.position import Position

FADES_AT = 0.5
"""Share of the board's points that have been played when the real komi is left (a guess; Pachi: 200 moves on 19x19)."""


def handicap(position: Position) -> int:
    """Stones that Black had on the board before White's first; fewer than two are no handicap."""
    colors = position.start.colors()
    if (colors == 2).any():
        return 0  # a position that somebody set up, not the start of a game
    stones = int((colors == 1).sum())
    for color, move in position.history:
        if color == "w" and move != "pass":
            break
        stones += color == "b" and move != "pass"
    return stones if stones >= 2 else 0


def komi_to_play_for(position: Position, komi: float, per_stone: float) -> float:
    """Komi with so many points for each handicap stone; the real one where a pass may end the game."""
    if per_stone == 0 or position.last_move == "pass":
        return komi
    played = position.move_number / (FADES_AT * position.size**2)
    return komi + round(per_stone * handicap(position) * max(0.0, 1.0 - played))
