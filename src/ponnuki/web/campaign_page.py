"""A campaign as it goes: what was accepted, drawn; its races; fresh games; the program it has come to."""

from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.lab.journal.store import Run
from ponnuki.lab.pages.campaign import headline
from ponnuki.web import charts
from ponnuki.web.controls import Controls, found_run
from ponnuki.web.frame import failing, frame, heading, keep, note, page_at, told
from ponnuki.web.match_page import columns
from ponnuki.web.observer import CampaignView
from ponnuki.web.race_page import MARKED
from ponnuki.web.shapes import show_change

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

PER_PAGE = 20
RACES = ("race", "drawn", "trials", "best mean", "verdict")
CHECKS = ("tested", "against", "games", "rate", "verdict")
LINK = """<q-td :props="props"><a :href="props.row.link">{{ props.value }}</a></q-td>"""


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/campaign/{run}")
    async def campaign(run: str) -> None:
        found = await found_run(lab, run)
        if found is None:
            return
        with frame(found.name):
            await _show(lab, found)


async def _show(lab: "Lab", run: Run) -> None:
    controls = Controls(lab, run)
    fault = failing()
    head = ui.label().classes("text-lg").props("role=status")
    heading("Accepted")
    accepted = ui.row().classes("gap-6 items-start")
    rates = ui.echart({"series": []}).classes("w-full h-64")
    heading("Fresh games")
    checks = ui.table(columns=columns(CHECKS, ("tested", "against", "verdict")), rows=[], row_key="tested")
    checks.classes("w-full numbers").props('flat bordered dense wrap-cells no-data-label="ponnuki confirm plays them"')
    checks.add_slot("body-cell-verdict", MARKED)
    heading("Races")
    races = ui.table(columns=columns(RACES, ("race", "drawn", "verdict")), rows=[], row_key="race", pagination=PER_PAGE)
    races.classes("w-full numbers").props("flat bordered dense wrap-cells")
    races.add_slot("body-cell-race", LINK)
    races.add_slot("body-cell-verdict", MARKED)
    note("A mean that looks good is not a verdict; a race is one line of the campaign, with a share of its risk.")
    ui.button("learned.toml", icon="download", on_click=lambda: _download(shown)).props("outline")
    shown: list[CampaignView] = []

    async def update() -> None:
        row = await controls.update()
        view = await lab.observer.campaign(run.id)
        seen = await lab.observer.overview()
        speed = seen.speed if row and row["at_work"] else None
        controls.state.set_text(f"{view.state.trials} trials" + (f"; {speed:.2g} trials/s" if speed else ""))
        if shown and shown[0] is view:
            return
        _draw_accepted(view, accepted, rates, same=bool(shown) and len(shown[0].state.accepted))
        shown[:] = [view]
        head.set_text(headline(view.state))
        checks.rows = [_check(one) for one in view.checks]
        races.props("hide-pagination" if len(view.state.iterations) <= PER_PAGE else "", remove="hide-pagination")
        races.rows = [_race(run, one) for one in reversed(view.state.iterations)]

    await keep(update, fault)


def _draw_accepted(view: CampaignView, place: ui.row, rates: ui.echart, same: int) -> None:
    """The accepted modifications; those that are there are left alone."""
    found = view.state.accepted
    rates.set_visibility(bool(found))
    raced = [one.verdict.bounds[one.verdict.accepted[0]].mean for one in found]
    rates.options.clear()
    rates.options.update(charts.strength(raced, view.checks))
    rates.update()
    if same and same == len(found):
        return
    place.clear()
    with place:
        for number, one in enumerate(found, start=1):
            with ui.column().classes("gap-0"):
                ui.label(f"{number}: {raced[number - 1]:.3f} in its race").classes("text-sm font-semibold")
                assert one.accepted is not None
                show_change(one.accepted, view.state.game)
        if not found:
            ui.label("nothing yet").classes("opacity-70")


def _check(one: Any) -> dict[str, Any]:
    error = "" if one.standard_error is None else f" ± {100 * one.standard_error:.2f}"
    rate = f"{100 * one.rate:.2f}{error} %"
    return {"tested": one.label, "against": one.opponent, "games": one.games, "rate": rate, "verdict": one.verdict}


def _race(run: Run, one: Any) -> dict[str, Any]:
    best = max((standing.mean for standing in one.verdict.bounds.values() if standing.trials), default=None)
    status = "dropped" if one.verdict.status == "none" else one.verdict.status
    found = str(one.verdict.accepted[0]) if one.verdict.accepted else ""
    return {
        "race": f"iteration {one.stored.number + 1}",
        "link": f"/race/{run.id}?number={one.stored.number}",
        "drawn": f"{len(one.drawn.changes)} candidates",
        "trials": one.verdict.trials,
        "best mean": "–" if best is None else f"{best:.3f}",
        "verdict": f"{status} {found}",
    }


def _download(shown: list[CampaignView]) -> None:
    if shown:
        with told():
            ui.download.content(shown[0].state.baseline.to_toml(), "learned.toml", "application/toml")
