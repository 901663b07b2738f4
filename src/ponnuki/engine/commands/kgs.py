"""What the Kiseido Go Server's client asks for."""

from ponnuki.engine.graphics import live_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.go.record import RULE_NAMES

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
    call.session.set_rules(rules)
    return ""


@TABLE.command("kgs-genmove_cleanup", usage="COLOR")
def _kgs_genmove_cleanup(call: Call) -> str:
    with live_graphics(call) as show:
        return call.session.generate(call.color(), stop=call.signals.interrupted, on_report=show, cleanup=True).move
