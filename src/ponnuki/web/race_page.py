"""A race as it goes: every candidate's interval between the thresholds, and one candidate closely, with its games."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Run
from ponnuki.lab.learn.modification import from_json
from ponnuki.lab.pages.race import sentence
from ponnuki.lab.races.fold import Step, StoredRace
from ponnuki.lab.races.history import KIND, KINDS
from ponnuki.race import Verdict
from ponnuki.web import charts
from ponnuki.web.controls import Controls, found_run
from ponnuki.web.frame import failing, frame, heading, keep, note, page_at
from ponnuki.web.observer import RaceView
from ponnuki.web.pace import games_of_trial, pace
from ponnuki.web.replay import GameList, endings, game_of_run, played_ahead
from ponnuki.web.shapes import shape_picture, show_change

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

CAVEAT = (
    "A mean that looks good is not a verdict: a candidate is accepted when its whole interval is above the accept "
    "threshold, and the risk of the race holds however often one looks. Dropped does not mean proven bad: the drop "
    "risk is per candidate."
)
COLUMNS = [
    {"name": name, "label": name, "field": name, "align": "left" if name in ("candidate", "decision") else "right",
     "sortable": True}
    for name in ("candidate", "trials", "mean", "lower", "upper", "decision")
]  # fmt: skip
MARKED = """<q-td :props="props"><span :class="String(props.value).split(' ')[0]">{{ props.value }}</span></q-td>"""
NAMED = """<q-td :props="props"><div class="flex items-center gap-3 max-sm:flex-col max-sm:items-start">
<div v-if="props.row.picture" class="thumb shrink-0" v-html="props.row.picture"></div><span>{{ props.value }}</span>
</div></q-td>"""
"""A candidate with its picture, which is one that we draw."""
MOST_PICTURES = 40
SETTINGS = ("accept_above", "drop_below", "bound", "selection", "accept", "seed")


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/race/{run}")
    async def race(run: str, number: int = 0) -> None:
        found = await found_run(lab, run, KINDS)
        if found is None:
            return
        with frame(found.name):
            await RacePage(lab, found, number).show()


class RacePage:
    """The page of one race in one browser."""

    def __init__(self, lab: "Lab", run: Run, number: int) -> None:
        self._lab, self._run, self._number = lab, run, number
        self._view: RaceView | None = None
        self._candidate = -1
        self._drawn: tuple[RaceView, int] | None = None
        self._drawn_shapes: list[str] = []

    async def show(self) -> None:
        """Lay the page out, and keep it up to date."""
        part = f", iteration {self._number + 1}" if self._run.kind != KIND else ""
        self._controls = Controls(self._lab, self._run, part=part)
        fault = failing()
        self._verdict = ui.label().classes("text-lg verdict").props("role=status")
        self._intervals = ui.echart({"series": []}).classes("w-full").props('aria-label="all candidates"')
        note(CAVEAT)
        self._settings = note("").classes("numbers")
        self._table = ui.table(columns=COLUMNS, rows=[], row_key="place", pagination=0)
        self._table.classes("w-full numbers cursor-pointer").props("flat bordered dense wrap-cells hide-bottom")
        self._table.add_slot("body-cell-candidate", NAMED)
        self._table.add_slot("body-cell-decision", MARKED)
        self._table.on("rowClick", lambda event: self._choose(int(event.args[1]["place"])))
        heading("One candidate")
        with ui.row().classes("w-full items-center gap-4"):
            self._select = ui.select([], label="candidate", on_change=lambda event: self._choose(event.value))
            self._select.classes("w-72 max-w-full")
            self._change = ui.column().classes("gap-1")
        self._course = ui.echart({"series": []}).classes("w-full h-80").props('aria-label="one candidate"')
        self._games = GameList(self._lab, self._run, self._number)
        await keep(self._update, fault)

    async def _update(self) -> None:
        row = await self._controls.update()
        view = await self._lab.observer.race(self._run.id, max(0, self._number))
        if not 0 <= self._number < len(view.history.races):
            raise BadInput(
                "it has not begun yet" if self._number == 0 else f"there is no race {self._number + 1} in this run"
            )
        seen = await self._lab.observer.overview()
        self._state(view, row, seen.speed)
        if self._drawn is not None and self._drawn[0] is view and self._drawn[1] == self._candidate:
            return
        if self._drawn is None or self._drawn[0] is not view:
            self._draw_all(view)
        self._draw_one(view)
        self._drawn = (view, self._candidate)
        await self._show_games(view)

    async def _choose(self, place: int | None) -> None:
        """Look at another candidate."""
        if place is None or place == self._candidate:
            return
        self._candidate = place
        self._select.set_value(place)
        if self._drawn is not None:
            view = self._drawn[0]
            self._draw_one(view)
            self._drawn = (view, place)
            await self._show_games(view)

    async def _show_games(self, view: RaceView) -> None:
        """The games of the candidate's trials that count; those that came ahead of their turn are named as such."""
        race, verdict = view.history.races[self._number], view.history.verdicts[self._number]
        candidate = self._candidate
        counted = verdict.bounds[race.names[candidate]].trials
        played = await self._games.update(candidate, counted)
        if played is not None:
            self._games.say(endings(played, counted), played_ahead(len(race.columns[candidate].trials) - counted))

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def _state(self, view: RaceView, row: Mapping[str, Any] | None, speed: float | None) -> None:
        history, verdict = view.history, view.history.verdicts[self._number]
        games = games_of_trial(self._run)
        counted = [f"{verdict.trials} trials counted", *([f"{games * verdict.trials} games"] if games > 1 else [])]
        if history.budget is not None:
            counted.append(f"at most {history.budget} trials")
        self._controls.state.set_text(" · ".join([*counted, *(pace(row, speed) if row else [])]))
        self._verdict.set_text(sentence(history, verdict))
        self._verdict.classes(add="won" if verdict.accepted else "", remove="" if verdict.accepted else "won")

    def _draw_all(self, view: RaceView) -> None:
        race, verdict = view.history.races[self._number], view.history.verdicts[self._number]
        self._settings.set_text(rules_of(race, self._run.settings.get("risk")))
        self._intervals.style(f"height: {90 + charts.ROW * len(race.names)}px")
        _redraw(self._intervals, charts.intervals(race, verdict))
        pictures = self._pictures(race)
        rows = table_rows(race, verdict, view.walk)
        self._table.rows = [row | {"picture": pictures[row["place"]]} for row in rows] if pictures else rows
        names = dict(enumerate(race.names))
        if self._candidate < 0:
            self._candidate = most_interesting(race, verdict)
        if self._select.options != names:
            self._select.set_options(names, value=self._candidate)

    def _pictures(self, race: StoredRace) -> list[str]:
        """The shapes of all candidates, drawn once; none where there are very many, or they are no shapes."""
        if not self._drawn_shapes and race.drawn and len(race.names) <= MOST_PICTURES:
            game = game_of_run(self._run.settings)
            changes = [from_json(one, game) for one in race.drawn["changes"]]
            self._drawn_shapes = [shape_picture(one, game) for one in changes]
        return self._drawn_shapes

    def _draw_one(self, view: RaceView) -> None:
        race = view.history.races[self._number]
        _redraw(self._course, charts.course(race, view.walk, self._candidate))
        self._change.clear()
        with self._change:
            self._describe(race)

    def _describe(self, race: StoredRace) -> None:
        """The candidate's shape as a picture, or its settings."""
        if race.drawn:
            game = game_of_run(self._run.settings)
            show_change(from_json(race.drawn["changes"][self._candidate], game), game)
            return
        for line in settings_of(self._run.settings, self._candidate):
            ui.label(line).classes("text-sm break-words numbers")


def table_rows(race: StoredRace, verdict: Verdict, walk: Sequence[Step]) -> list[dict[str, Any]]:
    """The candidates as the report has them."""
    ends = {step.candidate: step.total for step in walk if step.standing.decision}
    rows = []
    for place, name in enumerate(race.names):
        one = verdict.bounds[name]
        numbers = [f"{value:.4f}" if one.trials else "–" for value in (one.mean, one.lower, one.upper)]
        when = f" after {ends[place]} trials of the race" if place in ends else ""
        cells = zip(("mean", "lower", "upper"), numbers, strict=True)
        rows.append({"place": place, "candidate": name, "trials": one.trials, **dict(cells),
                     "decision": f"{one.decision or 'open'}{when}"})  # fmt: skip
    return rows


def rules_of(race: StoredRace, whole: float | None) -> str:
    """The rules of a race in a line; one of a campaign has a share of its risk."""
    own = race.settings["risk"]
    share = f" (its share of {whole:g})" if whole is not None and whole != own else ""
    told = [f"{key.replace('_', ' ')} {race.settings[key]}" for key in SETTINGS]
    return " · ".join([f"risk {own:.3g}{share}", *told])


def most_interesting(race: StoredRace, verdict: Verdict) -> int:
    """The candidate that was accepted, or else the one with most trials."""
    standings = [verdict.bounds[name] for name in race.names]
    return max(range(len(standings)), key=lambda i: (standings[i].decision == "accepted", standings[i].trials))


def settings_of(settings: Mapping[str, Any], candidate: int) -> list[str]:
    """What a candidate of a race of its own changes, as its file has it."""
    known = settings.get("candidate", [])
    if candidate >= len(known):
        return []
    return [f"{key} = {json.dumps(value)}" for key, value in known[candidate].items() if key != "name"]


def _redraw(chart: ui.echart, options: Mapping[str, Any]) -> None:
    """New data in the same chart: what its reader did to it stays."""
    chart.options.clear()
    chart.options.update(options)
    chart.update()
