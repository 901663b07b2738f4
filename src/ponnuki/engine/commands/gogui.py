"""What GoGui asks for: interruption and sequences of moves; and of Go alone, analyze commands and parameters."""

from dataclasses import replace

from ponnuki.engine.commands.core import move_of, said
from ponnuki.engine.graphics import ownership_rows, search_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.gtp.wire import SyntaxFault, parse_color
from ponnuki.search.report import SearchReport

TABLE = Table()
"""For Go."""
ALL_GAMES = Table()
"""What is the same in every game."""
ANALYZE_COMMANDS = (
    "gfx/Search/ponnuki-search",
    "dboard/Ownership/ponnuki-ownership",
    "plist/Dead Stones/final_status_list dead",
    "plist/Alive Stones/final_status_list alive",
    "plist/Seki Stones/final_status_list seki",
    "string/Final Score/final_score",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
    "param/Settings/ponnuki-params",
)


@ALL_GAMES.command("gogui-interrupt")
def _interrupt(call: Call) -> str:
    return ""  # that it exists says that `# interrupt` is understood


@ALL_GAMES.command("gogui-play_sequence", usage="[COLOR] [VERTEX] [...]")
def _play_sequence(call: Call) -> str:
    words = call.arguments
    if len(words) % 2:
        raise SyntaxFault("gogui-play_sequence COLOR VERTEX COLOR VERTEX ...")
    game = call.session.game
    for i in range(0, len(words), 2):
        color = parse_color(words[i])
        game = game.play(color, move_of(call, color, words[i + 1]))
    call.session.game = game
    return ""


@ALL_GAMES.command("ponnuki-search")
def _search(call: Call) -> str:
    thought = call.session.thought
    if thought is None or thought.report is None:
        raise BadInput("no move has been searched for in this game")
    return search_graphics(_translated(call, thought.report), thought.color)


def _translated(call: Call, report: SearchReport) -> SearchReport:
    """A search in the coordinates of the session."""
    moves = (
        replace(m, move=said(call, m.move), variation=tuple(said(call, v) for v in m.variation)) for m in report.moves
    )
    return replace(report, moves=tuple(moves))


@TABLE.command("gogui-analyze_commands")
def _analyze_commands(call: Call) -> str:
    return "\n".join(ANALYZE_COMMANDS)


@TABLE.command("ponnuki-ownership")
def _ownership(call: Call) -> str:
    return ownership_rows(call.session.player_for(call.session.position.to_move).ownership())


@TABLE.command("ponnuki-params", usage="[NAME] [VALUE]")
def _params(call: Call) -> str:
    session = call.session
    if not call.arguments:
        return f"[bool] live_graphics {int(session.live_graphics)}\n[bool] ponder {int(session.ponder)}"
    if len(call.arguments) == 1 or call.arguments[1] not in ("0", "1"):
        raise SyntaxFault("ponnuki-params live_graphics|ponder 0|1")
    name, value = call.arguments[0], call.arguments[1] == "1"
    if name == "live_graphics":
        session.live_graphics = value
    elif name == "ponder":
        session.ponder = value
    else:
        raise BadInput("unknown parameter: there are live_graphics and ponder")
    return ""
