"""What one conversation is about: a game, its komi and clock, and the player who thinks about it.

Commands change a session only through these methods. Each either does what it says or raises and changes nothing.

Kernels are loaded, and the player is made, by a thread (`preparation.py`). The board of a new game is made when it is
first looked at, so that setting up a game waits for nothing, unless a clock is about to run.
"""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from ponnuki.engine.clock import HURRIED_SIMULATIONS, HURRY, Clock, TimeControl
from ponnuki.engine.game import Game
from ponnuki.engine.part import part_of
from ponnuki.engine.preparation import Preparation
from ponnuki.engine.seeds import game_seed
from ponnuki.engine.thinker import OnReport, Thinker
from ponnuki.errors import BadInput
from ponnuki.games.common import Color, GamePosition, IllegalMove
from ponnuki.players.kit import DEFAULT_GAME, DEFAULT_RULES, Kit, find_kit
from ponnuki.players.spec import DEFAULT_SIMS
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

ENDLESS = Limit(seconds=30 * 86_400.0, early_stop=False)
"""Analysis and pondering end when there is input."""
LEAST = 0.001
"""Seconds for a search whose time was used up before it began."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a session starts with. `simulations` and `seconds` limit each move; a clock limits it further."""

    kit: Kit[Any] = field(default_factory=lambda: find_kit(DEFAULT_GAME))
    """All about the game."""
    size: int = 9
    komi: float = 7.5
    rules: str = DEFAULT_RULES
    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    seed: int = 0
    """Seed of the first game; those of later games are derived from it."""
    ponder: bool = False
    description: str = ""
    coordinates: str = "classic"
    """How moves are written."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A move that was searched for, and the search behind it."""

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
        self.kit = settings.kit
        self.part = part_of(settings.kit)
        self.rules = settings.kit.rules(settings.rules)
        self.coordinates = settings.coordinates
        self.komi = settings.komi
        self.simulations, self.seconds, self.threads = settings.simulations, settings.seconds, settings.threads
        self.ponder = settings.ponder
        self.live_graphics = False
        self.clock = Clock()
        self.thought: Thought | None = None
        """The last move of this game that was generated."""
        self.searched: Thought | None = None
        """The last move of this game that was searched for, played or not."""
        self.gone = threading.Event()
        """Set when nobody waits for answers any more."""
        self.game_number = 0
        self._size = settings.size
        self._game: Game | None = None
        self._thinks_of_this_game = False
        self._preparation = Preparation(settings.kit.load, make_player, self.gone)
        self._player_seed, self._player_threads = settings.seed, settings.threads

    # ---- the board --------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game so far."""
        if self._game is None:
            self.be_ready()
            self._game = Game.new(self.kit, self._size, self.rules)
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    @property
    def position(self) -> GamePosition:
        """The board now."""
        return self.game.position

    @property
    def size(self) -> int:
        """Lines of the board, or cells of a side."""
        return self._size

    def read(self, word: str) -> str:
        """The move that a word names, as positions know it."""
        return self.kit.coordinates[self.coordinates].read(word, self.size)

    def write(self, move: str) -> str:
        """A move, or "resign", as the controller calls it."""
        return move if move == "resign" else self.kit.coordinates[self.coordinates].write(move, self.size)

    def restart(self, size: int | None = None) -> None:
        """An empty board, of another size if given."""
        self._begin(size or self.size, None)

    def take_up(self, game: Game, komi: float | None = None) -> None:
        """Go on with another game, its clock full, and with a player for its size."""
        self.komi = self.komi if komi is None else komi
        self._begin(game.position.size, game)

    def _begin(self, size: int, game: Game | None) -> None:
        self._size, self._game = size, game
        self.thought = self.searched = None
        if self._thinks_of_this_game:
            self.game_number += 1
            self._thinks_of_this_game = False
        self.clock.restart()
        self.prepare()
        self._be_ready_for_a_clock()

    def play(self, color: Color, move: str) -> None:
        """A move that somebody made."""
        self.game = self.game.play(color, move)

    def undo(self, count: int = 1) -> None:
        """Take back so many moves."""
        game = self.game.undo(count)
        if game is None:
            raise BadInput("cannot undo")
        self.game = game
        self.thought = self.searched = None

    def set_rules(self, rules: Any, game: Game) -> None:
        """Other rules for this game and those to come; `game` is this one under them."""
        self.rules, self.game = rules, game

    # ---- preparation ------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Begin to load what players and boards of any size need; returns at once."""
        self._preparation.begin()

    def prepare(self) -> None:
        """Begin to make the player for this board's size; returns at once."""
        if self._preparation.want(self._size):
            self._player_seed, self._player_threads = self.settings.seed, self.settings.threads

    def be_ready(self) -> None:
        """Wait until the player is there."""
        self.prepare()
        self._preparation.player()

    @property
    def is_preparing(self) -> bool:
        """Whether a thread is still at it."""
        return self._preparation.is_running

    def agree_on_time(self, control: TimeControl) -> None:
        """A time control for the games to come."""
        self.clock.agree(control)
        self._be_ready_for_a_clock()

    def _be_ready_for_a_clock(self) -> None:
        """Loading and compiling must not be on the clock of the first move."""
        if self.clock.control.kind != "none":
            self.be_ready()

    @property
    def player(self) -> Thinker:
        """The player as it is, at the board it was last asked about."""
        self.prepare()
        player, seed = self._preparation.player(), self.seed
        if self._player_threads != self.threads:
            player.use_threads(self.threads)
            self._player_threads = self.threads
        if self._player_seed != seed:
            player.begin_game(seed)
            self._player_seed = seed
        return player

    @property
    def seed(self) -> int:
        """The seed of this game."""
        return game_seed(self.settings.seed, self.game_number)

    def player_for(self, color: Color) -> Thinker:
        """The player, set to the board as it is with a colour to move."""
        player = self.player
        player.set_position(self.game.position_for(color), self.komi)
        return player

    # ---- thinking ---------------------------------------------------------------------------------------------

    def limit(self, color: Color, spent: float = 0.0) -> Limit:
        """How long to think about a move: what the settings and the clock allow, whichever ends first.

        `spent` are seconds that its clock has already run.
        """
        played = sum(turn.color == color for turn in self.game.turns)
        budget = self.clock.budget(color, self.kit.clock_points(self.size), played)
        if budget is not None:
            budget = max(budget - spent, LEAST)
        seconds = min((s for s in (self.seconds, budget) if s is not None), default=None)
        simulations = self.simulations
        if simulations is None and seconds is None:
            simulations = DEFAULT_SIMS
        if budget is not None and budget < HURRY:
            simulations = min(HURRIED_SIMULATIONS, simulations or HURRIED_SIMULATIONS)
        return Limit(simulations=simulations, seconds=seconds)

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
        thought, game = self._find(color, Watch(stop, on_report, every), cleanup, allowed, began)
        self.game, self.thought, self.searched = game, thought, thought
        self.clock.spend(color, time.monotonic() - began)
        return thought

    def suggest(
        self, color: Color, stop: threading.Event | None = None, allowed: Collection[str] | None = None
    ) -> Thought:
        """Find a move and leave the board and the clock alone."""
        self.searched = self._find(color, Watch(stop), False, allowed)[0]
        return self.searched

    def _find(
        self,
        color: Color,
        watch: Watch,
        cleanup: bool,
        allowed: Collection[str] | None,
        began: float | None = None,
    ) -> tuple[Thought, Game]:
        player, stop = self.player_for(color), watch.stop
        self._thinks_of_this_game = True
        limit = self.limit(color, 0.0 if began is None else time.monotonic() - began)
        if allowed is not None:
            report = player.search(limit, stop=stop, on_report=watch.on_report, every=watch.every, allowed=allowed)
            game, move = self._first_legal(color, report.best.move, report)
            return Thought(color, move, report.value, report), game
        choice = player.choose(limit, stop=stop, on_report=watch.on_report, every=watch.every, cleanup=cleanup)
        game, move = self._first_legal(color, choice.move, choice.report)
        return Thought(color, move, choice.value, choice.report), game

    def _first_legal(self, color: Color, move: str, report: SearchReport | None) -> tuple[Game, str]:
        """The move, or the next best one: a player asked out of turn does not know which boards must not come back."""
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
        self._thinks_of_this_game = True
        report = player.search(ENDLESS, on_report=on_report, every=every, stop=stop, allowed=allowed)
        self.searched = Thought(color, report.best.move, report.value, report)
        return report

    def think_ahead(self, stop: threading.Event) -> None:
        """Ponder, if that is wanted and it is the opponent's turn after a move of ours."""
        if not self.ponder or self.thought is None or self._game is None:
            return
        turns = self._game.turns
        if turns and turns[-1].color == self.thought.color and not self.position.is_over:
            self.player_for(self.position.to_move).search(ENDLESS, stop=stop)

    def close(self) -> None:
        """Let the player go."""
        self._preparation.close()
