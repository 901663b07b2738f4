"""What Hex adds to the GTP engine: the commands of HexGui and MoHex, the swap, coordinates, and a board for GoGui.

HexGui and scripts that were written for MoHex find what they ask for: sizes as width and height, `final_score`,
`all_legal_moves`, `play-game`, `param_game`, `param_mohex`, and proofs on small boards by `dfs-solve-state`. GoGui
draws boards of hexagons with row 1 below: with the coordinates "gogui" rows are counted from there.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from typing import TYPE_CHECKING, cast

from rich.text import Text

from ponnuki.engine.commands import COMMON
from ponnuki.engine.commands.core import move_of, restart, suggest_among
from ponnuki.engine.commands.parameters import PARAMETERS
from ponnuki.engine.game import Game
from ponnuki.engine.part import EnginePart
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import Color, GamePosition
from ponnuki.games.hex.coords import SWAP_WORD
from ponnuki.games.hex.diagram import draw
from ponnuki.games.hex.layout import BLACK, EMPTY, WHITE
from ponnuki.games.hex.rules import Rules
from ponnuki.gtp.wire import SyntaxFault, parse_int

if TYPE_CHECKING:
    from ponnuki.games.hex.position import Position
    from ponnuki.games.hex.record import GameRecord

TABLE = Table(COMMON)
GTP_COLORS: dict[Color, str] = {"b": "black", "w": "white"}
HELP = """\
d4        play at d4                  swap      take over the first stone, if the rules allow it
undo      take back your last move    hint      what the engine would play for you
resign    give up                     save F    write the game to F as SGF
quit      leave (also the end of input)"""
DISCS = {EMPTY: "·", BLACK: "●", WHITE: "○"}
GEOMETRY = "hex"
"""What GoGui calls boards of hexagons."""
ANALYZE_COMMANDS = (
    "param/Game/param_game",
    "param/Search/param_mohex",
    "string/Final Score/final_score",
    "string/Who Wins/dfs-solve-state %c",
    "plist/Winning Moves/dfs-solver-find-winning %c",
    "plist/All Legal Moves/all_legal_moves",
    "varc/Best Move/reg_genmove %c",
)
"""What HexGui offers in its menu."""
GOGUI_COMMANDS = (
    "gfx/Search/ponnuki-search",
    "string/Winner/final_score",
    "none/Swap/swap",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
    "param/Settings/ponnuki-params",
)
MOHEX_NAMES = {"max_games": "simulations", "max_time": "time", "num_threads": "threads", "ponder": "ponder"}
"""Settings of MoHex, and what they are called here."""


def position_of(session: Session) -> "Position":
    """The board now."""
    return cast("Position", session.position)


# ---- the game -----------------------------------------------------------------------------------------------------


@TABLE.command("boardsize", usage="SIZE [HEIGHT] [GEOMETRY]", quick=True)
def _boardsize(call: Call) -> str:
    """Cells of a side, once or as width and height, and as `gogui-rules_board_size` has them."""
    size, more = parse_int(call.arguments[0]), call.arguments[1:]
    if more[1:] not in ((), (GEOMETRY,)):
        raise SyntaxFault(f"boardsize SIZE, or WIDTH HEIGHT [{GEOMETRY}]")
    if more and parse_int(more[0]) != size:
        raise BadInput("unacceptable size")
    restart(call, size)
    return ""


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


@TABLE.command("play-game", usage="[VERTEX] [...]")
def _play_game(call: Call) -> str:
    """A game from its first move, Black and White in turns; all of it, or nothing."""
    game = Game.new(call.session.kit, call.session.size, call.session.rules)
    for word in call.arguments:
        color = game.position.to_move
        game = game.play(color, move_of(call, color, word))
    call.session.take_up(game)
    return ""


@TABLE.command("all_legal_moves", usage="[COLOR]")
def _all_legal_moves(call: Call) -> str:
    return " ".join(call.session.write(move) for move in call.session.position.legal_moves())


@TABLE.command("final_score")
def _final_score(call: Call) -> str:
    winner = position_of(call.session).winner
    return "cannot score" if winner is None else f"{winner.upper()}+"


@TABLE.command("dfs-solve-state", usage="[COLOR]")
def _solve_state(call: Call) -> str:
    """Who wins, by proof, if a colour is to move; small boards only."""
    from ponnuki.knowledge.hex_solver import solve

    return GTP_COLORS[solve(position_of(call.session), _mover(call)).winner]


@TABLE.command("dfs-solver-find-winning", usage="[COLOR]")
def _find_winning(call: Call) -> str:
    """The moves with which a colour wins, by proof; small boards only."""
    from ponnuki.knowledge.hex_solver import winning_moves

    return " ".join(call.session.write(move) for move in winning_moves(position_of(call.session), _mover(call)))


def _mover(call: Call) -> Color:
    return call.color() if call.arguments else call.session.position.to_move


@TABLE.command("hex_coordinates", usage="[NAME]", quick=True)
def _hex_coordinates(call: Call) -> str:
    if not call.arguments:
        return call.session.coordinates
    name, known = call.arguments[0].lower(), call.session.kit.coordinates
    if name not in known:
        raise BadInput(unknown("coordinates", name, known))
    call.session.coordinates = name
    return ""


# ---- settings -----------------------------------------------------------------------------------------------------


@TABLE.command("param_game", usage="[NAME] [VALUE]")
def _param_game(call: Call) -> str:
    """Whether there is a swap: `allow_swap 0` or `1`, for this game and those to come."""
    session, words = call.session, call.arguments
    if not words:
        return f"\n[bool] allow_swap {int(session.rules.swap)}"
    if words[0] != "allow_swap":
        raise BadInput(unknown("parameter", words[0], {"allow_swap": None}))
    if words[1:] not in (("0",), ("1",)):
        raise SyntaxFault("param_game allow_swap 0 or 1")
    rules = Rules(words[1] == "1")
    game = Game.new(session.kit, session.size, rules)
    for color, move in session.game.moves:
        game = game.play(color, move)
    session.set_rules(rules, game)
    return ""


@TABLE.command("param_mohex", usage="[NAME] [VALUE]", quick=True)
def _param_mohex(call: Call) -> str:
    """What `ponnuki-params` has, under the names of MoHex; settings that only MoHex has are refused."""
    session, words = call.session, call.arguments
    if not words:
        shown = [(PARAMETERS[ours], name) for name, ours in MOHEX_NAMES.items()]
        return "\n" + "\n".join(f"[{one.kind}] {name} {one.show(session)}" for one, name in shown)
    if words[0] not in MOHEX_NAMES:
        raise BadInput(unknown("parameter", words[0], MOHEX_NAMES))
    if len(words) == 1:
        raise SyntaxFault("param_mohex NAME VALUE")
    PARAMETERS[MOHEX_NAMES[words[0]]].set(session, words[1])
    return ""


@TABLE.command("hexgui-analyze_commands", quick=True)
def _hexgui_commands(call: Call) -> str:
    return "\n".join(ANALYZE_COMMANDS)


# ---- GoGui --------------------------------------------------------------------------------------------------------


@TABLE.command("gogui-rules_game_id", quick=True)
def _game_id(call: Call) -> str:
    return "Hex"


@TABLE.command("gogui-rules_board_size", quick=True)
def _rules_board_size(call: Call) -> str:
    return f"{call.session.size} {call.session.size} {GEOMETRY}"


@TABLE.command("gogui-rules_board")
def _rules_board(call: Call) -> str:
    """Row by row, the one that GoGui has above first: our row 1."""
    return "\n" + "\n".join(" ".join(row) for row in position_of(call.session).rows())


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
    return "\n".join(GOGUI_COMMANDS)


# ---- the part -----------------------------------------------------------------------------------------------------


class HexPart(EnginePart):
    """What Hex adds."""

    help = HELP

    def commands(self) -> Table:
        """All commands of a session."""
        return TABLE

    def record(self, session: Session) -> "GameRecord":
        """The game so far, under the rules that it began with."""
        from ponnuki.games.hex.record import GameRecord

        position = position_of(session)
        result = "" if position.winner is None else f"{position.winner.upper()}+"
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
        """Who has won."""
        return [f"The game is over: {position_of(session).state}."]


PART = HexPart()
