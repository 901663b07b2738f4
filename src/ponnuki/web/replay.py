"""The last games of a candidate or of a match: how they ended, and each to be replayed in place or downloaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nicegui import run as runner
from nicegui import ui

from ponnuki.games.board_picture import Marks
from ponnuki.lab.journal.store import Run
from ponnuki.lab.learn.modification import game_of
from ponnuki.lab.matches.tally import Tally
from ponnuki.lab.races.history import KINDS
from ponnuki.match.pair import CANDIDATE, written
from ponnuki.players.kit import find_kit
from ponnuki.web.board import Board
from ponnuki.web.frame import heading, note, told
from ponnuki.web.records import ReadGame, read_game

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

MOST_TRIALS = 100
"""The last of a candidate that are looked at."""
DRAW = "0"
"""How records write a game without a winner."""
Played = Sequence[tuple[int, Sequence[Mapping[str, Any]]]]
"""Trials with their games, the last one first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the list: the name of its file, how it is written, and its text."""

    file: str
    kind: str
    text: str


class GameList:
    """A part of a page, empty where there are no games."""

    def __init__(self, lab: "Lab", run: Run, race: int) -> None:
        self._lab, self._run, self._race = lab, run, race
        self._candidate = self._wanted = -1
        self._games: dict[str, Kept] = {}
        self._place = ui.column().classes("w-full gap-2")
        self._place.set_visibility(False)
        with self._place:
            heading("Games")
            self._ends = ui.label().classes("text-sm numbers ends")
            self._more = note("")
            with ui.row().classes("items-center gap-2"):
                self._select = ui.select([], label="open a game", on_change=self._open).classes("w-72 max-w-full")
                self._download = ui.button("Download", icon="download", on_click=self._save).props("flat")
                self._download.set_visibility(False)
            self._viewer = Viewer()

    async def update(self, candidate: int, before: int | None = None) -> Played | None:
        """Read the last games of a candidate, of trials before a number where only those count. The one that is open
        stays in the list. None if another candidate was asked for meanwhile."""
        self._wanted = candidate
        rows = await self._lab.observer.games(self._run.id, self._race, candidate, MOST_TRIALS, before)
        if candidate != self._wanted:
            return None
        played = [(trial, told["games"]) for trial, told in rows if told.get("games")]
        self._place.set_visibility(bool(played))
        opened = str(self._select.value) if candidate == self._candidate and self._select.value in self._games else None
        kept = {} if opened is None else {opened: self._games[opened]}
        self._candidate = candidate
        self._games = {
            label_of(self._run.kind, trial, number, game): Kept(self._file(trial, number), *written(game))
            for trial, games in played
            for number, game in enumerate(games, start=1)
        } | kept
        self._select.set_options(list(self._games), value=opened)
        return played

    def say(self, ends: str, more: str) -> None:
        """How these games ended, and what there is beside them."""
        self._ends.set_text(ends)
        self._more.set_text(more)

    def _file(self, trial: int, number: int) -> str:
        return f"{self._run.id}-{self._race + 1:03}-{self._candidate + 1:02}-{trial:06}-{number}"

    async def _open(self) -> None:
        found = self._games.get(self._select.value or "")
        self._download.set_visibility(found is not None)
        if found is None:
            self._viewer.close()
            return
        self._download.set_text(f"Download {found.kind.upper()}")
        with told():
            kit = find_kit(game_of_run(self._run.settings))
            game = await runner.io_bound(read_game, found.text, kit)
            if game is not None:  # it is when the server stops
                self._viewer.show(game)

    def _save(self) -> None:
        found = self._games.get(self._select.value or "")
        if found is not None:
            ui.download.content(found.text, f"{found.file}.{found.kind}", f"application/x-{found.kind}")


class Viewer:
    """A game move by move: with a slider, by buttons, and by the arrow keys on the slider."""

    def __init__(self) -> None:
        self._game: ReadGame | None = None
        with ui.column().classes("w-full max-w-md gap-1 viewer") as self._place:
            self._about = ui.label().classes("text-sm")
            self._board = Board()
            with ui.row().classes("w-full items-center no-wrap gap-2"):
                ui.button(icon="chevron_left", on_click=lambda: self._step(-1)).props('flat dense aria-label="back"')
                self._slider = ui.slider(min=0, max=0, step=1, value=0, on_change=self._draw).classes("grow")
                self._slider.props('aria-label="move"')
                ui.button(icon="chevron_right", on_click=lambda: self._step(1)).props('flat dense aria-label="forward"')
            self._comment = ui.label().classes("text-sm whitespace-pre-wrap break-all max-h-40 overflow-y-auto")
        self._place.set_visibility(False)

    def show(self, game: ReadGame) -> None:
        """Open a game at its end."""
        self._game = game
        last = len(game.positions) - 1
        self._place.set_visibility(True)
        self._about.set_text(f"{game.names[0]} (Black) against {game.names[1]} (White): {ended(game.result)}")
        self._slider.props(f"max={last}")
        self._slider.set_value(last)
        self._draw()

    def close(self) -> None:
        """Show no game."""
        self._game = None
        self._place.set_visibility(False)

    def _step(self, by: int) -> None:
        if self._game is not None:
            self._slider.set_value(min(max(0, int(self._slider.value) + by), len(self._game.positions) - 1))

    def _draw(self) -> None:
        if self._game is None:
            return
        number = int(self._slider.value)
        position = self._game.positions[number]
        self._board.show(self._game.kit, position, Marks(last=position.last_move))
        self._comment.set_text(f"move {number}\n{self._game.comments.get(number, '')}")


def ended(result: str) -> str:
    """How a game ended, in a word."""
    return "draw" if result == DRAW else result or "no result"


def label_of(kind: str, trial: int, number: int, game: Mapping[str, Any]) -> str:
    """A game in a list; pairs of a match are counted from one, as its files are."""
    which = f"trial {trial}" if kind in KINDS else f"pair {trial + 1}"
    color = "Black" if game["black"] == CANDIDATE else "White"
    return f"{which}, game {number}: with {color}, {ended(game['result'])}"


def endings(played: Played, counted: int) -> str:
    """How games ended, by colour and why; of all trials of a candidate that count, or of the last of them."""
    tally = Tally()
    for trial, games in played:
        tally.add(trial, 0.0, {"games": games})
    parts = []
    for color in ("black", "white"):
        part = tally.by_result(color)
        if part["games"]:
            parts.append(f"with {color} won {part['wins']}, drew {part['draws']}, lost {part['losses']}")
    trials = f"{counted} trials" if counted <= MOST_TRIALS else f"the last {len(played)} of {counted} trials"
    return f"{tally.games} games of {trials} that count: {'; '.join([*parts, ended_by(tally.ends)])}"


def ended_by(ends: Mapping[str, int]) -> str:
    """How often games ended in which way, the most frequent first."""
    most = sorted(ends.items(), key=lambda one: -one[1])
    return "ended by " + ", ".join(f"{end} {count}" for end, count in most)


def played_ahead(trials: int) -> str:
    """What is in the store beside the games that are listed."""
    if not trials:
        return ""
    many = "1 trial more was" if trials == 1 else f"{trials} trials more were"
    return f"{many} played ahead of turn; the race does not count {'it' if trials == 1 else 'them'}."


def game_of_run(settings: Mapping[str, Any]) -> str:
    """Which game a run plays."""
    for key in ("conditions", "baseline"):
        if "game" in settings.get(key, {}):
            return str(settings[key]["game"])
    return game_of(settings)
