"""Who has won: scoring apart from the players.

After two passes the board is scored by area. Between two of our players it is scored as it stands, which is what their
searches play for. Where a GTP program takes part, both are asked: stones that both call dead are removed; failing
that, a score that both give is taken; failing that, the board stands as it is. Nobody is punished for not answering.
In Havannah the board says who has won, and how.
"""

from dataclasses import dataclass

from ponnuki.errors import PonnukiError
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.diagram import format_rows
from ponnuki.games.go.layout import EMPTY
from ponnuki.games.go.position import Position
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.match.conditions import Conditions
from ponnuki.players.create import AnyPosition
from ponnuki.players.gtp import GtpSeat
from ponnuki.players.seat import OwnSeat, PlayerFault, Seat
from ponnuki.players.spec import GtpSpec


@dataclass(frozen=True, slots=True)
class Judgement:
    """Black's points minus White's minus komi, and how that was found."""

    score: float
    how: str
    words: str = ""
    """The result where it is not a number of points."""

    @property
    def result(self) -> str:
        """As SGF has it."""
        if self.words:
            return self.words
        if self.score == 0:
            return "0"
        return f"{'B' if self.score > 0 else 'W'}+{abs(self.score):g}"


def judge(position: AnyPosition, conditions: Conditions, black: Seat, white: Seat) -> Judgement:
    """Score a game that is over."""
    if isinstance(position, HavannahPosition):
        return by_the_board(position)
    if conditions.referee != "own":
        return Judgement(_ask_referee(position, conditions), "referee")
    if isinstance(black, OwnSeat) and isinstance(white, OwnSeat):
        return as_it_stands(position, conditions)
    dead = [seat.dead_stones(position) for seat in (black, white)]
    if dead[0] is not None and dead[0] == dead[1] and _are_stones(position, dead[0]):
        return Judgement(without(position, dead[0]).score(conditions.komi), "agreed stones")
    scores = [seat.final_score(position) for seat in (black, white)]
    if scores[0] is not None and scores[0] == scores[1]:
        return Judgement(scores[0], "agreed score")
    return as_it_stands(position, conditions)


def by_the_board(position: HavannahPosition) -> Judgement:
    """Who has completed a ring, bridge or fork; nobody, if it is not over or a draw."""
    if position.winner is None:
        return Judgement(0.0, "full board" if position.is_over else "as it stands")
    shapes = "/".join(position.won_by)
    return Judgement(1.0 if position.winner == "b" else -1.0, shapes, f"{position.winner.upper()}+{shapes}")


def as_it_stands(position: AnyPosition, conditions: Conditions) -> Judgement:
    """By area, every stone alive."""
    if isinstance(position, HavannahPosition):
        return by_the_board(position)
    return Judgement(position.score(conditions.komi), "as it stands")


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


def _ask_referee(position: Position, conditions: Conditions) -> float:
    """A referee that fails is nobody's loss: the run stops."""
    command = conditions.referee.removeprefix("gtp:")
    spec = GtpSpec.make({"gtp": command, "size": conditions.size, "komi": conditions.komi}, "referee")
    with GtpSeat(spec, 0) as seat:
        try:
            seat.begin(position, conditions.komi)
        except PlayerFault as fault:
            raise PonnukiError(f"the referee {command!r} failed: {fault}") from None
        score = seat.final_score(position)
    if score is None:
        raise PonnukiError(f"the referee {command!r} gave no score: it must know final_score")
    return score
