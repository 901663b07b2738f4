"""Who won, and which stones are dead."""

from ponnuki.engine.table import Call, Table
from ponnuki.gtp.wire import SyntaxFault

TABLE = Table()


def format_score(score: float) -> str:
    """A score as GTP and SGF write it; positive is Black's."""
    return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"


@TABLE.command("final_score")
def _final_score(call: Call) -> str:
    return format_score(call.session.player_for(call.session.position.to_move).final_score())


@TABLE.command("final_status_list", usage="STATUS")
def _final_status_list(call: Call) -> str:
    wanted = call.arguments[0].lower()
    if wanted not in ("alive", "dead", "seki"):
        raise SyntaxFault("a status is alive, dead or seki")
    chains = call.session.player_for(call.session.position.to_move).final_status().get(wanted, [])
    return "\n".join(" ".join(chain) for chain in chains)
