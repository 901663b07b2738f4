"""Go, as the rest of the program asks for it.

What needs compiled code is imported by the methods that use it: a GTP engine names itself, and options are checked,
before any of it is loaded.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ponnuki.errors import BadInput
from ponnuki.games.common import Color
from ponnuki.games.go.grid import go_grid
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE, RULE_NAMES, Rules
from ponnuki.games.grid import Grid
from ponnuki.kits.go_vertices import is_vertex, parse_vertex
from ponnuki.knowledge.atlas.names import content_of
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.go_programs import LEARNED, PROGRAMS
from ponnuki.players.kit import Coordinates, Judgement, Kit, Reference
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

if TYPE_CHECKING:
    from ponnuki.games.go.position import Position
    from ponnuki.games.go.record import GameRecord
    from ponnuki.kits.go_atlas import GoAtlas
    from ponnuki.kits.go_gtp import GoPart
    from ponnuki.knowledge.semeai import Semeai
    from ponnuki.players.game_player import GamePlayer
    from ponnuki.players.go import GoPlayer

VERTICES = Coordinates(parse_vertex, lambda move, size: move)
KEPT_AFTER = 200
"""Simulations after which the tree below the best move is worth keeping."""
REFERENCE_WORK = 400_000
"""Simulations times points that OpenSpiel's search makes in a second or two: it is slow on large boards."""


class GoKit(Kit["Position"]):
    """Go by area scoring; Black begins, two passes end the game."""

    name = "go"
    title = "Go"
    sizes = (MIN_SIZE, MAX_SIZE)
    rule_names = RULE_NAMES
    programs = PROGRAMS
    neighbourhood = NEIGHBOURHOOD
    has_komi = True
    resumable = True
    coordinates: ClassVar[Mapping[str, Coordinates]] = {"classic": VERTICES, "gogui": VERTICES}

    def start(self, size: int, rules: Rules) -> "Position":
        """The empty board."""
        from ponnuki.games.go.position import Position

        return Position.empty(size, rules)

    def with_turn(self, position: "Position", color: Color) -> "Position":
        """The board alone, without the history that superko forbids: a move found here may turn out illegal."""
        from ponnuki.games.go.position import Position

        records = position.records
        records[0].ko = 0
        return Position(records, position.size, color, position.rules)

    def most_handicap(self, size: int) -> int:
        """As many as GTP has fixed places for."""
        from ponnuki.kits.go_gtp.handicap import most_fixed

        return most_fixed(size)

    def with_handicap(self, size: int, rules: Rules, stones: int) -> "Position":
        """The stones where GTP puts them."""
        from ponnuki.games.go.position import Position
        from ponnuki.kits.go_gtp.handicap import fixed_stones

        most = self.most_handicap(size)
        if not 2 <= stones <= most:
            words = f"it must be from 2 to {most}" if most else "the board is too small for one"
            raise BadInput(f"handicap is {stones}: {words}")
        black = set(fixed_stones(size, stones))
        rows = ["".join("X" if (row, column) in black else "." for column in range(size)) for row in range(size)]
        return Position.from_rows(rows[::-1], "w", rules)

    # ---- players ------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """The player imports all kernels."""
        from ponnuki.players import go  # noqa: F401

    def player(self, spec: PlayerSpec) -> "GoPlayer":
        """A spec brought to life."""
        from ponnuki.players.go import GoPlayer

        return GoPlayer(spec)

    def warm(self, spec: PlayerSpec) -> None:
        """Compile the kernels of a search whose tree is kept, and of the end of the game."""
        player, position = self.player(spec), self.first_position(spec)
        player.set_position(position, spec.komi)
        best = player.search(Limit(simulations=KEPT_AFTER, early_stop=False), most=1).best.move
        player.set_position(position.play(best), spec.komi)
        for move in (position.legal_moves()[0], "pass"):
            position = position.play(move)
            player.set_position(position, spec.komi)
            player.choose(Limit(simulations=1))
        player.final_score()
        player.close()

    def all_shapes(self, spec: PlayerSpec) -> tuple[Shape, ...]:
        """Those of the spec, and those that campaigns have brought, unless the spec gives them another bias."""
        if not spec.prior_weights().learned:
            return spec.shapes
        own = {shape.mask for shape in spec.shapes}
        return (*(shape for shape in LEARNED if shape.mask not in own), *spec.shapes)

    def contents(self, spec: PlayerSpec) -> Mapping[str, str]:
        """What is in the atlas that it uses, if it does and the name does not say that."""
        name = spec.prior_weights().atlas
        content = content_of(name) if name else ""
        return {"atlas": content} if content else {}

    def ranges(self, spec: PlayerSpec) -> Mapping[str, tuple[float, float]]:
        """Rules of the playouts, and how far the move predictor is believed, where it is asked."""
        playouts = {"playout.mercy": (0.1, 0.9), "playout.capture": (1, 20)}
        return playouts | ({"priors.moves": (5.0, 500.0), "priors.passing": (1.0, 200.0)} if _predicts(spec) else {})

    def reply_move(self, word: str) -> str | None:
        """A vertex in capitals, "pass" or "resign"."""
        if word.lower() in ("resign", "pass"):
            return word.lower()
        return word.upper() if is_vertex(word) else None

    # ---- the end of a game --------------------------------------------------------------------------------------

    def as_it_stands(self, position: "Position", komi: float) -> Judgement:
        """By area, every stone alive."""
        from ponnuki.kits.go_judge import as_it_stands

        return as_it_stands(position, komi)

    def judge(self, position: "Position", komi: float, black: "GamePlayer", white: "GamePlayer") -> Judgement:
        """By area, without the stones that both players call dead, if one of them is another program."""
        from ponnuki.kits.go_judge import judge

        return judge(position, komi, black, white)

    def warm_judge(self, size: int) -> None:
        """Compile scoring."""
        self.start(size, Rules()).play("A1").score()

    # ---- records and openings -----------------------------------------------------------------------------------

    def empty_record(self, position: "Position", rules: Rules, komi: float) -> "GameRecord":
        """For a game from the empty board."""
        from ponnuki.games.go.record import GameRecord

        return GameRecord(size=position.size, komi=komi, rules=rules)

    def read_record(self, path: Path) -> "GameRecord":
        """The game in a file."""
        from ponnuki.games.go.record import read_sgf_file

        return read_sgf_file(path)

    def opening(self, path: Path, size: int) -> tuple[str, ...]:
        """The moves of a game in a file, to begin other games with."""
        record = self.read_record(path)
        if record.size != size:
            raise BadInput(f"{path}: a game on {record.size}x{record.size}, but the match is on size {size}")
        if record.setup or any(color != "bw"[number % 2] for number, (color, _) in enumerate(record.moves)):
            raise BadInput(f"{path}: an opening starts on the empty board, and Black and White take turns")
        return tuple(move for _, move in record.moves)

    # ---- what else is made of it --------------------------------------------------------------------------------

    def grid(self, size: int) -> Grid:
        """Crossing lines with stars."""
        return go_grid(size)

    def engine_part(self) -> "GoPart":
        """Handicap, scores, dead stones, KGS, analysis with ownership."""
        from ponnuki.kits.go_gtp import PART

        return PART

    def open_spiel(self, size: int, komi: float) -> Reference:
        """Its rules are the same."""
        return Reference("go", {"board_size": size, "komi": komi}, REFERENCE_WORK // size**2)

    def semeais(self, position: "Position", everything: bool = False) -> "list[Semeai]":
        """As the solver finds them."""
        from ponnuki.knowledge.semeai import semeais

        return semeais(position, everything=everything)

    def semeai_jobs(self) -> Mapping[str, Callable[[int], int]]:
        """On 19x19: a board without races, and one with a race that counting decides."""
        from ponnuki.kits.go_semeai import jobs

        return jobs()

    def atlas(self) -> "GoAtlas":
        """Tables of shapes and replies."""
        from ponnuki.kits.go_atlas import ATLAS

        return ATLAS

    def sample_playouts(self, size: int, count: int, seed: int) -> Mapping[str, float]:
        """Light playouts from the empty board."""
        from ponnuki.policies import go_light

        return asdict(go_light.sample(size, count, seed))


def _predicts(spec: PlayerSpec) -> bool:
    return bool(spec.prior_weights().moves)


KIT = GoKit()
