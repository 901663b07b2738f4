"""The first page: all runs of the store, live and ended, and a form to start one."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.runs.durations import duration
from ponnuki.lab.runs.status import so_far
from ponnuki.web.controls import Stoppers, found_run
from ponnuki.web.frame import failing, frame, keep, note, page_at
from ponnuki.web.observer import Overview, is_running
from ponnuki.web.start_form import start_form

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

PER_PAGE = 25
MANY, SELDOM = 200, 5.0
"""So many runs are drawn again after so many seconds: the whole table is sent."""
WIDE = {"classes": "gt-xs", "headerClasses": "gt-xs"}
"""Left out on a phone."""
COLUMNS: list[dict[str, Any]] = [
    {"name": "run", "label": "run", "field": "run", "align": "left", "sortable": True},
    {"name": "kind", "label": "kind", "field": "kind", "align": "left", "sortable": True, **WIDE},
    {"name": "status", "label": "status", "field": "status", "align": "left", "sortable": True},
    {"name": "trials", "label": "trials", "field": "trials", "align": "right", "sortable": True},
    {"name": "speed", "label": "speed", "field": "speed", "align": "left", **WIDE},
    {"name": "so_far", "label": "so far", "field": "so_far", "align": "left", "style": "white-space: pre-line"},
    {"name": "started", "label": "started", "field": "started", "align": "left", "sortable": True, **WIDE},
]
LINK = """<q-td :props="props"><a :href="'/run/' + props.row.id">{{ props.value }}</a></q-td>"""
DATE = 16
"""Characters of a date with hours and minutes."""


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/")
    async def runs() -> None:
        with frame("Runs"):
            await _runs(lab)

    @page_at("/run/{run}")
    async def run_of_any_kind(run: str) -> None:
        found = await found_run(lab, run)
        if found is None:
            return
        own = ("race", "campaign", "study")
        kind = found.kind if found.kind in own else "match" if found.kind in GAME_KINDS else ""
        ui.navigate.to(f"/{kind}/{found.id}" if kind else "/")


async def _runs(lab: "Lab") -> None:
    with ui.row().classes("w-full items-center gap-4"):
        ui.label("Runs").classes("text-2xl font-bold").props("role=heading aria-level=1")
        who = ui.label().classes("text-sm opacity-70 grow")
        stoppers = Stoppers(lab.launcher)
        search = ui.input("find").props("dense outlined clearable").classes("w-40")
    fault = failing()
    table = ui.table(columns=COLUMNS, rows=[], row_key="id", pagination=PER_PAGE).classes("w-full numbers")
    table.props('flat bordered wrap-cells no-data-label="no runs yet"').bind_filter_from(search, "value")
    table.add_slot("body-cell-run", LINK)
    note("Numbers are those of ponnuki status. Speed is measured over the last minute; estimates hold if means stay.")
    start_form(lab.launcher)
    shown: list[Overview] = []
    drawn = [0.0]

    async def update() -> None:
        seen = await lab.observer.overview()
        started = lab.launcher.last
        fault.set_text(seen.fault or (started.fault if started else ""))
        stoppers.update(any(is_running(row) for row in seen.rows))
        now = time.monotonic()
        if shown and (shown[0] is seen or (len(seen.rows) > MANY and now - drawn[0] < SELDOM)):
            return
        shown[:], drawn[:] = [seen], [now]
        table.props("hide-pagination" if 0 < len(seen.rows) <= PER_PAGE else "", remove="hide-pagination")
        table.rows = [table_row(row, seen.speed) for row in reversed(seen.rows)]
        who.set_text(f"being written by {seen.writer}" if seen.writer else "nothing is running")

    await keep(update, None)


def table_row(row: Mapping[str, Any], speed: float | None) -> dict[str, Any]:
    """A run as a line of the table."""
    status = str(row["status"])
    if is_running(row) and status != "running":
        status += ", running"
    return {
        "id": row["id"],
        "run": row["run"],
        "kind": row["kind"],
        "status": status,
        "trials": progress(row),
        "speed": pace(row, speed),
        "so_far": "\n".join(so_far(row)),
        "started": str(row["created"])[:DATE].replace("T", " "),
    }


def progress(row: Mapping[str, Any]) -> str:
    """Trials so far, of how many at most."""
    return f"{row['trials']}" if row.get("wanted") is None else f"{row['trials']} of {row['wanted']}"


def pace(row: Mapping[str, Any], speed: float | None) -> str:
    """How fast it goes, and how long it lasts at most; nothing for a run that is not at work."""
    if not is_running(row) or not speed:
        return ""
    told = f"{speed:.2g} trials/s"
    if row.get("wanted") is None:
        return told
    return f"{told}, at most {duration((row['wanted'] - row['trials']) / speed)} left"
