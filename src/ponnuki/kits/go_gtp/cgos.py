"""What the Computer Go Server asks for: a move, and a search that spectators are shown, as one line of JSON."""

import json

from ponnuki.engine.analysis import LONGEST_VARIATION, Estimate, prior_shares
from ponnuki.engine.commands.analysis import estimate
from ponnuki.engine.table import Call, Table
from ponnuki.games.common import Color
from ponnuki.search.report import SearchReport

TABLE = Table()
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"


@TABLE.command("cgos-genmove_analyze", usage="COLOR")
def _cgos_genmove_analyze(call: Call) -> str:
    color = call.color()
    found = call.session.generate(color, stop=call.signals.interrupted)
    call.stream("")
    if found.report is not None:
        known = estimate(call, found.report, color)
        assert known is not None  # every point of a Go board is somebody's
        call.stream(cgos_line(found.report, known, color))
    return f"play {found.move}"


def cgos_line(report: SearchReport, known: Estimate, color: Color) -> str:
    """A search as CGOS shows it to spectators: one line of JSON."""
    prior = prior_shares(report)
    moves = [
        {
            "move": move.move,
            "winrate": round(move.value, 4),
            "prior": round(prior[move.move], 6),
            "pv": " ".join(move.variation[:LONGEST_VARIATION]),
            "visits": move.visits,
        }
        for move in report.moves[:10]
    ]
    sign = 1 if color == "b" else -1
    owners = "".join(
        _LETTERS[round(min(max((sign * float(value) + 1) / 2, 0.0), 1.0) * 62)]
        for row in known.owners[::-1]
        for value in row
    )
    whole = {"winrate": round(report.value, 4), "score": round(known.lead, 2), "visits": report.simulations}
    return json.dumps(whole | {"moves": moves, "ownership": owners})
