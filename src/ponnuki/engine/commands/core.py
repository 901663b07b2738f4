"""What every GTP program answers, and the commands around the game itself."""

import time

from ponnuki import __version__
from ponnuki.engine.graphics import live_graphics
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE
from ponnuki.games.havannah.coords import CLASSIC, SWAP_WORD, translate
from ponnuki.gtp.wire import SyntaxFault, is_vertex, parse_float, parse_int, parse_vertex

TABLE = Table()
NAME = "Ponnuki"
MAX_KOMI = 1000.0


@TABLE.command("protocol_version")
def _protocol_version(call: Call) -> str:
    return "2"


@TABLE.command("name")
def _name(call: Call) -> str:
    return NAME


@TABLE.command("version")
def _version(call: Call) -> str:
    return __version__


@TABLE.command("known_command", usage="NAME [...]")
def _known_command(call: Call) -> str:
    return "true" if call.command.text in call.table else "false"


@TABLE.command("list_commands")
def _list_commands(call: Call) -> str:
    return "\n".join(entry.name for entry in call.table)


@TABLE.command("quit")
def _quit(call: Call) -> str:
    return ""


@TABLE.command("boardsize", usage="SIZE")
def _boardsize(call: Call) -> str:
    size = parse_int(call.arguments[0])
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput("unacceptable size")
    call.session.restart(size)
    return ""


@TABLE.command("query_boardsize")
def _query_boardsize(call: Call) -> str:
    return str(call.session.size)


@TABLE.command("clear_board")
def _clear_board(call: Call) -> str:
    call.session.restart()
    return ""


@TABLE.command("komi", usage="KOMI")
def _komi(call: Call) -> str:
    call.session.komi = parse_float(call.arguments[0], -MAX_KOMI, MAX_KOMI)
    return ""


@TABLE.command("get_komi")
def _get_komi(call: Call) -> str:
    return f"{call.session.komi:g}"


@TABLE.command("play", usage="COLOR VERTEX")
def _play(call: Call) -> str:
    color, vertex = call.color(), call.arguments[1]
    call.session.play(color, move_of(call, color, vertex))
    return ""


def move_of(call: Call, color: Color, vertex: str) -> str:
    """A move given as a vertex; one off the board is illegal rather than wrongly written."""
    size = call.session.size
    if call.session.is_havannah:
        return _havannah_move(call, color, vertex)
    try:
        return parse_vertex(vertex, size)
    except BadInput:
        if is_vertex(vertex):
            raise IllegalMove(color, vertex, f"it is off the {size}x{size} board") from None
        raise


def _havannah_move(call: Call, color: Color, word: str) -> str:
    codec, size = call.session.coordinates, call.session.size
    if word.lower() == SWAP_WORD:
        return SWAP_WORD
    try:
        return translate(word, size, codec, CLASSIC)
    except BadInput as error:
        if "is off" in str(error):
            raise IllegalMove(color, word, str(error)) from None
        raise SyntaxFault(str(error)) from None


def said(call: Call, move: str) -> str:
    """A move as the controller calls it."""
    if not call.session.is_havannah:
        return move
    return translate(move, call.session.size, CLASSIC, call.session.coordinates)


@TABLE.command("genmove", usage="COLOR")
def _genmove(call: Call) -> str:
    with live_graphics(call) as show:
        return said(call, call.session.generate(call.color(), stop=call.signals.interrupted, on_report=show).move)


@TABLE.command("reg_genmove", usage="COLOR")
def _reg_genmove(call: Call) -> str:
    return said(call, call.session.suggest(call.color(), call.signals.interrupted).move)


@TABLE.command("restricted_genmove", usage="COLOR VERTEX [...]")
def _restricted_genmove(call: Call) -> str:
    color, session = call.color(), call.session
    wanted = {_vertex(call, color, word) for word in call.arguments[1:]}
    allowed = wanted.intersection(session.game.position_for(color).legal_moves())
    if not allowed:
        raise BadInput("illegal move")
    return said(call, session.suggest(color, call.signals.interrupted, allowed).move)


def _vertex(call: Call, color: Color, word: str) -> str:
    session = call.session
    return _havannah_move(call, color, word) if session.is_havannah else parse_vertex(word, session.size)


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
    played = f", last move {COLOR_NAMES[last[0].color]} {last[0].move}" if last else ""
    return f"\n{session.position}\nkomi {session.komi:g}, {len(session.game.turns)} moves{played}"


@TABLE.command("cputime")
def _cputime(call: Call) -> str:
    return f"{time.process_time():.3f}"
