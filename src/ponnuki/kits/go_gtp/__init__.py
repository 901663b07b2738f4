"""What Go adds to the GTP engine: handicap, KGS, CGOS, scores and dead stones, files with set-up stones, its board.

Compiled code is imported by the functions that need it: the engine has answered its first commands by then.
"""

from typing import TYPE_CHECKING, cast

from rich.text import Text

from ponnuki.engine.commands import ANY_GAME
from ponnuki.engine.part import EnginePart
from ponnuki.engine.session import Session
from ponnuki.engine.table import Table
from ponnuki.games.common import GamePosition
from ponnuki.games.go.coords import LETTERS, from_gtp
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.kits.go_gtp import cgos, files, gogui, handicap, kgs, scoring
from ponnuki.kits.go_gtp.scoring import format_score

if TYPE_CHECKING:
    from ponnuki.games.go.position import Position
    from ponnuki.games.go.record import GameRecord

COMMANDS = Table(ANY_GAME, cgos.TABLE, handicap.TABLE, kgs.TABLE, scoring.TABLE, files.TABLE, gogui.TABLE)
DISCS = {EMPTY: "·", BLACK: "●", WHITE: "○"}
HELP = """\
D4        play at D4                  pass      pass
undo      take back your last move    hint      what the engine would play for you
score     the engine's idea of it     save F    write the game to F as SGF
resign    give up                     quit      leave (also the end of input)"""


class GoPart(EnginePart):
    """What Go adds."""

    help = HELP

    def commands(self) -> Table:
        """All commands of a session."""
        return COMMANDS

    def record(self, session: Session) -> "GameRecord":
        """The game so far."""
        return files.record_of(session)

    def title(self, session: Session) -> str:
        """The board and komi."""
        return f"Go on {session.size}x{session.size}, komi {session.komi:g}"

    def example(self, session: Session) -> str:
        """A vertex."""
        return "D4"

    def picture(self, position: GamePosition) -> Text:
        """Discs on a grid."""
        return board_text(cast("Position", position))

    def score(self, session: Session) -> str:
        """As playouts see it."""
        return f"as things stand: {format_score(session.player_for(session.position.to_move).final_score())}"

    def ending(self, session: Session) -> list[str]:
        """The dead stones and the score."""
        player = session.player_for(session.position.to_move)
        dead = [stone for chain in player.final_status().get("dead", []) for stone in chain]
        score = f"The game is over: {format_score(player.final_score())}"
        return [f"dead stones: {' '.join(dead)}", score] if dead else [score]


def board_text(position: "Position") -> Text:
    """A board with coordinates, stones as discs, the last move in brackets."""
    colors, size = position.colors(), position.size
    last = from_gtp(position.last_move, size) if position.last_move else None
    header = "    " + " ".join(LETTERS[:size])
    text = Text(f"{header}\n", style="dim")
    for row in range(size - 1, -1, -1):
        text.append(f"{row + 1:3d}", style="dim")
        for column in range(size):
            stone = int(colors[row, column])
            before = "(" if (row, column) == last else ")" if (row, column - 1) == last else " "
            text.append(before)
            text.append(DISCS[stone], style="dim" if stone == EMPTY else "bold")
        text.append(")" if (row, size - 1) == last else " ")
        text.append(f"{row + 1}\n", style="dim")
    return text.append(header, style="dim")


PART = GoPart()
