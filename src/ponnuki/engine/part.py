"""What a game adds to the engine: commands of its own, records, and its words in the terminal.

A kit gives its part by `engine_part`; one that gives none gets `EnginePart` itself, which serves any game whose
positions can be printed. The engine knows parts only through this class.
"""

from typing import TYPE_CHECKING, Any

from rich.text import Text

from ponnuki.errors import BadInput
from ponnuki.games.common import GamePosition
from ponnuki.games.game_record import PlayedRecord
from ponnuki.players.kit import Kit

if TYPE_CHECKING:
    from ponnuki.engine.session import Session
    from ponnuki.engine.table import Table

HELP = """\
undo      take back your last move    hint      what the engine would play for you
resign    give up                     save F    write the game to F as SGF
quit      leave (also the end of input)"""


class EnginePart:
    """What a game adds to the engine; here, what serves a game that adds nothing."""

    help: str = HELP
    """What can be typed in the terminal."""

    def commands(self) -> "Table":
        """All commands of a session."""
        from ponnuki.engine.commands import ANY_GAME

        return ANY_GAME

    def record(self, session: "Session") -> PlayedRecord[Any]:
        """The game so far."""
        position, kit = session.position, session.kit
        result = kit.as_it_stands(position, session.komi).result if position.is_over else ""
        return kit.record(position, session.rules, session.komi, result, {}, {})

    # ---- in the terminal ----------------------------------------------------------------------------------------

    def title(self, session: "Session") -> str:
        """What is played."""
        return f"{session.kit.title} on size {session.size}"

    def example(self, session: "Session") -> str:
        """A move as it is typed."""
        return session.position.legal_moves()[0]

    def typed(self, session: "Session", text: str) -> str:
        """The move that was typed."""
        return session.read(text)

    def picture(self, position: GamePosition) -> Text:
        """The board, with the last move marked."""
        return Text(str(position))

    def score(self, session: "Session") -> str:
        """How the game stands."""
        return f"there is no score in {session.kit.title}; hint shows the engine's win rate"

    def ending(self, session: "Session") -> list[str]:
        """How a game that is over has ended, in lines."""
        return [f"The game is over: {session.kit.as_it_stands(session.position, session.komi).result}"]


_PLAIN = EnginePart()


def part_of(kit: Kit[Any]) -> EnginePart:
    """The part that a kit gives, or the plain one."""
    part = kit.engine_part()
    if part is None:
        return _PLAIN
    if not isinstance(part, EnginePart):
        raise BadInput(f"game {kit.name!r}: its engine part is no EnginePart but {type(part).__name__}")
    return part
