"""The first page: all runs of the store, live and ended, and a form to start one."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.runs.status import so_far
from ponnuki.web.controls import Stoppers, found_run
from ponnuki.web.frame import failing, frame, keep, name_of_page, note, page_at
from ponnuki.web.observer import Overview
from ponnuki.web.pace import is_running, pace, progress
from ponnuki.web.start_form import StartForm

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
    {"name": "speed", "label": "speed", "field": "speed", "align": "left", "style": "white-space: pre-line", **WIDE},
    {"name": "so_far", "label": "so far", "field": "so_far", "align": "left", "style": "white-space: pre-line"},
    {"name": "started", "label": "started", "field": "started", "align": "left", "sortable": True, **WIDE},
]
LINK = """<q-td :props="props"><a :href="'/run/' + props.row.id">{{ props.value }}</a></q-td>"""
STATUS = """<q-td :props="props"><span :class="props.row.mark">{{ props.value }}</span></q-td>"""
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
    with ui.row().classes("w-full items-center gap-3"):
        name_of_page("Runs").classes("grow")
        search = ui.input("find").props("dense outlined clearable debounce=200").classes("w-40")
        start = ui.button("Start a run", icon="add").props("aria-expanded=false")
    form = StartForm(lab.launcher)
    start.on_click(lambda: start.props(f"aria-expanded={str(form.toggle()).lower()}"))
    with ui.row().classes("card w-full items-center gap-3 min-h-[3.6rem]"):
        with ui.column().classes("gap-0 grow min-w-0 basis-60"):
            now = ui.label("…").classes("font-semibold numbers").props("role=status")
            who = ui.label().classes("text-sm opacity-70 break-words runs-state")
        stoppers = Stoppers(lab.launcher)
    fault = failing()
    table = ui.table(columns=COLUMNS, rows=[], row_key="id", pagination=PER_PAGE).classes("w-full numbers")
    table.props('flat bordered wrap-cells no-data-label="No runs yet."').bind_filter_from(search, "value")
    table.add_slot("body-cell-run", LINK)
    table.add_slot("body-cell-status", STATUS)
    note("Numbers are those of ponnuki status. Speed is measured over the last minute; estimates hold if means stay.")
    shown: list[Overview] = []
    drawn = [0.0]

    async def update() -> None:
        seen = await lab.observer.overview()
        started = lab.launcher.last
        fault.set_text(seen.fault or (started.fault if started else ""))
        stoppers.update(any(is_running(row) for row in seen.rows))
        now.set_text(at_this_moment(seen))
        who.set_text(seen.writer or "")
        moment = time.monotonic()
        if shown and (shown[0] is seen or (len(seen.rows) > MANY and moment - drawn[0] < SELDOM)):
            return
        shown[:], drawn[:] = [seen], [moment]
        table.props("hide-pagination" if 0 < len(seen.rows) <= PER_PAGE else "", remove="hide-pagination")
        table.rows = [table_row(row, seen.speed) for row in reversed(seen.rows)]

    await keep(update, None)


def at_this_moment(seen: Overview) -> str:
    """What is running, how fast, and how long it will."""
    row = next((row for row in seen.rows if is_running(row)), None)
    if row is None:
        return "The store is being written." if seen.writer else "Nothing is running."
    return " · ".join([f"{row['run']} is running", f"{progress(row)} trials", *pace(row, seen.speed)])


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
        "mark": "at-work" if is_running(row) else "accepted" if status == "accepted" else "",
        "trials": progress(row),
        "speed": "\n".join(pace(row, speed)),
        "so_far": "\n".join(so_far(row)),
        "started": str(row["created"])[:DATE].replace("T", " "),
    }
