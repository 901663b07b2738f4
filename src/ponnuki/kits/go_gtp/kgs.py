"""What the Kiseido Go Server's client asks for."""

from ponnuki.engine.game import Game
from ponnuki.engine.graphics import live_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import IllegalMove
from ponnuki.games.go.rules import RULE_NAMES, Rules

TABLE = Table()
RULES = {
    "chinese": RULE_NAMES["Chinese"],
    "aga": RULE_NAMES["AGA"],
    "new_zealand": RULE_NAMES["NZ"],
    "tromp-taylor": RULE_NAMES["Tromp-Taylor"],
}
"""By the name a controller or a user gives them; all of them score by area."""


@TABLE.command("kgs-rules", usage="RULES")
def _kgs_rules(call: Call) -> str:
    rules = RULES.get(call.arguments[0].lower())
    if rules is None:
        raise BadInput(f"unsupported rules: only rules that score by area, {', '.join(RULES)}")
    try:
        call.session.set_rules(rules, under(call.session.game, rules))
    except IllegalMove as error:
        raise BadInput(f"the game breaks these rules: {error}") from None
    return ""


def under(game: Game, rules: Rules) -> Game:
    """The same moves under other rules, if they are legal there."""
    from ponnuki.games.go.position import Position

    other = Game(game.kit, Position.from_rows(game.start.rows(), game.start.to_move, rules))
    for color, move in game.moves:
        other = other.play(color, move)
    return other


@TABLE.command("kgs-genmove_cleanup", usage="COLOR")
def _kgs_genmove_cleanup(call: Call) -> str:
    with live_graphics(call) as show:
        return call.session.generate(call.color(), stop=call.signals.interrupted, on_report=show, cleanup=True).move
