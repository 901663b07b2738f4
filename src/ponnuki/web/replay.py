"""The last games of a candidate or of a match: how they ended, and each to be replayed in place or downloaded."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nicegui import run as runner
from nicegui import ui

from ponnuki.games.board_picture import Marks
from ponnuki.lab.journal.store import Run
from ponnuki.lab.learn.modification import game_of
from ponnuki.lab.matches.tally import Tally
from ponnuki.match.pair import CANDIDATE, written
from ponnuki.players.kit import find_kit
from ponnuki.web.board import Board
from ponnuki.web.frame import heading, note, told
from ponnuki.web.records import ReadGame, read_game

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

MOST_TRIALS = 100
"""The last of a candidate that are looked at."""


class GameList:
    """A part of a page, empty where there are no games."""

    def __init__(self, lab: "Lab", run: Run, race: int) -> None:
        self._lab, self._run, self._race = lab, run, race
        self._texts: dict[str, tuple[str, str]] = {}
        self._chosen: ReadGame | None = None
        self._text = ("sgf", "")
        self._place = ui.column().classes("w-full gap-2")
        self._place.set_visibility(False)
        with self._place:
            heading("Games")
            self._ends = ui.label().classes("text-sm numbers")
            note(f"Of the last {MOST_TRIALS} trials; all games are in the store.")
            with ui.row().classes("items-center gap-2"):
                self._select = ui.select([], label="open a game", on_change=self._open).classes("w-72 max-w-full")
                self._download = ui.button("Download", icon="download", on_click=self._save).props("flat")
                self._download.set_visibility(False)
            self._viewer = Viewer()

    async def update(self, candidate: int) -> None:
        """Read the last games of a candidate."""
        rows = await self._lab.observer.games(self._run.id, self._race, candidate, MOST_TRIALS)
        played = [(trial, told["games"]) for trial, told in rows if told.get("games")]
        self._place.set_visibility(bool(played))
        if not played:
            return
        self._ends.set_text(endings(played))
        self._texts = {
            label_of(trial, number, game): written(game) for trial, games in played for number, game in enumerate(games)
        }
        self._select.set_options(
            list(self._texts), value=self._select.value if self._select.value in self._texts else None
        )

    async def _open(self) -> None:
        text = self._texts.get(self._select.value or "")
        if text is None:
            return
        self._text = text
        self._download.set_text(f"Download {text[0].upper()}")
        self._download.set_visibility(True)
        with told():
            kit = find_kit(game_of_run(self._run.settings))
            game = await runner.io_bound(read_game, text[1], kit)
            if game is not None:  # it is when the server stops
                self._viewer.show(game)

    def _save(self) -> None:
        kind, text = self._text
        if text:
            ui.download.content(text, f"{self._run.id}.{kind}", f"application/x-{kind}")


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
        self._about.set_text(f"{game.names[0]} (Black) against {game.names[1]} (White): {game.result or 'no result'}")
        self._slider.props(f"max={last}")
        self._slider.set_value(last)
        self._draw()

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


def label_of(trial: int, number: int, game: Mapping[str, Any]) -> str:
    """A game in a list."""
    color = "Black" if game["black"] == CANDIDATE else "White"
    return f"trial {trial}, game {number + 1}: with {color}, {game['result']}"


def endings(played: Sequence[tuple[int, Sequence[Mapping[str, Any]]]]) -> str:
    """How games ended: by colour, and why."""
    tally = Tally()
    for trial, games in played:
        tally.add(trial, 0.0, {"games": games})
    parts = []
    for color in ("black", "white"):
        part = tally.by_result(color)
        if part["games"]:
            parts.append(f"with {color} won {part['wins']}, drew {part['draws']}, lost {part['losses']}")
    ends = ", ".join(f"{end} {count}" for end, count in tally.ends.most_common())
    return "; ".join([*parts, f"ended by {ends}"])


def game_of_run(settings: Mapping[str, Any]) -> str:
    """Which game a run plays."""
    for key in ("conditions", "baseline"):
        if "game" in settings.get(key, {}):
            return str(settings[key]["game"])
    return game_of(settings)
