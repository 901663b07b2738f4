"""Who has won: the game's kit says so, or a program that was named as the referee. Players never decide alone."""

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.common import GamePosition
from ponnuki.match.conditions import Conditions
from ponnuki.players.game_player import GamePlayer, PlayerFault
from ponnuki.players.gtp import GtpGamePlayer, check_program
from ponnuki.players.kit import Judgement
from ponnuki.players.spec import GtpSpec


def judge(position: GamePosition, conditions: Conditions, black: GamePlayer, white: GamePlayer) -> Judgement:
    """Judge a game that is over."""
    if conditions.referee != "own":
        return Judgement(_ask_referee(position, conditions), "referee")
    return conditions.kit.judge(position, conditions.komi, black, white)


def check_referee(conditions: Conditions) -> None:
    """Start a referee that is a program: without one, no game that is played to its end could count."""
    if conditions.referee != "own":
        spec = _spec(conditions)
        try:
            check_program(spec)
        except PlayerFault as fault:
            raise BadInput(f"the referee {spec.gtp!r} does not start as it should: {fault}") from None
        except BadInput as error:
            raise BadInput(f"the referee: {error}") from None


def _ask_referee(position: GamePosition, conditions: Conditions) -> float:
    """A referee that fails is nobody's loss: the run stops."""
    spec = _spec(conditions)
    with GtpGamePlayer(spec, 0) as player:
        try:
            player.begin(position, conditions.komi)
        except PlayerFault as fault:
            raise PonnukiError(f"the referee {spec.gtp!r} failed: {fault}") from None
        score = player.final_score(position)
    if score is None:
        raise PonnukiError(f"the referee {spec.gtp!r} gave no score: it must know final_score")
    return score


def _spec(conditions: Conditions) -> GtpSpec:
    command = conditions.referee.removeprefix("gtp:")
    values = {"gtp": command, "game": conditions.game, "size": conditions.size, "komi": conditions.komi}
    return GtpSpec.make(values, "referee")
