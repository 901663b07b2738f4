"""What GoGui shows of Go: who owns what, which stones are dead, the score, capturing races."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from ponnuki.engine.table import Call, Table
from ponnuki.engine.thinker import Ownership

if TYPE_CHECKING:
    from ponnuki.games.go.position import Position
    from ponnuki.knowledge.semeai import Semeai

TABLE = Table()
ANALYZE_COMMANDS = (
    "gfx/Search/ponnuki-search",
    "dboard/Ownership/ponnuki-ownership",
    "gfx/Semeai/ponnuki-semeai",
    "plist/Dead Stones/final_status_list dead",
    "plist/Alive Stones/final_status_list alive",
    "plist/Seki Stones/final_status_list seki",
    "string/Final Score/final_score",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
    "param/Settings/ponnuki-params",
)


@TABLE.command("gogui-analyze_commands", quick=True)
def _analyze_commands(call: Call) -> str:
    return "\n".join(ANALYZE_COMMANDS)


@TABLE.command("ponnuki-ownership")
def _ownership(call: Call) -> str:
    return ownership_rows(call.session.player_for(call.session.position.to_move).ownership())


@TABLE.command("ponnuki-semeai")
def _semeai(call: Call) -> str:
    from ponnuki.knowledge.semeai import semeais

    return semeai_graphics(semeais(cast("Position", call.session.position)))


def semeai_graphics(races: "Sequence[Semeai]") -> str:
    """Triangles on Black's chains, squares on White's, circles on necessary moves, and a line for each race."""
    marks = {
        "TRIANGLE": {stone for race in races for stone in race.black},
        "SQUARE": {stone for race in races for stone in race.white},
        "CIRCLE": {move for race in races for moves in race.necessary.values() for move in moves},
    }
    lines = [f"{kind} {' '.join(sorted(points))}" for kind, points in marks.items() if points]
    said = "; ".join(
        f"{race.black[0]} against {race.white[0]}: Black first {race.black_first}, White first {race.white_first}"
        for race in races
    )
    return "\n".join([*lines, f"TEXT {said or 'no capturing races'}"])


def ownership_rows(ownership: Ownership) -> str:
    """Ownership as GoGui's `dboard`: one line for each row, the top one first."""
    return "\n".join(" ".join(f"{value:.3f}" for value in row) for row in ownership[::-1])
