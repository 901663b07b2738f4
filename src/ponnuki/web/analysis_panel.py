"""What a program thinks of a game, beside the board: the graph, the best moves, capturing races and comments."""

from collections.abc import Callable

from nicegui import ui

from ponnuki.search.report import SearchReport
from ponnuki.web import charts
from ponnuki.web.board import hovering
from ponnuki.web.frame import note
from ponnuki.web.table import Table

SHOWN_MOVES = 6
TOP = [
    {"name": name, "label": name, "field": name, "align": "left" if name == "move" else "right"}
    for name in ("move", "win rate", "visits")
]
MOVE = """<q-td :props="props"><button type="button" class="move">{{ props.value }}</button></q-td>"""
"""A button, so that the keyboard gets there."""
ROW_MOVE = "(event.target.closest('tbody tr') || {cells: [{}]}).cells[0].innerText"
POINT = "Point at a move, on the board or here, and what is expected after it is shown; a click keeps it."
HIDDEN = "Analysis is hidden. Switch it on to see where a program looks, with its best moves here."
WAITING = "Waiting for the first report; the first time it compiles …"
ROOM = "min-h-[15rem]"
"""For the moves, while they are shown: nothing below them moves when they come and go."""


class AnalysisPanel:
    """A part of the page; the graph is always there, everything else only while hints are shown."""

    def __init__(self, on_move: Callable[[str], None]) -> None:
        self._chart = ui.echart(charts.winning({}, 0, 0)).classes("w-full h-44")
        self._chart.props('aria-label="win rate over the game"')
        with ui.column().classes("w-full gap-1") as self._place:
            self._said = note("").classes("numbers")
            self._top = ui.table(columns=TOP, rows=[], row_key="move").props("flat bordered dense hide-bottom")
            self._top.classes("w-full numbers").add_slot("body-cell-move", MOVE)
            self._top.on("rowClick", lambda event: on_move(str(event.args[1]["move"])))
            hovering(self._top, ROW_MOVE)
            self._hint = note(POINT)
        self._races = ui.label().classes("text-sm whitespace-pre-wrap numbers races").props("role=status")
        self._comment = ui.label().classes("text-sm whitespace-pre-wrap break-all max-h-40 overflow-y-auto")

    def draw(self, table: Table, hints: bool) -> None:
        """Show what is known of the position on the board."""
        self._comment.set_text(table.comments.get(table.at, ""))
        self._races.set_text(table.told_races() if hints else "")
        otherwise = WAITING if hints and not table.is_over else HIDDEN
        self._draw_moves(table.reports.get(table.at) if hints else None, otherwise)
        self._place.classes(add=ROOM if hints else "", remove="" if hints else ROOM)
        self._chart.options.clear()
        self._chart.options.update(charts.winning(table.black_values(), len(table.positions) - 1, table.at))
        self._chart.update()

    def _draw_moves(self, report: SearchReport | None, otherwise: str) -> None:
        self._top.set_visibility(report is not None)
        self._hint.set_visibility(report is not None)
        if report is None:
            self._said.set_text(otherwise)
            return
        self._said.set_text(f"{report.simulations} simulations, {report.seconds:.1f} s")
        self._top.rows = [
            {"move": one.move, "win rate": f"{one.value:.1%}", "visits": one.visits}
            for one in report.moves[:SHOWN_MOVES]
            if one.visits
        ]
