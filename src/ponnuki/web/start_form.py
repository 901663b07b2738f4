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


def start_form(launcher: Launcher) -> None:
    """A part of a page that opens."""
    with ui.expansion("Start a run", icon="play_arrow").classes("w-full") as form:
        note(f"Files are those below {launcher.folder}; a file that is named again goes on with its run.")
        with ui.tabs().classes("w-full").props("align=left dense") as tabs:
            names = {name: ui.tab(name) for name in ("race", "match", "campaign", "study")}
        with ui.tab_panels(tabs, value=names["race"]).classes("w-full"):
            with ui.tab_panel(names["race"]):
                _race(launcher, form)
            with ui.tab_panel(names["match"]):
                _match(launcher, form)
            with ui.tab_panel(names["campaign"]):
                _campaign(launcher, form)
            with ui.tab_panel(names["study"]):
                _study(launcher)


def _race(launcher: Launcher, form: ui.expansion) -> None:
    with ui.row().classes("items-end gap-4"):
        file = _file("race file", launcher.race_files, form)
        budget = _whole("most trials, if any", 1, 10**12)
        workers, name = _workers(), _name()
        start = ui.button("Start race")
    start.on_click(
        lambda: _begin(lambda: launcher.race(_chosen(file), _int(workers), _int(budget), (name.value or "").strip()))
    )


def _match(launcher: Launcher, form: ui.expansion) -> None:
    with ui.row().classes("items-end gap-4"):
        a = _file("player A", launcher.player_files, form)
        b = _file("player B", launcher.player_files, form)
        games = _whole("games, an even number", 2, MOST_GAMES, 200)
        workers, name = _workers(), _name()
        start = ui.button("Start match")
    start.on_click(
        lambda: _begin(
            lambda: launcher.match(
                _chosen(a), _chosen(b), _int(games) or 0, _int(workers), (name.value or "").strip()
            )
        )
    )  # fmt: skip


def _campaign(launcher: Launcher, form: ui.expansion) -> None:
    with ui.row().classes("items-end gap-4"):
        baseline = _file("baseline", launcher.player_files, form)
        minutes = _whole("minutes of this session", 1, 100_000, 60)
        workers, name = _workers(), _name()
        start = ui.button("Start campaign")
    start.on_click(
        lambda: _begin(
            lambda: launcher.campaign(_chosen(baseline), _int(minutes) or 0, _int(workers), (name.value or "").strip())
        )
    )


def _study(launcher: Launcher) -> None:
    with ui.row().classes("items-end gap-4"):
        name = ui.select(study_names(), label="study").classes("w-64")
        scale = ui.select(list(SCALES), label="scale", value=SCALES[0]).classes("w-36")
        workers = _workers()
        start = ui.button("Start study")
    start.on_click(lambda: _begin(lambda: launcher.study(_chosen(name), str(scale.value), _int(workers))))


def _begin(start: Callable[[], Started]) -> None:
    with told():
        started = start()
        say(f"started: ponnuki {started.words[0]}; it goes on when this page is closed")


def _file(label: str, known: Callable[[], list[str]], form: ui.expansion) -> ui.select:
    """A choice of files, looked for anew when the form is opened."""
    choice = ui.select(known(), label=label, with_input=True).classes("w-64")
    form.on_value_change(lambda event: choice.set_options(known()) if event.value else None)
    return choice


def _whole(label: str, least: int, most: int, value: int | None = None) -> ui.number:
    return ui.number(label, value=value, min=least, max=most, step=1, precision=0).classes("w-44")


def _workers() -> ui.number:
    return _whole("processes", 1, MOST_WORKERS, cpu_count() or 1)


def _name() -> ui.input:
    return ui.input("another name, if any").props(f"maxlength={LONGEST_NAME}").classes("w-56")


def _chosen(choice: ui.select) -> str:
    if not choice.value:
        raise BadInput("choose one of the list")
    return str(choice.value)


def _int(field: Any) -> int | None:
    return None if field.value is None else int(field.value)
