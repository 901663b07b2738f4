"""What is played: which game, on which board, by which program, how strong."""

from typing import Any

from nicegui import ui

from ponnuki.players.kit import DEFAULT_GAME, Kit, all_kits, find_kit
from ponnuki.players.spec import LIMITS, PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.web.launcher import Launcher
from ponnuki.web.questions import MOST_SECONDS, MOST_SIMULATIONS, bounded
from ponnuki.web.table import Table

SIMULATIONS = 1000
KOMI = 7.5


class PlaySettings:
    """The fields, and what they say."""

    def __init__(self, launcher: Launcher, game: str = "", size: int = 0, sims: int = SIMULATIONS) -> None:
        self._launcher = launcher
        self._files: list[str] = []
        kits = {kit.name: kit.title for kit in all_kits() if kit.programs}
        with ui.row().classes("items-end gap-4"):
            self._game = ui.select(kits, label="game", value=DEFAULT_GAME, on_change=self._game_changed).classes("w-32")
            self._size = ui.select([], label="size").classes("w-20")
            self._komi = ui.number("komi", value=KOMI, step=0.5, min=-500, max=500).classes("w-20")
            self._program = ui.select([], label="program").classes("w-36")
            self._sims = ui.number(
                "simulations a move", value=sims, min=1, max=MOST_SIMULATIONS, step=100, precision=0
            ).classes("w-40")
            self._seconds = ui.number("or seconds", value=None, min=0.05, max=MOST_SECONDS, step=0.5).classes("w-28")
        self._game_changed()
        if game in kits:
            self._game.set_value(game)
        if size in self._size.options:
            self._size.set_value(size)

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
        return Table.new(self.kit, int(self._size.value), self.komi)

    def choose(self, game: str, size: int) -> None:
        """Show what a record has."""
        self._game.set_value(game)
        self._size.set_options(sorted({*self._size.options, size}), value=size)

    def player(self, table: Table) -> dict[str, Any]:
        """The settings of the program at a table: a named one, or that of a file; how long it thinks, `limit` says."""
        chosen = str(self._program.value)
        kept: dict[str, Any] = {"program": "default"}
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
        self._files = self._launcher.own_players(kit.name)
        self._program.set_options([*kit.programs, *self._files], value="default")
        self._komi.set_visibility(kit.has_komi)
