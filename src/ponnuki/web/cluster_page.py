"""One search on simulated machines as it goes: what each of them would play, and when they come to agree."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nicegui import background_tasks, ui

from ponnuki.cluster.scheme import SCHEMES
from ponnuki.errors import PonnukiError
from ponnuki.games.board_picture import Heat, Marks
from ponnuki.players.kit import all_kits, find_kit
from ponnuki.web import charts
from ponnuki.web.board import Board
from ponnuki.web.frame import frame, name_of_page, note, page_at
from ponnuki.web.machines import MOST_MACHINES, ClusterQuestion
from ponnuki.web.questions import Round

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

ABOUT = (
    "Every machine searches the first position by itself. With slow-tree and slow-root they exchange what they know "
    "now and then, and become of one mind; with voting they do not, until the end. A disc is a move that machines "
    "would play, with how many of them. Search with one scheme and then with another: the graph keeps both."
)

NOT_YET = "Search, and each machine's favourite move is shown here."


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/cluster")
    async def cluster() -> None:
        with frame("Cluster"):
            ClusterPage(lab)


class ClusterPage:
    """The fields, the board and the graph."""

    def __init__(self, lab: "Lab") -> None:
        self._thinkers, self._who, self._client = lab.thinkers, uuid.uuid4().hex, ui.context.client
        self._rounds: list[Round] = []
        self._line: list[tuple[int, float]] = []
        self._agreed: dict[str, list[tuple[int, float]]] = {scheme: [] for scheme in SCHEMES}
        self._task: asyncio.Task[None] | None = None
        name_of_page("Simulated machines")
        note(ABOUT)
        with ui.row().classes("items-end gap-4"):
            points = {kit: len(grid.places) for kit in all_kits() if (grid := kit.grid(kit.default_size))}
            kits, most = {kit.name: kit.title for kit in points}, max(points, key=lambda kit: points[kit])
            # where there are many moves machines differ the most
            self._game = ui.select(kits, label="game", value=most.name, on_change=self._clear).classes("w-32")
            self._scheme = ui.select(list(SCHEMES), label="scheme", value=SCHEMES[0]).classes("w-32")
            self._machines = ui.number("machines", value=8, min=1, max=MOST_MACHINES, precision=0).classes("w-24")
            self._sims = ui.number("simulations of each", value=1000, min=20, max=100_000, precision=0).classes("w-36")
            for field in (self._machines, self._sims):
                field.on_value_change(self._clear)
            self._seed = ui.number("seed", value=0, min=0, precision=0).classes("w-20")
            self._start = ui.button("Search", on_click=self._search)
        self._status = ui.label().classes("numbers").props("role=status aria-live=polite")
        with ui.row().classes("w-full items-start gap-6 no-wrap max-md:flex-wrap"):
            self._before = self._half("before an exchange")
            self._after = self._half("after it")
        with ui.row().classes("w-full items-center gap-4 no-wrap pr-3"):
            self._which = ui.label("look back").classes("text-sm whitespace-nowrap numbers")
            self._look = ui.slider(min=1, max=1, value=1, on_change=self._draw_round)
            self._look.props('label snap markers aria-label="which exchange"')
        self._chart = ui.echart({"series": []}).classes("w-full h-64")
        self._draw()
        self._client.on_delete(self._leave)

    def _leave(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _half(self, words: str) -> tuple[Board, ui.label]:
        """A board with a line that says what is on it."""
        with ui.column().classes("w-full md:w-1/2 gap-1"):
            ui.label(words).classes("font-semibold")
            board = Board()
            return board, ui.label().classes("text-sm numbers break-words")

    def _clear(self) -> None:
        """What was searched was another question."""
        self._rounds, self._agreed = [], {scheme: [] for scheme in SCHEMES}
        self._draw()

    def _search(self) -> None:
        settings = {
            "game": str(self._game.value),
            "sims": int(self._sims.value or 1),
            "seed": int(self._seed.value or 0),
            "cluster": {"machines": int(self._machines.value or 1), "scheme": str(self._scheme.value)},
        }
        question = ClusterQuestion(settings)
        try:
            question.spec()
        except PonnukiError as error:
            ui.notify(str(error), type="negative")
            return
        self._rounds = []
        self._line = self._agreed[str(self._scheme.value)] = []
        self._start.disable()
        self._status.set_text("Searching; the first time it compiles …")
        self._task = background_tasks.create(self._run(question), name="cluster")

    async def _run(self, question: ClusterQuestion) -> None:
        with self._client:
            try:
                answer = await self._thinkers.ask(self._who, question, self._heard)
                best = answer.report.best.move if answer.report else ""
                self._status.set_text(f"They play {best}.")
            except PonnukiError as error:
                self._status.set_text(str(error))
            self._start.enable()

    def _heard(self, heard: Round) -> None:
        if self._task is None or self._task.cancelling():
            return
        with self._client:
            self._rounds.append(heard)
            self._line.append((heard.simulations, agreed(heard.before)))
            self._status.set_text(f"Searching: {heard.simulations} simulations on each machine.")
            self._draw()

    def _draw(self) -> None:
        """The graph, and the last exchange."""
        self._chart.options.clear()
        self._chart.options.update(charts.agreement(self._agreed, int(self._sims.value or 1)))
        self._chart.update()
        last = max(1, len(self._rounds))
        self._look.props(f"max={last}").set_enabled(len(self._rounds) > 1)
        self._look.set_value(last)
        self._draw_round()

    def _draw_round(self) -> None:
        """What each machine would play, before and after the exchange that is looked at."""
        kit = find_kit(str(self._game.value))
        position = kit.start(kit.default_size, next(iter(kit.rule_names.values())))
        seen = self._rounds[min(int(self._look.value), len(self._rounds)) - 1] if self._rounds else None
        if seen is not None:
            self._which.set_text(f"look back: {int(self._look.value)} of {len(self._rounds)}")
        for (board, words), moves in zip(
            (self._before, self._after), (seen.before, seen.after) if seen else ((), ()), strict=True
        ):
            board.show(kit, position, Marks(heat=favourites(moves) if moves else None))
            words.set_text(f"each machine's favourite: {' '.join(moves)}" if moves else NOT_YET)


def favourites(moves: Sequence[str]) -> dict[str, Heat]:
    """How many machines would play which move; a ring around the one that more would play than any other."""
    counts = Counter(moves)
    most = max(counts.values(), default=0)
    alone = list(counts.values()).count(most) == 1
    return {move: Heat(count / len(moves), str(count), alone and count == most) for move, count in counts.items()}


def agreed(moves: Sequence[str]) -> float:
    """The part of the machines that would play the move that most of them would."""
    return Counter(moves).most_common(1)[0][1] / len(moves) if moves else 0.0
