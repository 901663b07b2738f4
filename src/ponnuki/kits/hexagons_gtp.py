"""What games on hexagons add to the GTP engine: the swap, coordinates, and a board for GoGui.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text

from ponnuki.engine.commands import COMMON
from ponnuki.engine.commands.core import move_of, suggest_among
from ponnuki.engine.part import EnginePart
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import Color, GamePosition
from ponnuki.games.hexagons.coords import SWAP_WORD, Cell

if TYPE_CHECKING:
    from ponnuki.games.hexagons.position import HexagonPosition
    from ponnuki.games.hexagons.record import HexagonRecord

GTP_COLORS: dict[Color, str] = {"b": "black", "w": "white"}
HELP = """\
d4        play at d4                  swap      take over the first stone, if the rules allow it
undo      take back your last move    hint      what the engine would play for you
resign    give up                     save F    write the game to F as SGF
quit      leave (also the end of input)"""
GEOMETRY = "hex"
"""What GoGui calls boards of hexagons."""
Draw = Callable[[int, Mapping[Cell, int], Cell | None, Mapping[int, str]], str]


def new_table(name: str, title: str, gogui_commands: Sequence[str]) -> Table:
    """The commands that all of these games have; `NAME_coordinates` is named after the game."""
    table = Table(COMMON)

    @table.command("showboard")
    def _showboard(call: Call) -> str:
        turns = call.session.game.turns
        played = f", last move {GTP_COLORS[turns[-1].color]} {call.session.write(turns[-1].move)}" if turns else ""
        return f"\n{call.session.position}\n{len(turns)} moves{played}"

    @table.command("restricted_genmove", usage="COLOR VERTEX [...]")
    def _restricted_genmove(call: Call) -> str:
        return suggest_among(call, {move_of(call, call.color(), word) for word in call.arguments[1:]})

    @table.command("swap")
    def _swap(call: Call) -> str:
        call.session.play(call.session.position.to_move, SWAP_WORD)
        return ""

    @table.command(f"{name}_coordinates", usage="[NAME]", quick=True)
    def _coordinates(call: Call) -> str:
        if not call.arguments:
            return call.session.coordinates
        wanted, known = call.arguments[0].lower(), call.session.kit.coordinates
        if wanted not in known:
            raise BadInput(unknown("coordinates", wanted, known))
        call.session.coordinates = wanted
        return ""

    @table.command("gogui-rules_game_id", quick=True)
    def _game_id(call: Call) -> str:
        return title

    @table.command("gogui-rules_legal_moves")
    def _legal_moves(call: Call) -> str:
        return " ".join(call.session.write(move) for move in call.session.position.legal_moves() if move != SWAP_WORD)

    @table.command("gogui-rules_side_to_move")
    def _side_to_move(call: Call) -> str:
        return GTP_COLORS[call.session.position.to_move]

    @table.command("gogui-rules_final_result")
    def _final_result(call: Call) -> str:
        position = cast("HexagonPosition[Any]", call.session.position)
        return position.state if position.is_over else ""

    @table.command("gogui-analyze_commands", quick=True)
    def _analyze_commands(call: Call) -> str:
        return "\n".join(gogui_commands)

    return table


class HexagonPart(EnginePart):
    """What these games add; each has commands and a way to draw its board."""

    help = HELP

    def __init__(self, table: Table, draw: Draw, discs: Mapping[int, str]) -> None:
        self._table = table
        self._draw = draw
        self._discs = discs

    def commands(self) -> Table:
        """All commands of a session."""
        return self._table

    def record(self, session: Session) -> "HexagonRecord[Any]":
        """The game so far, under the rules that it began with."""
        position, kit = cast("HexagonPosition[Any]", session.position), session.kit
        result = kit.as_it_stands(position, session.komi).result if position.is_over else ""
        made = kit.record(position, position.rules, session.komi, result, {}, {})
        return replace(cast("HexagonRecord[Any]", made), moves=session.game.moves)

    def example(self, session: Session) -> str:
        """A cell."""
        return "b2"

    def typed(self, session: Session, text: str) -> str:
        """As it is: the position says what is wrong with it."""
        return text

    def picture(self, position: GamePosition) -> Text:
        """Discs in rows that are shifted by half a cell."""
        board = cast("HexagonPosition[Any]", position)
        return Text(self._draw(board.size, board.stones(), board.marked, self._discs))

    def ending(self, session: Session) -> list[str]:
        """Who has won, and how."""
        return [f"The game is over: {cast('HexagonPosition[Any]', session.position).state}."]
