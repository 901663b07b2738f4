"""A kit says everything about a game that the rest of the program asks of it; no other code asks which game it is.

A package brings a game by an entry point of the group `ponnuki.games` that names its kit:

    [project.entry-points."ponnuki.games"]
    go = "ponnuki.kits.go:KIT"

`find_kit` imports a kit when its game is first asked for; `docs/adding-a-game.md` shows a whole one. What has a default
here may be left alone: a game then has one kind of rules, no komi, no shapes, and records with cells as words.
"""

import functools
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import COLOR_NAMES, Color, IllegalMove
from ponnuki.games.game_record import AnyPosition, PlayedRecord
from ponnuki.games.grid import Grid
from ponnuki.games.neighbourhood import Neighbourhood
from ponnuki.games.plain_record import PlainRecord, read_plain_record
from ponnuki.games.svg import Palette
from ponnuki.knowledge.shapes import Shape
from ponnuki.search.limits import Limit

if TYPE_CHECKING:
    from ponnuki.players.game_player import GamePlayer
    from ponnuki.players.program import Program
    from ponnuki.players.searcher import Searcher
    from ponnuki.players.spec import AnySpec, PlayerSpec

GROUP = "ponnuki.games"
DEFAULT_GAME = "go"
"""What is played where nobody says what."""
DEFAULT_RULES = "Chinese"
"""What a spec says that says nothing of rules. In every game it stands for that game's own default: stored runs and the
digests of players have it so."""
LONGEST = 4
"""Moves by points of the board before a game is stopped and scored."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A way to write moves. `read` gives a move as positions know it, or raises `SyntaxFault` or `OffBoard`."""

    read: Callable[[str, int], str]
    write: Callable[[str, int], str]


AS_THEY_ARE = Coordinates(lambda word, size: word, lambda move, size: move)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Black's points minus White's minus komi, or just who has won as +1, 0 or -1; and how that was found."""

    score: float
    how: str
    words: str = ""
    """The result where it is not a number of points."""

    @property
    def result(self) -> str:
        """The result as SGF writes it."""
        if self.words:
            return self.words
        if self.score == 0:
            return "0"
        return f"{'B' if self.score > 0 else 'W'}+{abs(self.score):g}"


@dataclass(frozen=True, slots=True)
class Reference:
    """The same game in OpenSpiel, for benchmarks."""

    name: str
    parameters: Mapping[str, Any]
    most: int | None = None
    """Simulations that its search makes in a second or two, where that is fewer than a benchmark asks for."""


class Kit(ABC, Generic[AnyPosition]):
    """Everything that is asked of one game."""

    name: ClassVar[str]
    """What specs and options call it: the name of its entry point."""
    title: ClassVar[str]
    """What texts call it."""
    sizes: ClassVar[tuple[int, int]]
    """The smallest and the largest board."""
    default_size: ClassVar[int] = 9
    first_player: ClassVar[Color] = "b"
    rule_names: ClassVar[Mapping[str, Any]] = {"standard": None}
    """Rules by name, the default first; what a value is, only the game knows."""
    programs: ClassVar["Mapping[str, Program]"]
    """What specs start from; there must be one called "default", or none at all where no program of ours plays."""
    protocols: ClassVar[tuple[str, ...]] = ("gtp",)
    """What other programs of the game speak: gtp, uci."""
    extra: ClassVar[str] = ""
    """The extra by which pip installs the package that the game needs, called the same; "" where it needs none."""
    pair_variance: ClassVar[float] = 0.125
    """Variance of a pair's mean result that races expect before the first trial; games with many draws have less."""
    plain_playouts: ClassVar[str] = "light"
    """What playouts without settings are called."""
    neighbourhood: ClassVar[Neighbourhood | None] = None
    """The surroundings of a point; None for a game without shapes."""
    has_komi: ClassVar[bool] = False
    """Whether games end with a score, which a number of points for White evens out and a referee can count."""
    resumable: ClassVar[bool] = False
    """Whether a game that passes have ended may be taken up again before them."""
    coordinates: ClassVar[Mapping[str, Coordinates]] = {"classic": AS_THEY_ARE}
    """How controllers may write moves, the default first."""

    # ---- rules and positions ------------------------------------------------------------------------------------

    def check_size(self, size: int) -> None:
        """Refuse a size that no board has."""
        smallest, largest = self.sizes
        if size < smallest:
            raise BadInput(f"size: Input should be greater than or equal to {smallest}")
        if size > largest:
            raise BadInput(f"size: Input should be less than or equal to {largest}")

    def rules(self, name: str) -> Any:
        """The rules of a name, in capitals or not."""
        by_name = {known.lower(): rules for known, rules in self.rule_names.items()}
        if name.lower() not in by_name:
            if name.lower() != DEFAULT_RULES.lower():
                raise BadInput(unknown("rules", name, self.rule_names))
            name = next(iter(self.rule_names))
        return by_name[name.lower()]

    @abstractmethod
    def start(self, size: int, rules: Any) -> AnyPosition:
        """The position before the first move."""

    def first_position(self, spec: "AnySpec") -> AnyPosition:
        """The position before the first move of a player's games."""
        return self.start(spec.size, self.rules(spec.rules))

    def with_turn(self, position: AnyPosition, color: Color) -> AnyPosition:
        """The same board with a colour to move, for controllers that ask out of turn."""
        if position.to_move != color:
            raise IllegalMove(color, "", f"it is the turn of {COLOR_NAMES[position.to_move]}")
        return position

    def clock_points(self, size: int) -> int:
        """What a clock shares time by: a player makes about 0.3 moves for each of these in a game."""
        return size**2

    def longest_game(self, size: int) -> int:
        """Moves before a game is stopped and scored: rules end all games, but not all of them soon (a guess: games of
        programs that pass take less than 2 for each point)."""
        return LONGEST * size**2

    def most_handicap(self, size: int) -> int:
        """Stones that Black may be given before the first move; 0 where that is not done."""
        return 0

    def with_handicap(self, size: int, rules: Any, stones: int) -> AnyPosition:
        """The position with so many stones of Black's, from 2 on, and White to move."""
        raise BadInput(f"there is no handicap in {self.title}")

    def set_up(self, text: str, rules: Any) -> AnyPosition:
        """A position that games may begin at, as a text with spaces, such as FEN."""
        raise BadInput(f"games of {self.title} begin at the first position, not at {text!r}")

    @property
    def no_program(self) -> str:
        """What is said to whoever asks for a player of ours where there is none."""
        return f"no program of ours plays {self.title}: name another, as in {self.protocols[0]}:COMMAND"

    @property
    def surroundings(self) -> Neighbourhood:
        """The surroundings of a point; bad input in a game without shapes."""
        if self.neighbourhood is None:
            raise BadInput(f"there are no shapes in {self.title}")
        return self.neighbourhood

    # ---- players ------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Import what players and positions need, where a kit can be imported without it."""
        return

    @abstractmethod
    def player(self, spec: "PlayerSpec") -> "Searcher[AnyPosition]":
        """A spec brought to life."""

    def warm(self, spec: "PlayerSpec") -> None:
        """Compile all kernels that a player will need; one of its own does it, so that the real one starts afresh."""
        player, position = self.player(spec), self.first_position(spec)
        for _ in range(2):
            position = position.play(position.legal_moves()[0])
            player.set_position(position, spec.komi)
            player.choose(Limit(simulations=1))
        player.close()

    def all_shapes(self, spec: "PlayerSpec") -> tuple[Shape, ...]:
        """The shapes of a player: those of its spec, and what its program has learned."""
        return spec.shapes

    def contents(self, spec: "PlayerSpec") -> Mapping[str, str]:
        """What stands in files that a player's settings name: its digest has that, too."""
        return {}

    def ranges(self, spec: "PlayerSpec") -> Mapping[str, tuple[float, float]]:
        """Settings of a player's playouts and priors that can be tuned, such as `playout.mercy`, and within what."""
        return {}

    def reply_move(self, word: str) -> str | None:
        """The move, or "resign", that another GTP program has answered; None for what is no move at all."""
        return word.lower() if word.isascii() and word.isalnum() else None

    # ---- the end of a game --------------------------------------------------------------------------------------

    @abstractmethod
    def as_it_stands(self, position: AnyPosition, komi: float) -> Judgement:
        """Who has won by the board alone, whether or not the game is over."""

    def judge(self, position: AnyPosition, komi: float, black: "GamePlayer", white: "GamePlayer") -> Judgement:
        """Who has won a game that is over; the players may be asked what they think."""
        return self.as_it_stands(position, komi)

    def warm_judge(self, size: int) -> None:
        """Compile what judging a game takes."""
        return

    # ---- records and openings -----------------------------------------------------------------------------------

    def record(
        self,
        position: AnyPosition,
        rules: Any,
        komi: float,
        result: str,
        names: Mapping[Color, str],
        comments: Mapping[int, str],
    ) -> PlayedRecord[AnyPosition]:
        """The record of a game that has led to a position."""
        played: PlayedRecord[AnyPosition] = replace(
            self.empty_record(position, rules, komi),
            result=result,
            black=names.get("b", ""),
            white=names.get("w", ""),
            moves=position.history,
            comments=dict(comments),
        )
        return played

    def empty_record(self, position: AnyPosition, rules: Any, komi: float) -> Any:
        """The record of such a game before its first move: a dataclass with the fields that `record` fills in."""
        rules_name = next(name for name, known in self.rule_names.items() if known == rules)
        return PlainRecord(self.name, position.start, rules_name)

    def read_record(self, path: Path) -> PlayedRecord[AnyPosition]:
        """The game in a file."""
        return read_plain_record(
            path, self.name, lambda size, rules: self.start(size, self.rules(rules or DEFAULT_RULES))
        )

    def opening(self, path: Path, size: int) -> tuple[str, ...]:
        """The moves of a game in a file, to begin other games with."""
        record = self.read_record(path)
        start = record.start()
        if start.size != size:
            raise BadInput(f"{path}: a game on size {start.size}, but the match is on size {size}")
        order = (self.first_player, "w" if self.first_player == "b" else "b")
        if any(color != order[number % 2] for number, (color, _) in enumerate(record.moves)):
            raise BadInput(f"{path}: in an opening {COLOR_NAMES[order[0]]} begins, and Black and White take turns")
        return tuple(move for _, move in record.moves)

    def openings_in(self, path: Path, rules: Any) -> list[tuple[str, ...]] | None:
        """The openings in a file of a kind that only this game has, such as EPD; None for any other. What does not
        begin at the first position has the text of its own before its moves (`set_up`)."""
        return None

    def named_openings(self, name: str) -> list[tuple[str, ...]] | None:
        """Openings that the game knows by a name; None where there are none of that name."""
        return None

    # ---- what else is made of it --------------------------------------------------------------------------------

    def grid(self, size: int) -> Grid | None:
        """Where the points of a board are drawn; None for a game whose boards are shown as text."""
        return None

    def picture(self, position: AnyPosition, title: str, colours: Palette) -> str | None:
        """A position as SVG where a board needs more than stones; None for a game with a grid, or shown as text."""
        return None

    def engine_part(self) -> Any:
        """What the game adds to the GTP engine, an `engine.part.EnginePart`; None for nothing."""
        return None

    def open_spiel(self, size: int, komi: float) -> Reference | None:
        """How OpenSpiel calls the game; None if it does not have it."""
        return None

    def semeais(self, position: AnyPosition, everything: bool = False) -> list[Any]:
        """The capturing races of a position, or all chains that touch; each has `draw`, `describe` and `to_json`."""
        raise BadInput(f"there are no capturing races in {self.title}")

    def semeai_jobs(self) -> Mapping[str, Callable[[int], int]]:
        """What a benchmark of them times, each so many times: `quiet`, `counted` and `searched` boards."""
        raise BadInput(f"there are no capturing races in {self.title}")

    def atlas(self) -> Any:
        """What makes, scores and shows tables of surroundings from games: `read`, `build`, `score`, `load`, `show`."""
        raise BadInput(f"there is no atlas of {self.title}")

    def sample_playouts(self, size: int, count: int, seed: int) -> Mapping[str, float]:
        """Make plain playouts from the start, for benchmarks: `playouts`, their `mean_length` and `mean_score`."""
        raise BadInput(f"there is no benchmark of playouts in {self.title}")


def find_kit(name: str) -> Kit[Any]:
    """The kit of a game; bad input if no package brings such a game, or its kit cannot be used."""
    found = _entries()
    if name not in found:
        raise BadInput(unknown("game", name, found))
    return _load(name)


def kit_names() -> list[str]:
    """The games that there are, whether or not their kits can be used."""
    return list(_entries())


def all_kits() -> Iterator[Kit[Any]]:
    """All kits that can be used; for any other, a warning."""
    for name in kit_names():
        try:
            yield find_kit(name)
        except BadInput as error:
            _log.warning("%s", error)


@functools.cache
def _entries() -> dict[str, list[EntryPoint]]:
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        found.setdefault(entry.name, []).append(entry)
    return found


@functools.cache
def _load(name: str) -> Kit[Any]:
    entries = _entries()[name]
    packages = " and ".join(entry.dist.name if entry.dist else entry.module for entry in entries)
    if len(entries) > 1:
        raise BadInput(f"game {name!r}: more than one package brings it: {packages}")
    try:
        kit = entries[0].load()
    except Exception as error:  # whatever another package's module raises
        raise BadInput(f"game {name!r} of package {packages}: {type(error).__name__}: {error}") from error
    if not isinstance(kit, Kit) or kit.name != name:
        raise BadInput(f"game {name!r} of package {packages}: {entries[0].value} is no kit of that name")
    return kit
