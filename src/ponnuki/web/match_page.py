"""A match or a tournament as it goes: results by colour, Elo, what went wrong, and the last games."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from ponnuki.lab.journal.schema import GAME_KINDS
from ponnuki.lab.journal.store import Run
from ponnuki.lab.matches.tally import odd_cases
from ponnuki.web.controls import Controls, found_run
from ponnuki.web.frame import failing, frame, heading, keep, note, page_at
from ponnuki.web.pace import pace
from ponnuki.web.replay import GameList, ended_by

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

TEXTS = ("A", "B", "A has")
HEADS = (*TEXTS, "games", "won", "drawn", "lost", "rate", "Elo of A", "95 %")
RATINGS = ("player", "Elo", "95 % ", "points", "games", "lost by a fault")


def columns(heads: tuple[str, ...], texts: tuple[str, ...]) -> list[dict[str, Any]]:
    """Columns of a table, numbers to the right."""
    return [
        {"name": head, "label": head, "field": head, "align": "left" if head in texts else "right"} for head in heads
    ]


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/match/{run}")
    async def match(run: str) -> None:
        found = await found_run(lab, run, GAME_KINDS)
        if found is None:
            return
        with frame(found.name):
            await _show(lab, found)


async def _show(lab: "Lab", run: Run) -> None:
    controls = Controls(lab, run)
    fault = failing()
    bar = ui.linear_progress(0, show_value=False).classes("w-full").props('aria-label="progress"')
    heading("Results")
    pairings = names_of(run)
    if len(pairings) == 1:
        ui.label(f"A is {pairings[0][0]}\nB is {pairings[0][1]}").classes("whitespace-pre-wrap break-words")
    heads = HEADS[2:] if len(pairings) == 1 else HEADS  # two names need not stand in every line
    table = ui.table(columns=columns(heads, TEXTS), rows=[], row_key="key", pagination=0)
    table.props("flat bordered dense wrap-cells hide-bottom").classes("w-full numbers broken")
    table.classes("tight" if len(pairings) == 1 else "")
    note("± is a standard error from the spread of the pairs; intervals are a bootstrap over pairs.")
    rated = ui.table(columns=columns(RATINGS, ("player",)), rows=[], row_key="player").props(
        "flat bordered dense wrap-cells"
    )
    rated.classes("w-full numbers broken")
    odd = ui.label().classes("text-sm whitespace-pre-wrap break-all")
    meeting = ui.select({place: f"{a} : {b}" for place, (a, b) in enumerate(pairings)}, label="games of", value=0)
    meeting.classes("w-72 max-w-full").set_visibility(len(pairings) > 1)
    games = GameList(lab, run, 0)
    shown: list[Any] = []

    async def update() -> None:
        row = await controls.update()
        seen = await lab.observer.overview()
        view = await lab.observer.match(run.id)
        if row is not None:
            done = sum(one["pairs"] + one["void"] for one in view.summary["pairings"])  # as the table below has it
            counted = f"{done} of {row['wanted']} pairs of games"
            controls.state.set_text(" · ".join([str(row["status"]), counted, *pace(row, seen.speed)]))
            bar.set_value(min(1.0, done / row["wanted"]) if row["wanted"] else 0.0)
        if shown and shown[0] is view and shown[1] == meeting.value:
            return
        shown[:] = [view, meeting.value]
        table.rows = [line for one in view.summary["pairings"] for line in by_colour(one)]
        players = view.summary["players"]
        rated.set_visibility(len(players) > 2)
        rated.rows = [_rating(one) for one in players]
        odd.set_text("\n".join(line for one in view.summary["pairings"] for line in odd_cases(one)))
        place = int(meeting.value or 0)
        if await games.update(place) is not None:
            games.say(ended_by(view.summary["pairings"][place]["ends"]), "")

    await keep(update, fault)


def names_of(run: Run) -> list[tuple[str, str]]:
    """Who meets whom."""
    names = [str(player["name"]) for player in run.settings["players"]]
    return [(names[first], names[second]) for first, second in run.settings["pairings"]]


def by_colour(one: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A pairing as the report has it: with each colour, and with either."""
    lines = []
    for colour in ("black", "white", "either"):
        part = one if colour == "either" else one[f"as_{colour}"]
        rate = "–" if part["rate"] is None else f"{part['rate']:.4f}"
        line: dict[str, Any] = {"key": f"{one['a']} {one['b']} {colour}", "A": one["a"], "B": one["b"], "A has": colour}
        line |= {"games": part["games"], "won": part["wins"], "drawn": part["draws"], "lost": part["losses"]}
        if colour == "either":
            rate += "" if one["standard_error"] is None else held(f" ± {one['standard_error']:.4f}")
            line["Elo of A"] = "–" if one["elo"] is None else f"{one['elo']:+.1f}"
            line["95 %"] = _interval(one["elo_interval"])
        lines.append(line | {"rate": rate})
    return lines


def _rating(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "player": one["name"],
        "Elo": f"{one['elo']:+.0f}",
        "95 % ": _interval(one["elo_interval"]),
        "points": f"{one['points']:g}",
        "games": one["games"],
        "lost by a fault": one["faults"],
    }


def _interval(ends: tuple[float, float]) -> str:
    return held(f"{ends[0]:+.0f} … {ends[1]:+.0f}")


def held(text: str) -> str:
    """Numbers that may be broken into two lines on a phone, and into no more."""
    for before in ("± ", " %", " …"):
        text = text.replace(before, before.replace(" ", "\N{NO-BREAK SPACE}"))
    return text
