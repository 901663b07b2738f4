"""What Havannah adds to the GTP engine: who has won, the swap, coordinates, and a board for GoGui.

GoGui draws boards of hexagons as rows that are shifted by half a cell. It counts lines, not cells of a side, and its
letters have no I: with the coordinates "gogui" sizes and cells are given and taken that way.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from typing import TYPE_CHECKING, cast

from ponnuki.engine.commands.core import restart
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call
from ponnuki.games.havannah.coords import GOGUI
from ponnuki.games.havannah.diagram import SYMBOLS, draw
from ponnuki.games.havannah.layout import BLACK, EMPTY, WHITE, is_on_board, side_length
from ponnuki.gtp.wire import SyntaxFault, parse_int
from ponnuki.kits.hexagons_gtp import GEOMETRY, GTP_COLORS, HexagonPart, new_table

if TYPE_CHECKING:
    from ponnuki.games.havannah.position import Position

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
OFF_BOARD = "#666666"
"""The colour of cells that GoGui's rhombus has and the board has not."""

TABLE = new_table("havannah", "Havannah", ANALYZE_COMMANDS)


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


@TABLE.command("havannah_winner")
def _havannah_winner(call: Call) -> str:
    position = position_of(call.session)
    if position.winner is not None:
        return GTP_COLORS[position.winner]
    return "draw" if position.is_over else "none"


# ---- GoGui --------------------------------------------------------------------------------------------------------


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


# ---- the part -----------------------------------------------------------------------------------------------------


class HavannahPart(HexagonPart):
    """What Havannah adds."""


PART = HavannahPart(TABLE, draw, DISCS)
