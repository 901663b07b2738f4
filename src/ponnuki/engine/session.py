"""What one conversation is about: a game, its komi and clock, and the player who thinks about it.

Commands change a session only through these methods. Each either does what it says or raises and changes nothing.
"""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ponnuki.engine.clock import Clock
from ponnuki.engine.game import AnyRules, Game, HavannahGame, new_game
from ponnuki.engine.thinker import OnReport, Thinker
from ponnuki.errors import BadInput
from ponnuki.games.common import Color, IllegalMove
from ponnuki.games.go.rules import Rules
from ponnuki.games.havannah.coords import CLASSIC, Codec
from ponnuki.games.havannah.layout import cell_count
from ponnuki.players.create import AnyPosition
from ponnuki.players.spec import DEFAULT_SIMS
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

ENDLESS = Limit(seconds=30 * 86_400.0, early_stop=False)
"""Analysis and pondering end when there is input."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a session starts with. `simulations` and `seconds` limit each move; a clock limits it further."""

    size: int = 9
    komi: float = 7.5
    rules: AnyRules = field(default_factory=Rules)
    """Those of Havannah make it a session of Havannah."""
    simulations: int | None = None
    seconds: float | None = None
    ponder: bool = False
    description: str = ""
    coordinates: Codec = CLASSIC
    """How cells of Havannah are called."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The last move that was generated, and the search behind it."""

    color: Color
    move: str
    value: float
    report: SearchReport | None


@dataclass(frozen=True, slots=True)
class Watch:
    """How a search is followed: what stops it, and who hears of it how often."""

    stop: threading.Event | None = None
    on_report: OnReport | None = None
    every: float = 0.1


class Session:
    """One conversation. `make_player` is called once for each board size in use."""

    def __init__(self, settings: Settings, make_player: Callable[[int], Thinker]) -> None:
        self.settings = settings
        self.rules: AnyRules = settings.rules
        self.coordinates = settings.coordinates
        self.komi = settings.komi
        self.ponder = settings.ponder
        self.live_graphics = False
        self.clock = Clock()
        self.game = new_game(settings.size, settings.rules)
        self.thought: Thought | None = None
        self._make_player = make_player
        self._player: Thinker | None = None
        self._player_size = 0
        self._prepare(settings.size)

    # ---- the board --------------------------------------------------------------------------------------------

    @property
    def position(self) -> AnyPosition:
        """The board now."""
        return self.game.position

    @property
    def is_havannah(self) -> bool:
        """Whether the game is Havannah, not Go."""
        return isinstance(self.game, HavannahGame)

    @property
    def go_rules(self) -> Rules:
        """The rules of a game of Go."""
        assert isinstance(self.rules, Rules)
        return self.rules

    @property
    def points(self) -> int:
        """What the clock shares time by: points of the board. Games of Havannah last half as long for their cells
        (people's on LittleGolem end when 16 to 40 % are filled)."""
        return cell_count(self.size) // 2 if self.is_havannah else self.size**2

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self.position.size

    def restart(self, size: int | None = None) -> None:
        """An empty board, of another size if given."""
        self.take_up(new_game(size or self.size, self.rules))

    def take_up(self, game: Game, komi: float | None = None) -> None:
        """Go on with another game, its clock full, and with a player for its size."""
        self._prepare(game.position.size)
        self.game = game
        self.komi = self.komi if komi is None else komi
        self.thought = None
        self.clock.restart()

    def play(self, color: Color, move: str) -> None:
        """A move that somebody made."""
        self.game = self.game.play(color, move)

    def undo(self, count: int = 1) -> None:
        """Take moves back."""
        game = self.game.undo(count)
        if game is None:
            raise BadInput("cannot undo")
        self.game = game
        self.thought = None

    def set_rules(self, rules: Rules) -> None:
        """Other rules, for this game too if its moves allow it."""
        try:
            self.game = self.game.under(rules)
        except IllegalMove as error:
            raise BadInput(f"the game breaks these rules: {error}") from None
        self.rules = rules

    # ---- thinking ---------------------------------------------------------------------------------------------

    def player_for(self, color: Color) -> Thinker:
        """The player, set to the board as it is with a colour to move."""
        player = self._prepare(self.size)
        player.set_position(self.game.position_for(color), self.komi)
        return player

    def _prepare(self, size: int) -> Thinker:
        """A player for a board size, made before a clock can run."""
        if self._player is None or self._player_size != size:
            self.close()
            self._player, self._player_size = self._make_player(size), size
        return self._player

    @property
    def player(self) -> Thinker:
        """The player as it is, at the board it was last asked about."""
        return self._prepare(self.size)

    def limit(self, color: Color) -> Limit:
        """How long to think about a move: what the settings and the clock allow, whichever ends first."""
        played = sum(turn.color == color for turn in self.game.turns)
        budget = self.clock.budget(color, self.points, played)
        seconds = min((s for s in (self.settings.seconds, budget) if s is not None), default=None)
        if self.settings.simulations is None and seconds is None:
            return Limit(simulations=DEFAULT_SIMS)
        return Limit(simulations=self.settings.simulations, seconds=seconds)

    def generate(
        self,
        color: Color,
        *,
        stop: threading.Event | None = None,
        on_report: OnReport | None = None,
        every: float = 0.1,
        cleanup: bool = False,
        allowed: Collection[str] | None = None,
    ) -> Thought:
        """Find a move, play it and take its time off the clock. "resign" leaves the board as it is."""
        began = time.monotonic()
        thought, game = self._find(color, Watch(stop, on_report, every), cleanup, allowed)
        self.game, self.thought = game, thought
        self.clock.spend(color, time.monotonic() - began)
        return thought

    def suggest(
        self, color: Color, stop: threading.Event | None = None, allowed: Collection[str] | None = None
    ) -> Thought:
        """Find a move and leave the board and the clock alone."""
        return self._find(color, Watch(stop), False, allowed)[0]

    def _find(self, color: Color, watch: Watch, cleanup: bool, allowed: Collection[str] | None) -> tuple[Thought, Game]:
        limit, player, stop = self.limit(color), self.player_for(color), watch.stop
        if allowed is not None:
            report = player.search(limit, stop=stop, on_report=watch.on_report, every=watch.every, allowed=allowed)
            game, move = self._first_legal(color, report.best.move, report)
            return Thought(color, move, report.value, report), game
        choice = player.choose(limit, stop=stop, on_report=watch.on_report, every=watch.every, cleanup=cleanup)
        game, move = self._first_legal(color, choice.move, choice.report)
        return Thought(color, move, choice.value, choice.report), game

    def _first_legal(self, color: Color, move: str, report: SearchReport | None) -> tuple[Game, str]:
        """The move, or the next best one: a player asked out of turn does not know what superko forbids."""
        if move == "resign":
            return self.game, move
        for candidate in (move, *(m.move for m in (report.moves if report else ()))):
            try:
                return self.game.play(color, candidate), candidate
            except IllegalMove:
                continue
        return self.game.play(color, "pass"), "pass"

    def analyze(
        self,
        color: Color,
        *,
        stop: threading.Event,
        on_report: OnReport,
        every: float,
        allowed: Collection[str] | None = None,
    ) -> SearchReport:
        """Search until `stop` is set."""
        player = self.player_for(color)
        return player.search(ENDLESS, on_report=on_report, every=every, stop=stop, allowed=allowed)

    def think_ahead(self, stop: threading.Event) -> None:
        """Ponder, if that is wanted and it is the opponent's turn after a move of ours."""
        turns = self.game.turns
        if not self.ponder or self.thought is None or not turns or self.position.is_over:
            return
        if turns[-1].color == self.thought.color:
            self.player_for(self.position.to_move).search(ENDLESS, stop=stop)

    def close(self) -> None:
        """Let the player go."""
        if self._player is not None:
            self._player.close()
            self._player = None
