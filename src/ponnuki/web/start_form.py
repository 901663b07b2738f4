"""A form that starts a run. It offers the spec files that lie below the server's folder, and takes numbers."""

from collections.abc import Callable
from os import cpu_count
from typing import Any

from nicegui import ui

from ponnuki.errors import BadInput
from ponnuki.lab.studies.catalog import study_names
from ponnuki.lab.studies.plan import SCALES
from ponnuki.players.names import LONGEST_NAME
from ponnuki.web.frame import note, say, told
from ponnuki.web.launcher import MOST_GAMES, MOST_WORKERS, Launcher, Started

MOST_TRIALS = 10**12
MOST_MINUTES = 100_000
FILE, NAME, NUMBER = "w-64 max-sm:w-full", "w-56 max-sm:w-full", "w-44 max-sm:w-[calc(50%-.5rem)]"
"""How wide fields are: on a phone as wide as it is, or two beside each other."""


class StartForm:
    """A part of a page that is opened and closed: one sheet for each kind of run."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._choices: list[tuple[ui.select, Callable[[], list[str]]]] = []
        sheets = {"Race": self._race, "Match": self._match, "Campaign": self._campaign, "Study": self._study}
        with ui.column().classes("card w-full gap-2") as self._place:
            note(f"Files are those below {launcher.folder}; a file that is named again goes on with its run.")
            with ui.tabs().classes("w-full").props("align=left dense") as tabs:
                named = {name: ui.tab(name) for name in sheets}
            with ui.tab_panels(tabs, value=named["Race"]).classes("w-full"):
                for name, fill in sheets.items():
                    with (
                        ui.tab_panel(named[name]).classes("px-0 py-2"),
                        ui.row().classes("items-start gap-x-4 gap-y-1"),
                    ):
                        fill()
        self._place.set_visibility(False)

    def toggle(self) -> bool:
        """Open it, with the files that there are now, or close it; whether it is open."""
        is_open = not self._place.visible
        if is_open:
            for choice, known in self._choices:
                choice.set_options(known())
        self._place.set_visibility(is_open)
        return is_open

    # ---- the sheets -------------------------------------------------------------------------------------------------

    def _race(self) -> None:
        file = self._file("race file", self._launcher.race_files)
        budget = _whole("most trials (optional)", 1, MOST_TRIALS)
        workers, name = _workers(), _name()
        _button("Start race", lambda: self._launcher.race(_chosen(file), _int(workers), _int(budget), _text(name)))

    def _match(self) -> None:
        a = self._file("player A", self._launcher.player_files)
        b = self._file("player B", self._launcher.player_files)
        games = _whole("games (even)", 2, MOST_GAMES, 200)
        workers, name = _workers(), _name()
        _button(
            "Start match",
            lambda: self._launcher.match(_chosen(a), _chosen(b), _int(games) or 0, _int(workers), _text(name)),
        )

    def _campaign(self) -> None:
        baseline = self._file("baseline", self._launcher.player_files)
        minutes = _whole("minutes", 1, MOST_MINUTES, 60)
        workers, name = _workers(), _name()
        _button(
            "Start campaign",
            lambda: self._launcher.campaign(_chosen(baseline), _int(minutes) or 0, _int(workers), _text(name)),
        )

    def _study(self) -> None:
        name = ui.select(study_names(), label="study").classes(FILE)
        scale = ui.select(list(SCALES), label="scale", value=SCALES[0]).classes(NUMBER)
        workers = _workers()
        _button("Start study", lambda: self._launcher.study(_chosen(name), str(scale.value), _int(workers)))

    def _file(self, label: str, known: Callable[[], list[str]]) -> ui.select:
        """A choice of files."""
        choice = ui.select([], label=label, with_input=True).classes(FILE)
        self._choices.append((choice, known))
        return choice


def _button(words: str, start: Callable[[], Started]) -> None:
    def begin() -> None:
        with told():
            started = start()
            say(f"started: ponnuki {started.words[0]}; it goes on when this page is closed")

    ui.button(words, on_click=begin).classes("mt-4")


def _whole(label: str, least: int, most: int, value: int | None = None) -> ui.number:
    """A number that says below itself what it may be."""
    field = ui.number(label, value=value, min=least, max=most, step=1, precision=0).classes(NUMBER)
    field.validation = {
        f"from {least} to {most}": lambda given: given is None or least <= given <= most,
    }
    return field


def _workers() -> ui.number:
    return _whole("processes", 1, MOST_WORKERS, cpu_count() or 1)


def _name() -> ui.input:
    return ui.input("name (optional)").props(f"maxlength={LONGEST_NAME}").classes(NAME)


def _chosen(choice: ui.select) -> str:
    if not choice.value:
        label = choice.props["label"]
        raise BadInput(f"choose a {label}: the list has {len(choice.options)}")
    return str(choice.value)


def _text(field: ui.input) -> str:
    return str(field.value or "").strip()


def _int(field: Any) -> int | None:
    return None if field.value is None else int(field.value)
