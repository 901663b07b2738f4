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
from ponnuki.players.kit import DEFAULT_GAME, all_kits, find_kit
from ponnuki.web import charts
from ponnuki.web.board import Board
from ponnuki.web.frame import frame, note, page_at
from ponnuki.web.machines import MOST_MACHINES, ClusterQuestion
from ponnuki.web.questions import Round

if TYPE_CHECKING:
    from ponnuki.web.server import Lab

ABOUT = (
    "Every machine searches the first position by itself. With slow-tree and slow-root they exchange what they know "
    "now and then, and become of one mind; with voting they do not, until the end. A disc is a move that machines "
    "would play, with how many of them."
)


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
        self._task: asyncio.Task[None] | None = None
        ui.label("Simulated machines").classes("text-2xl font-bold").props("role=heading aria-level=1")
        note(ABOUT)
        with ui.row().classes("items-end gap-4"):
            kits = {kit.name: kit.title for kit in all_kits() if kit.grid(kit.default_size)}
            self._game = ui.select(kits, label="game", value=DEFAULT_GAME, on_change=self._clear).classes("w-32")
            self._scheme = ui.select(list(SCHEMES), label="scheme", value=SCHEMES[0]).classes("w-32")
            self._machines = ui.number("machines", value=8, min=1, max=MOST_MACHINES, precision=0).classes("w-24")
            self._sims = ui.number("simulations of each", value=1000, min=20, max=100_000, precision=0).classes("w-36")
            self._seed = ui.number("seed", value=0, min=0, precision=0).classes("w-20")
            self._start = ui.button("Search", on_click=self._search)
        self._status = ui.label().classes("numbers").props("role=status aria-live=polite")
        with ui.row().classes("w-full items-start gap-6 no-wrap max-md:flex-wrap"):
            with ui.column().classes("w-full md:w-1/2"):
                self._board = Board()
            with ui.column().classes("w-full md:w-1/2 gap-2"):
                self._chart = ui.echart(charts.agreement([], [])).classes("w-full h-56")
                self._each = ui.label().classes("text-sm numbers break-all")
                self._then = ui.label().classes("text-sm numbers break-all")
                self._moves = ui.label().classes("text-sm numbers break-all")
        self._draw()
        self._client.on_delete(self._leave)

    def _leave(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _clear(self) -> None:
        self._rounds = []
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
        self._start.disable()
        self._status.set_text("searching (the first time it compiles)")
        self._task = background_tasks.create(self._run(question), name="cluster")

    async def _run(self, question: ClusterQuestion) -> None:
        with self._client:
            try:
                answer = await self._thinkers.ask(self._who, question, self._heard)
                best = answer.report.best.move if answer.report else ""
                self._status.set_text(f"they play {best}")
            except PonnukiError as error:
                self._status.set_text(str(error))
            self._start.enable()

    def _heard(self, heard: Round) -> None:
        if self._task is None or self._task.cancelling():
            return
        with self._client:
            self._rounds.append(heard)
            self._status.set_text(f"{heard.simulations} simulations on each machine")
            self._draw()

    def _draw(self) -> None:
        kit = find_kit(str(self._game.value))
        position = kit.start(kit.default_size, next(iter(kit.rule_names.values())))
        last = self._rounds[-1] if self._rounds else None
        self._board.show(kit, position, Marks(heat=favourites(last.after) if last else None))
        self._chart.options.clear()
        self._chart.options.update(
            charts.agreement([agreed(one.before) for one in self._rounds], [agreed(one.after) for one in self._rounds])
        )
        self._chart.update()
        self._each.set_text("" if last is None else "each machine's favourite before: " + " ".join(last.before))
        self._then.set_text("" if last is None else "and after the exchange: " + " ".join(last.after))
        self._moves.set_text(
            "" if last is None else "visits: " + ", ".join(f"{move} {count}" for move, count in last.visits)
        )


def favourites(moves: Sequence[str]) -> dict[str, Heat]:
    """How many machines would play which move."""
    counts = Counter(moves).most_common()
    return {move: Heat(count / len(moves), str(count), place == 0) for place, (move, count) in enumerate(counts)}


def agreed(moves: Sequence[str]) -> float:
    """The part of the machines that would play the move that most of them would."""
    return Counter(moves).most_common(1)[0][1] / len(moves) if moves else 0.0
