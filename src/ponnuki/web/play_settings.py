"""What is played: which game, on which board, by which program, how strong."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from ponnuki.games.common import Color
from ponnuki.players.kit import DEFAULT_GAME, Kit, all_kits, find_kit
from ponnuki.players.spec import LIMITS, PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.web.launcher import Launcher
from ponnuki.web.questions import MOST_SECONDS, MOST_SIMULATIONS, bounded
from ponnuki.web.table import Table

SIMULATIONS = 1000
KOMI = 7.5
PERSON, DEFAULT = "person", "default"
FIELDS = "w-full grid grid-cols-2 gap-x-4 gap-y-2"


class PlaySettings:
    """The fields, and what they say."""

    def __init__(
        self, launcher: Launcher, game: str = "", size: int = 0, sims: int = SIMULATIONS, handicap: int = 0
    ) -> None:
        self._launcher = launcher
        self._files: list[str] = []
        kits = {kit.name: kit.title for kit in all_kits() if kit.programs}
        self._lay_out(kits, sims)
        self._game_changed()
        if game in kits:
            self._game.set_value(game)
        if size in self._size.options:
            self._size.set_value(size)
        if handicap in self._handicap.options:
            self._handicap.set_value(handicap)
        (self._white if self.kit.first_player == "b" else self._black).set_value(DEFAULT)

    def _lay_out(self, kits: dict[str, str], sims: int) -> None:
        with ui.column().classes("card w-full gap-1"):
            ui.label("Who plays").classes("text-sm font-semibold")
            with ui.element("div").classes(FIELDS):
                self._black = ui.select([PERSON], label="Black", value=PERSON)
                self._white = ui.select([PERSON], label="White", value=PERSON)
                self._sims = ui.number(
                    "simulations a move", value=sims, min=1, max=MOST_SIMULATIONS, step=100, precision=0
                )
                self._seconds = ui.number("or seconds a move", value=None, min=0.05, max=MOST_SECONDS, step=0.5)
                self._sims.bind_enabled_from(self._seconds, "value", lambda seconds: seconds is None)
                self._analyst = ui.select([DEFAULT], label="analysis by", value=DEFAULT)
        with ui.column().classes("card w-full gap-1"):
            ui.label("The next new game").classes("text-sm font-semibold")
            with ui.element("div").classes(FIELDS):
                self._game = ui.select(kits, label="game", value=DEFAULT_GAME, on_change=self._game_changed)
                self._size = ui.select([], label="size", on_change=self._size_changed)
                self._komi = ui.number("komi", value=KOMI, step=0.5, min=-500, max=500)
                self._handicap = ui.select([0], label="handicap", value=0, on_change=self._handicap_changed)
        for field in (self._black, self._white, self._analyst, self._game, self._size, self._handicap):
            field.props("dense options-dense")
        for number in (self._sims, self._seconds, self._komi):
            number.props("dense")

    def on_players(self, then: Callable[[], None]) -> None:
        """Do something when who plays changes."""
        for field in (self._black, self._white):
            field.on_value_change(then)

    def player_of(self, color: Color) -> str:
        """A person, or the name of a program or of a file."""
        return str(self._black.value if color == "b" else self._white.value)

    def only_people(self) -> None:
        """Let no program move."""
        self._black.value = self._white.value = PERSON

    @property
    def kit(self) -> Kit[Any]:
        """The game that is chosen."""
        return find_kit(str(self._game.value))

    @property
    def komi(self) -> float:
        """Points for White."""
        return KOMI if self._komi.value is None else float(self._komi.value)

    @property
    def limit(self) -> Limit:
        """How long a program may think about a move."""
        seconds = None if self._seconds.value is None else float(self._seconds.value)
        sims = None if seconds is not None or self._sims.value is None else int(self._sims.value)
        return bounded(SIMULATIONS if sims is None and seconds is None else sims, seconds)

    def table(self) -> Table:
        """A new game as the fields say."""
        return Table.new(self.kit, int(self._size.value), self.komi, handicap=int(self._handicap.value or 0))

    def choose(self, game: str, size: int, komi: float | None) -> None:
        """Show what a record has."""
        self._game.set_value(game)
        self._size.set_options(sorted({*self._size.options, size}), value=size)
        if komi is not None:
            self._komi.set_value(komi)

    def player(self, table: Table, color: Color | None = None) -> dict[str, Any]:
        """The settings of the program that has a colour, or of the one that analyses: a named one, or that of a file;
        how long it thinks, `limit` says."""
        chosen = str(self._analyst.value) if color is None else self.player_of(color)
        kept: dict[str, Any] = {"program": DEFAULT}
        if chosen in table.kit.programs:
            kept = {"program": chosen}
        elif chosen in self._files:
            told = self._launcher.player(chosen, table.kit.name)
            kept = {key: value for key, value in told.items() if key not in (*LIMITS, "carry_over", "threads")}
        about = {"game": table.kit.name, "size": table.size, "komi": table.komi, "rules": table.rules}
        return PlayerSpec.make(kept | about, "player").settings()

    def _game_changed(self) -> None:
        kit = self.kit
        smallest, largest = kit.sizes
        self._size.set_options([size for size in range(smallest, largest + 1) if size >= 3], value=kit.default_size)
        self._size_changed()
        self._files = self._launcher.own_players(kit.name)
        programs = {name: f"program {name}" for name in kit.programs} | {name: name for name in self._files}
        for field, more in ((self._black, {PERSON: PERSON}), (self._white, {PERSON: PERSON}), (self._analyst, {})):
            options = more | programs
            field.set_options(options, value=field.value if field.value in options else DEFAULT)
        self._komi.set_visibility(kit.has_komi)

    def _size_changed(self) -> None:
        most = self.kit.most_handicap(int(self._size.value)) if self._size.value else 0
        options = [0, *range(2, most + 1)]
        self._handicap.set_options(options, value=self._handicap.value if self._handicap.value in options else 0)
        self._handicap.set_visibility(most > 0)

    def _handicap_changed(self) -> None:
        """Who is given stones gives no komi, but for what decides a draw."""
        usual = (KOMI, 0.5) if self._handicap.value else (0.5, KOMI)
        if self._komi.value == usual[0]:
            self._komi.set_value(usual[1])
