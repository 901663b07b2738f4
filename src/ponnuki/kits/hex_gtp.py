"""What Hex adds to the GTP engine: the commands of HexGui and MoHex, the swap, coordinates, and a board for GoGui.

HexGui and scripts that were written for MoHex find what they ask for: sizes as width and height, `final_score`,
`all_legal_moves`, `play-game`, `param_game`, `param_mohex`, the last search by `mohex-values` and `mohex-get-pv`, and
proofs on small boards by `dfs-solve-state` and `dfpn-solve-state`. GoGui draws boards of hexagons with row 1 below:
with the coordinates "gogui" rows are counted from there.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from typing import TYPE_CHECKING, cast

from ponnuki.engine.clock import TimeControl
from ponnuki.engine.commands.core import move_of, restart
from ponnuki.engine.commands.gogui import last_search
from ponnuki.engine.commands.parameters import PARAMETERS
from ponnuki.engine.commands.timing import LONGEST
from ponnuki.engine.game import Game
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call
from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import Color
from ponnuki.games.hex.diagram import draw
from ponnuki.games.hex.layout import BLACK, EMPTY, WHITE
from ponnuki.games.hex.rules import Rules
from ponnuki.gtp.wire import SyntaxFault, parse_float, parse_int
from ponnuki.kits.hexagons_gtp import GEOMETRY, GTP_COLORS, HexagonPart, new_table

if TYPE_CHECKING:
    from ponnuki.games.hex.position import Position

DISCS = {EMPTY: "·", BLACK: "●", WHITE: "○"}
ANALYZE_COMMANDS = (
    "param/Game/param_game",
    "param/Search/param_mohex",
    "string/Final Score/final_score",
    "string/Best Move/reg_genmove %m",
    "var/Expected Moves/mohex-get-pv %m",
    "pspairs/Values of Moves/mohex-values",
    "string/Who Wins/dfs-solve-state %c",
    "plist/Winning Moves/dfs-solver-find-winning %c",
    "plist/All Legal Moves/all_legal_moves",
)
"""What HexGui offers in its menu; it draws the types `plist`, `pspairs` and `var`, puts the player to move for `%m` and
the chosen colour for `%c`."""
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

TABLE = new_table("hex", "Hex", GOGUI_COMMANDS)


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


@TABLE.command("dfs-solve-state", "dfpn-solve-state", usage="[COLOR]")
def _solve_state(call: Call) -> str:
    """Who wins, by proof, if a colour is to move; small boards only."""
    from ponnuki.knowledge.hex_solver import solve

    return GTP_COLORS[solve(position_of(call.session), _mover(call)).winner]


@TABLE.command("dfs-solver-find-winning", "dfpn-solver-find-winning", usage="[COLOR]")
def _find_winning(call: Call) -> str:
    """The moves with which a colour wins, by proof; small boards only."""
    from ponnuki.knowledge.hex_solver import winning_moves

    return " ".join(call.session.write(move) for move in winning_moves(position_of(call.session), _mover(call)))


def _mover(call: Call) -> Color:
    return call.color() if call.arguments else call.session.position.to_move


# ---- the last search ----------------------------------------------------------------------------------------------


@TABLE.command("mohex-values", quick=True)
def _values(call: Call) -> str:
    """For each move of the last search its cell, and its value and visits as one word."""
    report, _ = last_search(call)
    return " ".join(f"{move.move} {move.value:.3f}@{move.visits}" for move in report.moves if move.visits)


@TABLE.command("mohex-get-pv", usage="[COLOR]", quick=True)
def _expected_moves(call: Call) -> str:
    """The moves that the last search expects, of whichever colour it was."""
    report, _ = last_search(call)
    return " ".join(report.best.variation) if report.moves else ""


# ---- settings -----------------------------------------------------------------------------------------------------


@TABLE.command("param_game", usage="[NAME] [VALUE]")
def _param_game(call: Call) -> str:
    """Whether there is a swap, for this game and those to come, and the seconds that a player has for a game."""
    session, words = call.session, call.arguments
    if not words:
        control = session.clock.control
        seconds = control.main if control.kind == "absolute" else 0.0
        return f"\n[bool] allow_swap {int(session.rules.swap)}\n[string] game_time {seconds:g}"
    if words[0] not in GAME_SETTINGS:
        raise BadInput(unknown("parameter", words[0], GAME_SETTINGS))
    if len(words) == 1:
        raise SyntaxFault("param_game NAME VALUE")
    GAME_SETTINGS[words[0]](session, words[1])
    return ""


def _allow_swap(session: Session, word: str) -> None:
    if word not in ("0", "1"):
        raise SyntaxFault("param_game allow_swap 0 or 1")
    rules = Rules(word == "1")
    game = Game.new(session.kit, session.size, rules)
    for color, move in session.game.moves:
        game = game.play(color, move)
    session.set_rules(rules, game)


def _game_time(session: Session, word: str) -> None:
    seconds = parse_float(word, 0.0, LONGEST)
    session.agree_on_time(TimeControl("absolute", seconds) if seconds else TimeControl())


GAME_SETTINGS = {"allow_swap": _allow_swap, "game_time": _game_time}
"""Settings of a game, as MoHex calls them."""


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


@TABLE.command("gogui-rules_board_size", quick=True)
def _rules_board_size(call: Call) -> str:
    return f"{call.session.size} {call.session.size} {GEOMETRY}"


@TABLE.command("gogui-rules_board")
def _rules_board(call: Call) -> str:
    """Row by row, the one that GoGui has above first: our row 1."""
    return "\n" + "\n".join(" ".join(row) for row in position_of(call.session).rows())


# ---- the part -----------------------------------------------------------------------------------------------------


class HexPart(HexagonPart):
    """What Hex adds."""


PART = HexPart(TABLE, draw, DISCS)
