"""Chess, as the rest of the program asks for it: rules, PGN and EPD by python-chess, played by UCI programs.

No program of ours plays it, so there is no search, no GTP engine and no shape. python-chess is an extra (GPL-3), so it
is imported when a position is first asked for.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ponnuki.errors import BadInput
from ponnuki.games.chess.rules import RULE_NAMES, SIZE, Rules
from ponnuki.games.svg import Palette
from ponnuki.players.kit import Judgement, Kit
from ponnuki.players.program import Program
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from ponnuki.games.chess.position import Position
    from ponnuki.games.chess.record import GameRecord

MISSING = "chess needs python-chess: pip install 'ponnuki[chess]'"
LONGEST = 1000
"""Moves of both sides; most games between programs end within 300 (a guess)."""


class ChessKit(Kit["Position"]):
    """White begins; checkmate wins."""

    name = "chess"
    title = "chess"
    sizes = (SIZE, SIZE)
    default_size = SIZE
    first_player = "w"
    rule_names = RULE_NAMES
    programs: ClassVar[Mapping[str, Program]] = {}
    protocols = ("uci",)
    extra = "chess"
    pair_variance = 0.0324
    """Of pairs between engines of about the same strength: many draws."""

    def load(self) -> None:
        """Import python-chess, or say how to get it."""
        try:
            import chess  # noqa: F401
        except ImportError:
            raise BadInput(MISSING) from None

    def start(self, size: int, rules: Rules) -> "Position":
        """The usual first position."""
        self.load()
        from ponnuki.games.chess.position import Position

        return Position.first(rules)

    def set_up(self, text: str, rules: Rules) -> "Position":
        """A position by its FEN."""
        self.load()
        from ponnuki.games.chess.position import Position

        return Position.from_fen(text, rules)

    def longest_game(self, size: int) -> int:
        """Rules end every game, but not soon."""
        return LONGEST

    def player(self, spec: PlayerSpec) -> Any:
        """There is none; a spec of one is refused before."""
        raise BadInput(self.no_program)

    def as_it_stands(self, position: "Position", komi: float) -> Judgement:
        """Who has given mate; nobody, if it is not over or a draw."""
        if position.winner is None:
            return Judgement(0.0, position.end or "as it stands")
        return Judgement(1.0 if position.winner == "b" else -1.0, "checkmate", f"{position.winner.upper()}+checkmate")

    def empty_record(self, position: "Position", rules: Rules, komi: float) -> "GameRecord":
        """From the first position of the game, which need not be the usual one."""
        from ponnuki.games.chess.record import GameRecord

        return GameRecord(position.start)

    def read_record(self, path: Path) -> "GameRecord":
        """The first game in a PGN file."""
        self.load()
        from ponnuki.games.chess.record import read_games

        found = next(read_games(path, Rules()), None)
        if found is None or not found.moves:  # any text is a game without moves to python-chess
            raise BadInput(f"{path}: no game in it")
        return found

    def picture(self, position: "Position", title: str, colours: Palette) -> str:
        """The board with its pieces, White below, and where the last move went."""
        from ponnuki.games.chess.picture import draw

        return draw(position, title, colours)

    def openings_in(self, path: Path, rules: Rules) -> list[tuple[str, ...]] | None:
        """Positions in an EPD or FEN file, games in a PGN file."""
        self.load()
        from ponnuki.games.chess.openings import read_openings

        return read_openings(path, rules)

    def named_openings(self, name: str) -> list[tuple[str, ...]] | None:
        """`chess960` stands for the 960 first positions."""
        self.load()
        from ponnuki.games.chess.openings import all_chess960

        return all_chess960() if name == "chess960" else None


KIT = ChessKit()
