"""Results: the tables and figures of studies, and a study as it goes."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException
from fastapi.responses import Response
from nicegui import app as pages
from nicegui import ui

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Run
from ponnuki.lab.studies.catalog import read_table, study_names
from ponnuki.web.controls import Controls, found_run
from ponnuki.web.frame import failing, frame, heading, keep, name_of_page, note, nothing_here, page_at
from ponnuki.web.match_page import columns
from ponnuki.web.observer import StudyRow
from ponnuki.web.pace import pace, progress
from ponnuki.web.study_files import Part, Result, all_results, find_result, results_in

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

OUT = "ponnuki-out"
HEADS = ("study", "written", "folder")
ROWS = ("row", "done", "ours", "published", "verdict")
LINK = """<q-td :props="props"><a :href="'/results/' + props.row.key">{{ props.value }}</a></q-td>"""
TYPES = {"png": "image/png", "csv": "text/csv; charset=utf-8", "md": "text/markdown; charset=utf-8"}


def register(lab: "Lab") -> None:
    """Serve the pages and the files that they show."""

    @page_at("/results")
    async def results() -> None:
        with frame("Results"):
            await _show_all(lab)

    @page_at("/results/{key}")
    async def result(key: str) -> None:
        try:
            found = await asyncio.to_thread(find_result, lab.launcher.folder, key)
            parts = await asyncio.to_thread(found.parts)
        except BadInput as error:
            nothing_here("No such result", str(error))
            return
        with frame(found.name):
            name_of_page(found.name)
            show_result(found, parts)

    @pages.get("/result-file/{key}/{ending}")
    def file(key: str, ending: str) -> Response:
        try:
            found = find_result(lab.launcher.folder, key)
            data = found.read(ending)
        except BadInput as error:
            raise HTTPException(404, str(error)) from None
        named = {} if ending == "png" else {"content-disposition": f'attachment; filename="result.{ending}"'}
        return Response(data, media_type=TYPES[ending], headers={"cache-control": "no-cache", **named})

    @page_at("/study/{run}")
    async def study(run: str) -> None:
        found = await found_run(lab, run, ("study",))
        if found is None:
            return
        with frame(found.name):
            await _show_run(lab, found)


async def _show_all(lab: "Lab") -> None:
    name_of_page("Results")
    note(f"What ponnuki study has written below {lab.launcher.folder}: a table, a figure and a page for each.")
    table = ui.table(columns=columns(HEADS, HEADS), rows=[], row_key="key", pagination=20).classes("w-full numbers")
    table.props('flat bordered dense wrap-cells no-data-label="No study has been run here yet."')
    table.add_slot("body-cell-study", LINK)
    found = await asyncio.to_thread(all_results, lab.launcher.folder)
    table.rows = [_row(one) for one in found]
    table.props("hide-pagination" if 0 < len(table.rows) <= 20 else "")
    heading("All studies")
    note("Start one on the page Runs, or by ponnuki study at the terminal; its games are kept, and it goes on later.")
    with ui.element("div").classes("w-full grid gap-3 md:grid-cols-2"):
        for name in study_names():
            about = read_table(name)
            with ui.column().classes("card gap-1"):
                ui.label(about["title"]).classes("font-semibold")
                ui.label(about["question"]).classes("text-sm opacity-80")
                source = f" · {about['source']}" if about["source"] else ""
                ui.label(f"ponnuki study {name}{source}").classes("text-xs opacity-70 mt-auto")


def _row(one: Result) -> dict[str, Any]:
    written = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.written))
    return {"key": one.key, "study": one.name, "written": written, "folder": one.place}


def show_result(result: Result, parts: Sequence[Part]) -> None:
    """A study's page, part by part."""
    with ui.row().classes("w-full items-center gap-3 plain"):
        ui.label(f"{result.place}, {_row(result)['written']}").classes("text-sm opacity-70 grow break-all")
        for ending, words in (("csv", "CSV"), ("md", "Markdown"), ("png", "PNG")):
            ui.link(words, f"/result-file/{result.key}/{ending}")
    for part in parts:
        _show_part(result, part)
    if not any(part.kind == "figure" for part in parts):
        _figure(result)


def _show_part(result: Result, part: Part) -> None:
    if part.kind == "heading":
        heading(part.text)
    elif part.kind == "table" and part.rows:
        _table(part.rows)
    elif part.kind == "figure":
        _figure(result)
    elif part.kind == "code":
        ui.label(part.text).classes("font-mono text-sm whitespace-pre-wrap break-all")
    else:
        ui.label(part.text).classes("max-w-prose")


def _figure(result: Result) -> None:
    """On white: it was drawn for paper."""
    picture = f"/result-file/{result.key}/png?{result.written:.0f}"
    with ui.element("div").classes("w-full overflow-x-auto"):  # on a phone it is wider than the page
        drawn = ui.element("img").props(f'src="{picture}" alt="figure of the study {result.name}"')
        drawn.classes("max-w-full min-w-[44rem] bg-white rounded")


def _table(rows: Sequence[Sequence[str]]) -> None:
    head, *body = rows
    numbers = [all(is_number(row[place]) for row in body) for place in range(len(head))]
    names = [str(place) for place in range(len(head))]
    about = [
        {"name": name, "label": label, "field": name, "align": "right" if right else "left"}
        for name, label, right in zip(names, head, numbers, strict=True)
    ]
    lines = [{"key": place, **dict(zip(names, row, strict=True))} for place, row in enumerate(body)]
    table = ui.table(columns=about, rows=lines, row_key="key", pagination=0)
    table.classes("w-full numbers").props("flat bordered dense wrap-cells hide-bottom")


def is_number(text: str) -> bool:
    """Whether a cell stands to the right: a number with what belongs to it, or nothing."""
    return not text or text[0].isdigit() or text[0] in "+-–±"


async def _show_run(lab: "Lab", run: Run) -> None:
    """How far a study is, row by row, and what it has written."""
    controls = Controls(lab, run, report=False)
    fault = failing()
    bar = ui.linear_progress(0, show_value=False).classes("w-full").props('aria-label="progress"')
    table = ui.table(columns=columns(ROWS, ("row",)), rows=[], row_key="row", pagination=0)
    table.classes("w-full numbers").props("flat bordered dense wrap-cells hide-bottom")
    place = ui.column().classes("w-full gap-4")
    shown: list[tuple[str, float]] = []

    async def update() -> None:
        row = await controls.update()
        if row is not None:
            seen = await lab.observer.overview()
            counted = f"{progress(row)} trials"
            controls.state.set_text(" · ".join([str(row["status"]), counted, *pace(row, seen.speed)]))
            bar.set_value(min(1.0, row["trials"] / row["wanted"]) if row["wanted"] else 0.0)
        found = await asyncio.to_thread(_written, lab, run)
        table.set_visibility(found is None or row is None or row["status"] != "done")  # then it is in what was written
        rows = [_study_row(one) for one in await lab.observer.study(run.id)]
        table.columns = columns(tuple(head for head in ROWS if any(one[head] != "" for one in rows)), ("row",))
        table.rows = rows
        if found is None or [(found.key, found.written)] == shown:
            return
        parts = await asyncio.to_thread(found.parts)
        shown[:] = [(found.key, found.written)]
        place.clear()
        with place:
            show_result(found, parts)

    await keep(update, fault)


def _study_row(one: StudyRow) -> dict[str, Any]:
    cells = (one.labels, one.done, one.ours, one.published, one.verdict)
    return dict(zip(ROWS, cells, strict=True))


def _written(lab: "Lab", run: Run) -> Result | None:
    """What `ponnuki study` has written of a run, where it does so unless told otherwise."""
    root = lab.launcher.folder
    found = results_in(root, root / OUT / run.name)
    return next((one for one in found if one.name == run.settings.get("study")), None)
