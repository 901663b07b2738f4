"""What Havannah adds to the GTP engine: who has won, the swap, coordinates, and a board for GoGui.

GoGui draws boards of hexagons as rows that are shifted by half a cell. It counts lines, not cells of a side, and its
letters have no I: with the coordinates "gogui" sizes and cells are given and taken that way.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from typing import TYPE_CHECKING, cast

from rich.text import Text

from ponnuki.engine.commands import COMMON
from ponnuki.engine.commands.core import move_of, restart, suggest_among
from ponnuki.engine.part import EnginePart
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import Color, GamePosition
from ponnuki.games.havannah.coords import GOGUI, SWAP_WORD
from ponnuki.games.havannah.diagram import SYMBOLS, draw
from ponnuki.games.havannah.layout import BLACK, EMPTY, WHITE, is_on_board, side_length
from ponnuki.gtp.wire import SyntaxFault, parse_int

if TYPE_CHECKING:
    from ponnuki.games.havannah.position import Position
    from ponnuki.games.havannah.record import GameRecord

TABLE = Table(COMMON)
GTP_COLORS: dict[Color, str] = {"b": "black", "w": "white"}
HELP = """\
d4        play at d4                  swap      take over the first stone, if the rules allow it
undo      take back your last move    hint      what the engine would play for you
resign    give up                     save F    write the game to F as SGF
quit      leave (also the end of input)"""
DISCS = {EMPTY: "·", BLACK: "●", WHITE: "○"}
ANALYZE_COMMANDS = (
    "gfx/Search/ponnuki-search",
    "string/Winner/havannah_winner",
    "none/Swap/swap",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
    "param/Settings/ponnuki-params",
)
GEOMETRY = "hex"
"""What GoGui calls boards of hexagons."""
OFF_BOARD = "#666666"
"""The colour of cells that GoGui's rhombus has and the board has not."""


def position_of(session: Session) -> "Position":
    """The board now."""
    return cast("Position", session.position)


# ---- the game -----------------------------------------------------------------------------------------------------


@TABLE.command("boardsize", usage="SIZE [HEIGHT] [GEOMETRY]", quick=True)
def _boardsize(call: Call) -> str:
    """Cells of a side; lines in GoGui's coordinates, and where they are given as `gogui-rules_board_size` has them."""
    size, more = parse_int(call.arguments[0]), call.arguments[1:]
    if more and (parse_int(more[0]) != size or more[1:] not in ((), (GEOMETRY,))):
        raise SyntaxFault(f"boardsize SIZE, or LINES LINES {GEOMETRY}")
    if more or call.session.coordinates == GOGUI.name:
        size = (size + 1) // 2 if size % 2 else 0
    restart(call, size)
    return ""


@TABLE.command("query_boardsize", quick=True)
def _query_boardsize(call: Call) -> str:
    size = call.session.size
    return str(side_length(size) if call.session.coordinates == GOGUI.name else size)


@TABLE.command("showboard")
def _showboard(call: Call) -> str:
    turns = call.session.game.turns
    played = f", last move {GTP_COLORS[turns[-1].color]} {call.session.write(turns[-1].move)}" if turns else ""
    return f"\n{call.session.position}\n{len(turns)} moves{played}"


@TABLE.command("restricted_genmove", usage="COLOR VERTEX [...]")
def _restricted_genmove(call: Call) -> str:
    return suggest_among(call, {move_of(call, call.color(), word) for word in call.arguments[1:]})


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


@TABLE.command("havannah_coordinates", usage="[NAME]", quick=True)
def _havannah_coordinates(call: Call) -> str:
    if not call.arguments:
        return call.session.coordinates
    name, known = call.arguments[0].lower(), call.session.kit.coordinates
    if name not in known:
        raise BadInput(unknown("coordinates", name, known))
    call.session.coordinates = name
    return ""


# ---- GoGui --------------------------------------------------------------------------------------------------------


@TABLE.command("gogui-rules_game_id", quick=True)
def _game_id(call: Call) -> str:
    return "Havannah"


@TABLE.command("gogui-rules_board_size", quick=True)
def _rules_board_size(call: Call) -> str:
    side = side_length(call.session.size)
    return f"{side} {side} {GEOMETRY}"


@TABLE.command("gogui-rules_board_gfx", quick=True)
def _rules_board_gfx(call: Call) -> str:
    """What GoGui draws on its board: the cells that the hexagon lacks, in another colour."""
    size, side = call.session.size, side_length(call.session.size)
    lacking = [(x, y) for y in range(side) for x in range(side) if not is_on_board(size, x, y)]
    return f"COLOR {OFF_BOARD} " + " ".join(GOGUI.write(cell, size) for cell in lacking)


@TABLE.command("gogui-rules_board")
def _rules_board(call: Call) -> str:
    """All rows are of the same length: cells that the board does not have are shown empty, and are never legal."""
    stones, side = position_of(call.session).stones(), side_length(call.session.size)
    rows = [[SYMBOLS[stones.get((x, y), EMPTY)] for x in range(side)] for y in range(side - 1, -1, -1)]
    return "\n" + "\n".join(" ".join(row) for row in rows)


@TABLE.command("gogui-rules_legal_moves")
def _legal_moves(call: Call) -> str:
    return " ".join(call.session.write(move) for move in call.session.position.legal_moves() if move != SWAP_WORD)


@TABLE.command("gogui-rules_side_to_move")
def _side_to_move(call: Call) -> str:
    return GTP_COLORS[call.session.position.to_move]


@TABLE.command("gogui-rules_final_result")
def _final_result(call: Call) -> str:
    position = position_of(call.session)
    return position.state if position.is_over else ""


@TABLE.command("gogui-analyze_commands", quick=True)
def _analyze_commands(call: Call) -> str:
    return "\n".join(ANALYZE_COMMANDS)


# ---- the part -----------------------------------------------------------------------------------------------------


class HavannahPart(EnginePart):
    """What Havannah adds."""

    help = HELP

    def commands(self) -> Table:
        """All commands of a session."""
        return TABLE

    def record(self, session: Session) -> "GameRecord":
        """The game so far."""
        from ponnuki.games.havannah.record import GameRecord

        position = position_of(session)
        result = "0" if position.is_over else ""
        if position.winner is not None:
            result = f"{position.winner.upper()}+{'/'.join(position.won_by)}"
        return GameRecord(position.size, position.rules, result, moves=session.game.moves)

    def example(self, session: Session) -> str:
        """A cell."""
        return "b2"

    def typed(self, session: Session, text: str) -> str:
        """As it is: the position says what is wrong with it."""
        return text

    def picture(self, position: GamePosition) -> Text:
        """Discs in rows that are shifted by half a cell."""
        board = cast("Position", position)
        return Text(draw(board.size, board.stones(), board.marked, DISCS))

    def ending(self, session: Session) -> list[str]:
        """Who has won, and how."""
        return [f"The game is over: {position_of(session).state}."]


PART = HavannahPart()
