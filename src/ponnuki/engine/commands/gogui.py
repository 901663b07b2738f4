"""What GoGui asks for: interruption, sequences of moves, pictures of a search."""

from dataclasses import replace

from ponnuki.engine.commands.core import move_of
from ponnuki.engine.graphics import search_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import Color
from ponnuki.gtp.wire import SyntaxFault, parse_color
from ponnuki.search.report import SearchReport

TABLE = Table()


@TABLE.command("gogui-interrupt", quick=True)
def _interrupt(call: Call) -> str:
    return ""  # that it exists says that `# interrupt` is understood


@TABLE.command("gogui-play_sequence", usage="[COLOR] [VERTEX] [...]")
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


@TABLE.command("ponnuki-search", quick=True)
def _search(call: Call) -> str:
    report, color = last_search(call)
    return search_graphics(report, color)


def last_search(call: Call) -> tuple[SearchReport, Color]:
    """The last search of this game, in the coordinates of the session, and for whom it was."""
    searched = call.session.searched
    if searched is None or searched.report is None:
        raise BadInput("no move has been searched for in this game")
    report, write = searched.report, call.session.write
    moves = (replace(m, move=write(m.move), variation=tuple(write(v) for v in m.variation)) for m in report.moves)
    return replace(report, moves=tuple(moves)), searched.color
