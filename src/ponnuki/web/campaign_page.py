"""A campaign as it goes: what was accepted, drawn; its races; fresh games; the program it has come to."""

from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.lab.journal.store import Run
from ponnuki.lab.learn.confirm import Confirmed
from ponnuki.lab.learn.state import KIND, Iteration
from ponnuki.lab.pages.campaign import FRESH, headline, outcome, percentage, step_by_step
from ponnuki.web import charts
from ponnuki.web.controls import Controls, found_run
from ponnuki.web.frame import failing, frame, heading, keep, note, page_at, told
from ponnuki.web.match_page import columns, held
from ponnuki.web.observer import CampaignView
from ponnuki.web.pace import pace
from ponnuki.web.race_page import MARKED
from ponnuki.web.shapes import show_change

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

PER_PAGE = 20
RACES = ("race", "candidates", "trials", "risk", "best mean", "verdict")
CHECKS = ("tested", "against", "games", "rate", "verdict")
LINK = """<q-td :props="props"><a :href="props.row.link">{{ props.value }}</a></q-td>"""


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/campaign/{run}")
    async def campaign(run: str) -> None:
        found = await found_run(lab, run, (KIND,))
        if found is None:
            return
        with frame(found.name):
            await _show(lab, found)


async def _show(lab: "Lab", run: Run) -> None:
    controls = Controls(lab, run)
    fault = failing()
    head = ui.label().classes("text-lg verdict").props("role=status")
    heading("The line of baselines")
    line = ui.row().classes("gap-3 items-center")
    rates = ui.echart({"series": []}).classes("w-full h-72").props('aria-label="strength over the campaign"')
    heading("Fresh games")
    checks = ui.table(columns=columns(CHECKS, ("tested", "against", "verdict")), rows=[], row_key="tested")
    checks.classes("w-full numbers broken").props(
        'flat bordered dense wrap-cells no-data-label="None yet: ponnuki confirm plays them."'
    )
    checks.add_slot("body-cell-verdict", MARKED)
    note(FRESH)
    heading("Races")
    races = ui.table(columns=columns(RACES, ("race", "verdict")), rows=[], row_key="race", pagination=PER_PAGE)
    races.classes("w-full numbers").props("flat bordered dense wrap-cells")
    races.add_slot("body-cell-race", LINK)
    races.add_slot("body-cell-verdict", MARKED)
    note("A mean that looks good is not a verdict. Each race has a share of the campaign's risk.")
    heading("The program that it has come to")
    ui.button("learned.toml", icon="download", on_click=lambda: _download(shown)).props("outline")
    learned = ui.element("pre").classes("file card")
    shown: list[CampaignView] = []

    async def update() -> None:
        row = await controls.update()
        view = await lab.observer.campaign(run.id)
        seen = await lab.observer.overview()
        told_pace = pace(row, seen.speed) if row else []
        controls.state.set_text(" · ".join([f"{view.state.trials} trials", *told_pace]))
        if shown and shown[0] is view:
            return
        if not shown or _facts(shown[0]) != _facts(view):  # what is there and has not changed is left alone
            _draw_line(view, line)
            _draw_strength(view, rates)
            learned.clear()
            with learned:
                ui.label(view.state.baseline.to_toml())
        shown[:] = [view]
        head.set_text(headline(view.state))
        checks.rows = [_check(one) for one in view.checks]
        races.props("hide-pagination" if len(view.state.iterations) <= PER_PAGE else "", remove="hide-pagination")
        races.rows = [_race(run, one) for one in reversed(view.state.iterations)]

    await keep(update, fault)


def _facts(view: CampaignView) -> tuple[int, list[tuple[str, int, str]]]:
    """What the line of baselines shows."""
    return len(view.state.accepted), [(one.label, one.games, percentage(one)) for one in view.checks]


def _draw_line(view: CampaignView, place: ui.row) -> None:
    """The first baseline, and what was added to it, one after the other."""
    fresh = dict(enumerate(step_by_step(view.state, view.checks)))
    place.clear()
    with place:
        with ui.column().classes("card gap-0 max-w-xs"):
            ui.label("first baseline").classes("text-sm font-semibold")
            for key, value in view.state.settings.baseline.items():
                ui.label(f"{key} {value}").classes("text-sm break-all")
        for number, one in enumerate(view.state.accepted):
            assert one.accepted is not None
            standing = one.verdict.bounds[one.verdict.accepted[0]]
            with _after_arrow():
                ui.label(f"+{number + 1}").classes("text-sm font-semibold")
                show_change(one.accepted, view.state.game)
                note(f"{standing.mean:.3f} in {standing.trials} trials of its race")
                if number in fresh:
                    note(f"{percentage(fresh[number])} in fresh games")
        if not view.state.accepted:
            ui.label("nothing accepted yet").classes("opacity-70")


def _after_arrow() -> ui.column:
    """A card with an arrow before it; where the line is broken they stay together."""
    with ui.row().classes("items-center gap-3 no-wrap max-w-full"):
        ui.icon("arrow_forward").classes("text-xl opacity-70").props("aria-hidden=true")
        return ui.column().classes("card gap-1 numbers min-w-0")


def _draw_strength(view: CampaignView, chart: ui.echart) -> None:
    found = view.state.accepted
    chart.set_visibility(bool(found))
    raced = [one.verdict.bounds[one.verdict.accepted[0]].mean for one in found]
    fresh = [(one.rate, one.standard_error or 0.0) for one in step_by_step(view.state, view.checks)]
    chart.options.clear()
    chart.options.update(charts.strength(raced, fresh))
    chart.update()


def _check(one: Confirmed) -> dict[str, Any]:
    cells = (one.label, one.opponent, one.games, held(percentage(one)), one.verdict)
    return dict(zip(CHECKS, cells, strict=True))


def _race(run: Run, one: Iteration) -> dict[str, Any]:
    best = max((standing.mean for standing in one.verdict.bounds.values() if standing.trials), default=None)
    return {
        "race": f"iteration {one.stored.number + 1}",
        "link": f"/race/{run.id}?number={one.stored.number}",
        "candidates": len(one.drawn.changes),
        "risk": f"{one.stored.settings['risk']:.2g}",
        "trials": one.verdict.trials,
        "best mean": "–" if best is None else f"{best:.3f}",
        "verdict": outcome(one),
    }


def _download(shown: list[CampaignView]) -> None:
    if shown:
        with told():
            ui.download.content(shown[0].state.baseline.to_toml(), "learned.toml", "application/toml")
