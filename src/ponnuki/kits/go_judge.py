"""Who has won a game of Go.

After two passes the board is scored by area. Between two of our players it is scored as it stands, which is what their
searches play for. Where a GTP program takes part, both are asked: stones that both call dead are removed; failing
that, a score that both give is taken; failing that, the board stands as it is. Nobody is punished for not answering.
"""

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.diagram import format_rows
from ponnuki.games.go.layout import EMPTY
from ponnuki.games.go.position import Position
from ponnuki.players.game_player import GamePlayer, OwnGamePlayer
from ponnuki.players.kit import Judgement


def as_it_stands(position: Position, komi: float) -> Judgement:
    """By area, every stone alive."""
    return Judgement(position.score(komi), "as it stands")


def judge(position: Position, komi: float, black: GamePlayer, white: GamePlayer) -> Judgement:
    """Score a game that is over."""
    if isinstance(black, OwnGamePlayer) and isinstance(white, OwnGamePlayer):
        return as_it_stands(position, komi)
    dead = [player.dead_stones(position) for player in (black, white)]
    if dead[0] is not None and dead[0] == dead[1] and _are_stones(position, dead[0]):
        return Judgement(without(position, dead[0]).score(komi), "agreed stones")
    scores = [player.final_score(position) for player in (black, white)]
    if scores[0] is not None and scores[0] == scores[1]:
        return Judgement(scores[0], "agreed score")
    return as_it_stands(position, komi)


def without(position: Position, stones: frozenset[str]) -> Position:
    """The board without some stones."""
    colors = position.colors().copy()
    for stone in stones:
        point = from_gtp(stone, position.size)
        assert point is not None
        colors[point] = EMPTY
    return Position.from_rows(format_rows(colors), position.to_move, position.rules)


def _are_stones(position: Position, stones: frozenset[str]) -> bool:
    colors = position.colors()
    try:
        points = [from_gtp(stone, position.size) for stone in stones]
    except ValueError:
        return False
    return all(point is not None and colors[point] != EMPTY for point in points)
