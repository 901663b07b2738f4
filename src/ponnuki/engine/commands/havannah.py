"""What is different in Havannah: the size of the board, who has won, the swap, records, and a board for GoGui.

GoGui draws boards of hexagons as rows that are shifted by half a cell. It counts lines, not cells of a side, and its
letters have no I: with the coordinates "gogui" sizes and cells are given and taken that way.
"""

from pathlib import Path

from ponnuki.engine.commands.core import said
from ponnuki.engine.commands.files import print_record
from ponnuki.engine.game import HavannahGame
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import Color
from ponnuki.games.havannah.coords import CODECS, GOGUI, SWAP_WORD
from ponnuki.games.havannah.diagram import SYMBOLS
from ponnuki.games.havannah.layout import EMPTY, side_length
from ponnuki.games.havannah.position import Position
from ponnuki.games.havannah.record import GameRecord, read_sgf_file
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE
from ponnuki.gtp.wire import parse_int
from ponnuki.players.spec import unknown

TABLE = Table()
GTP_COLORS: dict[Color, str] = {"b": "black", "w": "white"}
ANALYZE_COMMANDS = (
    "gfx/Search/ponnuki-search",
    "string/Winner/havannah_winner",
    "none/Swap/swap",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
)


def position_of(session: Session) -> Position:
    """The board now."""
    assert isinstance(session.position, Position)
    return session.position


# ---- the game -----------------------------------------------------------------------------------------------------


@TABLE.command("boardsize", usage="SIZE")
def _boardsize(call: Call) -> str:
    size = parse_int(call.arguments[0])
    if call.session.coordinates is GOGUI:
        size = (size + 1) // 2 if size % 2 else 0
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput("unacceptable size")
    call.session.restart(size)
    return ""


@TABLE.command("query_boardsize")
def _query_boardsize(call: Call) -> str:
    size = call.session.size
    return str(side_length(size) if call.session.coordinates is GOGUI else size)


@TABLE.command("showboard")
def _showboard(call: Call) -> str:
    turns = call.session.game.turns
    played = f", last move {GTP_COLORS[turns[-1].color]} {said(call, turns[-1].move)}" if turns else ""
    return f"\n{call.session.position}\n{len(turns)} moves{played}"


@TABLE.command("swap")
def _swap(call: Call) -> str:
    call.session.play(call.session.position.to_move, SWAP_WORD)
    return ""


@TABLE.command("havannah_winner")
def _havannah_winner(call: Call) -> str:
    position = position_of(call.session)
    if position.winner is not None:
        return GTP_COLORS[position.winner]
    return "draw" if position.is_over else "none"


@TABLE.command("havannah_coordinates", usage="[NAME]")
def _havannah_coordinates(call: Call) -> str:
    if not call.arguments:
        return call.session.coordinates.name
    name = call.arguments[0].lower()
    if name not in CODECS:
        raise BadInput(unknown("coordinates", name, CODECS))
    call.session.coordinates = CODECS[name]
    return ""


# ---- files --------------------------------------------------------------------------------------------------------


@TABLE.command("loadsgf", usage="FILE [MOVE] [...]")
def _loadsgf(call: Call) -> str:
    name, _, word = call.command.text.rpartition(" ")
    last = int(word) if name and word.isascii() and word.isdigit() and len(word) < 9 else None
    try:
        record = read_sgf_file(Path(call.command.text if last is None else name.rstrip()))
        game = HavannahGame(Position.empty(record.size, record.rules))
        for color, move in record.moves if last is None else record.moves[: max(last - 1, 0)]:
            game = game.play(color, move)
    except (BadInput, OSError, ValueError) as error:
        raise BadInput(f"cannot load file: {error}") from None
    call.session.take_up(game)
    return ""


@TABLE.command("printsgf", usage="[FILE] [...]")
def _printsgf(call: Call) -> str:
    return print_record(call, record_of(call.session))


def record_of(session: Session) -> GameRecord:
    """The game so far, as a record."""
    position = position_of(session)
    result = "0" if position.is_over else ""
    if position.winner is not None:
        result = f"{position.winner.upper()}+{'/'.join(position.won_by)}"
    return GameRecord(position.size, position.rules, result, moves=session.game.moves)


# ---- GoGui --------------------------------------------------------------------------------------------------------


@TABLE.command("gogui-rules_game_id")
def _game_id(call: Call) -> str:
    return "Havannah"


@TABLE.command("gogui-rules_board_size")
def _rules_board_size(call: Call) -> str:
    return str(side_length(call.session.size))


@TABLE.command("gogui-rules_board")
def _rules_board(call: Call) -> str:
    """All rows are of the same length: cells that the board does not have are shown empty, and are never legal."""
    stones, side = position_of(call.session).stones(), side_length(call.session.size)
    rows = [[SYMBOLS[stones.get((x, y), EMPTY)] for x in range(side)] for y in range(side - 1, -1, -1)]
    return "\n" + "\n".join(" ".join(row) for row in rows)


@TABLE.command("gogui-rules_legal_moves")
def _legal_moves(call: Call) -> str:
    return " ".join(said(call, move) for move in call.session.position.legal_moves() if move != SWAP_WORD)


@TABLE.command("gogui-rules_side_to_move")
def _side_to_move(call: Call) -> str:
    return GTP_COLORS[call.session.position.to_move]


@TABLE.command("gogui-rules_final_result")
def _final_result(call: Call) -> str:
    position = position_of(call.session)
    return position.state if position.is_over else ""


@TABLE.command("gogui-analyze_commands")
def _analyze_commands(call: Call) -> str:
    return "\n".join(ANALYZE_COMMANDS)
