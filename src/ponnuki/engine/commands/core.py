"""What every GTP program answers, and the commands around the game itself."""

import time

from ponnuki import __version__
from ponnuki.engine.graphics import live_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove, OffBoard
from ponnuki.gtp.wire import parse_float, parse_int

TABLE = Table()
NAME = "Ponnuki"
MAX_KOMI = 1000.0


@TABLE.command("protocol_version", quick=True)
def _protocol_version(call: Call) -> str:
    return "2"


@TABLE.command("name", quick=True)
def _name(call: Call) -> str:
    return NAME


@TABLE.command("version", quick=True)
def _version(call: Call) -> str:
    return __version__


@TABLE.command("known_command", usage="NAME [...]", quick=True)
def _known_command(call: Call) -> str:
    return "true" if call.command.text in call.table else "false"


@TABLE.command("list_commands", quick=True)
def _list_commands(call: Call) -> str:
    return "\n".join(entry.name for entry in call.table)


@TABLE.command("quit", quick=True)
def _quit(call: Call) -> str:
    return ""


@TABLE.command("boardsize", usage="SIZE", quick=True)
def _boardsize(call: Call) -> str:
    restart(call, parse_int(call.arguments[0]))
    return ""


def restart(call: Call, size: int) -> None:
    """An empty board of a size, if there is such a board."""
    try:
        call.session.kit.check_size(size)
    except BadInput:
        raise BadInput("unacceptable size") from None
    call.session.restart(size)


@TABLE.command("query_boardsize", quick=True)
def _query_boardsize(call: Call) -> str:
    return str(call.session.size)


@TABLE.command("clear_board", quick=True)
def _clear_board(call: Call) -> str:
    call.session.restart()
    return ""


@TABLE.command("komi", usage="KOMI", quick=True)
def _komi(call: Call) -> str:
    call.session.komi = parse_float(call.arguments[0], -MAX_KOMI, MAX_KOMI)
    return ""


@TABLE.command("get_komi", quick=True)
def _get_komi(call: Call) -> str:
    return f"{call.session.komi:g}"


@TABLE.command("play", usage="COLOR VERTEX")
def _play(call: Call) -> str:
    color, vertex = call.color(), call.arguments[1]
    call.session.play(color, move_of(call, color, vertex))
    return ""


def move_of(call: Call, color: Color, word: str) -> str:
    """A move given as a word; one off the board is illegal rather than wrongly written."""
    try:
        return call.session.read(word)
    except OffBoard as error:
        raise IllegalMove(color, word, str(error)) from None


@TABLE.command("genmove", usage="COLOR")
def _genmove(call: Call) -> str:
    with live_graphics(call) as show:
        found = call.session.generate(call.color(), stop=call.signals.interrupted, on_report=show)
    return call.session.write(found.move)


@TABLE.command("reg_genmove", usage="COLOR")
def _reg_genmove(call: Call) -> str:
    return call.session.write(call.session.suggest(call.color(), call.signals.interrupted).move)


@TABLE.command("restricted_genmove", usage="COLOR VERTEX [...]")
def _restricted_genmove(call: Call) -> str:
    return suggest_among(call, {call.session.read(word) for word in call.arguments[1:]})


def suggest_among(call: Call, wanted: set[str]) -> str:
    """The best of some moves, of which one at least must be legal."""
    color, session = call.color(), call.session
    allowed = wanted.intersection(session.game.position_for(color).legal_moves())
    if not allowed:
        raise BadInput("illegal move")
    return session.write(session.suggest(color, call.signals.interrupted, allowed).move)


@TABLE.command("undo")
def _undo(call: Call) -> str:
    call.session.undo()
    return ""


@TABLE.command("gg-undo", usage="[COUNT]")
def _gg_undo(call: Call) -> str:
    call.session.undo(parse_int(call.arguments[0], 0, 10**9) if call.arguments else 1)
    return ""


@TABLE.command("showboard")
def _showboard(call: Call) -> str:
    session = call.session
    last = session.game.turns[-1:]
    played = f", last move {COLOR_NAMES[last[0].color]} {session.write(last[0].move)}" if last else ""
    komi = f"komi {session.komi:g}, " if session.kit.has_komi else ""
    return f"\n{session.position}\n{komi}{len(session.game.turns)} moves{played}"


@TABLE.command("cputime", quick=True)
def _cputime(call: Call) -> str:
    return f"{time.process_time():.3f}"
