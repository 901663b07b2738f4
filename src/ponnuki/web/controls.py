"""Pause, stop and resume, on the page of a run; the first two on the list of runs too."""

from collections.abc import Container
from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.errors import PonnukiError
from ponnuki.lab.journal.store import Run
from ponnuki.web.frame import name_of_page, nothing_here, say, told
from ponnuki.web.launcher import Launcher, can_resume
from ponnuki.web.observer import Overview
from ponnuki.web.pace import is_running

if TYPE_CHECKING:
    from ponnuki.web.server import Lab


async def found_run(lab: "Lab", text: str, kinds: Container[str] | None = None) -> Run | None:
    """The run that an address names, where it is of a kind that the page shows; else the browser goes to the page of
    its kind. A page that says so where there is no such run."""
    try:
        found = await lab.observer.run(text)
    except PonnukiError as error:
        nothing_here("No such run", str(error))
        return None
    if kinds is None or found.kind in kinds:
        return found
    ui.navigate.to(f"/run/{found.id}")
    return None


class Stoppers:
    """Two buttons for the run that is being played."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._pause = ui.button("Pause", icon="pause", on_click=self._on_pause).props("outline")
        self._pause.tooltip("nothing more begins; what is being played is played to its end and kept")
        self._stop = ui.button("Stop", icon="stop", on_click=self._on_stop).props("outline")
        self._stop.tooltip("at once, as Ctrl-C does; every finished trial is kept")

    def update(self, running: bool) -> None:
        """Show them where something is running; a second pause is none."""
        pausing = running and self._launcher.is_pausing
        self._pause.set_visibility(running)
        self._stop.set_visibility(running)
        self._pause.set_enabled(not pausing)
        self._pause.set_text("Pausing …" if pausing else "Pause")

    def _on_pause(self) -> None:
        with told():
            self._launcher.pause()
            say("it pauses when what is being played has ended")

    def _on_stop(self) -> None:
        with told():
            self._launcher.stop()
            say("asked to stop; what is finished is kept")


class Controls:
    """The head of a run's page: its name, the buttons that make sense now, and how it stands."""

    def __init__(self, lab: "Lab", run: Run, report: bool = True, part: str = "") -> None:
        self._lab, self._run = lab, run
        with ui.row().classes("w-full items-center gap-3"):
            with ui.column().classes("gap-0 grow basis-60 min-w-0"):
                name_of_page(f"{run.name}{part}")
                with ui.row().classes("text-sm opacity-70 gap-2 plain"):
                    ui.label(f"{run.kind} {run.id}, {run.created[:16].replace('T', ' ')}")
                    if part:
                        ui.link(f"the whole {run.kind}", f"/run/{run.id}")
            if report:
                ui.button("Report", icon="download", on_click=self._on_report).props("flat")
            self._stoppers = Stoppers(lab.launcher)
            self._resume = ui.button("Resume", icon="play_arrow", on_click=self._on_resume).props("outline")
        self.state = ui.label().classes("text-sm numbers").props("role=status")

    async def update(self) -> dict[str, Any] | None:
        """Show what can be done now; the run as `ponnuki status` has it."""
        seen: Overview = await self._lab.observer.overview()
        row = next((row for row in seen.rows if row["id"] == self._run.id), None)
        self._stoppers.update(row is not None and is_running(row))
        self._resume.set_visibility(row is not None and not seen.writer and can_resume(row["kind"], row["status"]))
        return row

    async def _on_report(self) -> None:
        """The page that `ponnuki report` writes."""
        with told():
            page = await self._lab.observer.report(self._run.id)
            ui.download.content(page, f"{self._run.id}.html", "text/html")

    def _on_resume(self) -> None:
        with told():
            self._lab.launcher.resume(self._run)
            say("resumed; it goes on when this page is closed")
