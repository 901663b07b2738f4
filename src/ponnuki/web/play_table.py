"""The table at which a visitor plays: the board, the buttons, the graph. One for each open page.

Moves come by clicks on the board or are typed. A program thinks in a process of its own (`thinking`); while it does, or
while it analyses, its reports come in and are drawn. Whatever is done at the table ends that first.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable

from nicegui import background_tasks, events, ui
from nicegui import run as runner

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.common import COLOR_NAMES, Color
from ponnuki.search.report import SearchReport
from ponnuki.web.analysis_panel import AnalysisPanel
from ponnuki.web.board import Board
from ponnuki.web.frame import say
from ponnuki.web.play_settings import PERSON, PlaySettings
from ponnuki.web.questions import Answer, Question, bounded, has_races
from ponnuki.web.records import LARGEST_RECORD, read_any_game
from ponnuki.web.table import Table
from ponnuki.web.thinking import Thinkers

ANALYSIS = bounded(20_000, 10.0)
"""How long a position is analysed when nobody moves."""
QUICK = bounded(400, 5.0)
"""For each position when a whole game is looked at."""


class PlayTable:
    """Everything on the page, and what it does."""

    def __init__(self, thinkers: Thinkers, lay_out_settings: Callable[[], PlaySettings]) -> None:
        self._thinkers, self._who = thinkers, uuid.uuid4().hex
        self._task: asyncio.Task[None] | None = None
        self._variation: tuple[str, ...] = ()
        self._thinking = self._gone = self._resting = False
        self._client = ui.context.client
        with ui.row().classes("w-full items-start gap-6 no-wrap max-md:flex-wrap"):
            with ui.column().classes("w-full md:w-3/5 gap-2"):
                self._status = ui.label().classes("text-lg").props("role=status aria-live=polite")
                self._board = Board(self._clicked)
            with ui.column().classes("w-full md:w-2/5 gap-3"):
                self._build_buttons()
                self._build_analysis()
                self._settings = lay_out_settings()
                self._build_files()
        self._table = self._settings.table()
        self._settings.on_players(self._go_on)

    # ---- the page -----------------------------------------------------------------------------------------------

    def _build_buttons(self) -> None:
        with ui.row().classes("items-end gap-2"):
            ui.button("New game", on_click=self._doing(self._new))
            ui.button("Undo", on_click=self._doing(self._undo)).props("outline")
            self._pass = ui.button("Pass", on_click=self._doing(lambda: self._person("pass"))).props("outline")
            self._swap = ui.button("Swap", on_click=self._doing(lambda: self._person("swap"))).props("outline")
            ui.button("Resign", on_click=self._doing(lambda: self._person("resign"))).props("outline")

    def _build_analysis(self) -> None:
        with ui.row().classes("w-full items-center gap-1"):
            self._typed = ui.input("type a move").props("dense outlined maxlength=10").classes("w-32 mr-2")
            self._typed.on("keydown.enter", self._doing(self._type))
            for icon, words, by in (("first_page", "first", -9999), ("chevron_left", "back", -1),
                                    ("chevron_right", "forward", 1), ("last_page", "last", 9999)):  # fmt: skip
                ui.button(icon=icon, on_click=self._stepper(by)).props(f'flat dense aria-label="{words}"')
        with ui.row().classes("w-full items-center gap-2"):
            self._heat = ui.switch("Analysis", value=False, on_change=self._go_on)
            whole = ui.button("Whole game", on_click=self._whole).props("flat dense")
            whole.tooltip("search every position that was not searched yet")
            mistake = ui.button("Next mistake", on_click=self._doing(self._next_mistake)).props("flat dense")
            mistake.tooltip("go to the next move that cost ten percent or more")
        self._panel = AnalysisPanel(self._show_variation)

    def _build_files(self) -> None:
        with ui.row().classes("items-center gap-2"):
            ui.button("Save SGF", icon="download", on_click=self._save).props("outline")
            taker = ui.upload(auto_upload=True, max_file_size=LARGEST_RECORD, on_upload=self._load).classes("hidden")
            taker.props('accept=".sgf"').on("rejected", lambda: ui.notify("no SGF file, or too large", type="negative"))
            load = ui.button("Load SGF", icon="upload").props("outline")
            load.on("click", js_handler=f"() => getElement({taker.id}).pickFiles()")

    async def begin(self) -> None:
        """Show the board, and let a program move whose turn it is."""
        self._draw()
        self._go_on()

    def rest(self) -> None:
        """Nobody looks, for a moment or for good: nothing is thought meanwhile, and the game is kept."""
        if not self._client.has_socket_connection:  # it may have come back before the old connection was given up
            self._resting = True
            self._halt()

    def come_back(self) -> None:
        """Whoever was away goes on where he was."""
        if self._resting and not self._gone:
            self._resting = False
            with self._client:
                self._go_on()

    def leave(self) -> None:
        """Nobody is at the table any more."""
        self._gone = True
        self._halt()

    # ---- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        table = self._table
        heat = bool(self._heat.value)
        playable = self._is_person() and not self._thinking
        self._board.show(table.kit, table.position, table.marks(heat, playable, self._variation))
        thinks = f"{COLOR_NAMES[table.position.to_move]} is thinking (the first time it compiles)"
        self._status.set_text(thinks if self._thinking else table.status())
        moves = table.position.legal_moves()
        self._pass.set_visibility("pass" in moves)
        self._swap.set_visibility("swap" in moves)
        self._panel.draw(table, heat)

    def _show_variation(self, move: str) -> None:
        report = self._table.reports.get(self._table.at)
        found = next((one.variation for one in report.moves if one.move == move), ()) if report else ()
        self._variation = () if found == self._variation else found
        self._draw()

    # ---- what a visitor does --------------------------------------------------------------------------------------

    def _doing(self, do: Callable[[], None]) -> Callable[[], None]:
        """Something is done at the table: what was being thought about ends, and the game goes on from there."""

        def done() -> None:
            self._halt()
            self._variation = ()
            try:
                do()
            except PonnukiError as error:
                self._refuse(error)
            self._draw()
            self._go_on()

        return done

    def _refuse(self, error: PonnukiError) -> None:
        ui.notify(str(error), type="negative")

    async def _clicked(self, move: str) -> None:
        if not self._thinking:
            self._doing(lambda: self._person(move))()

    def _type(self) -> None:
        word, self._typed.value = str(self._typed.value or ""), ""
        self._person(self._table.typed(word))

    def _person(self, move: str) -> None:
        if not self._is_person():
            raise BadInput(f"the program has {COLOR_NAMES[self._table.position.to_move]}")
        self._table.play(move)

    def _undo(self) -> None:
        """Back to a turn of a person, if there is one."""
        self._table.undo()
        people = PERSON in (self._settings.player_of("b"), self._settings.player_of("w"))
        while self._table.at and people and not self._is_person():
            self._table.undo()

    def _new(self) -> None:
        self._table = self._settings.table()

    def _next_mistake(self) -> None:
        found = self._table.next_mistake()
        if found is None:
            raise BadInput(f"no mistake is known after move {self._table.at}: look at the whole game first")
        self._table.go(found)

    def _stepper(self, by: int) -> Callable[[], None]:
        def step() -> None:
            self._halt()
            self._variation = ()
            self._table.go(self._table.at + by)
            self._draw()
            if self._table.at == len(self._table.positions) - 1 or self._heat.value:
                self._go_on()

        return step

    def _save(self) -> None:
        names: dict[Color, str] = {"b": self._settings.player_of("b"), "w": self._settings.player_of("w")}
        ui.download.content(self._table.to_sgf(names), "game.sgf", "application/x-go-sgf")

    async def _load(self, event: events.UploadEventArguments) -> None:
        self._halt()
        data = await event.file.read()
        try:
            if len(data) > LARGEST_RECORD:
                raise BadInput("the file is too large")
            text = data.decode("utf-8", "replace")
            game = await runner.io_bound(read_any_game, text, self._table.kit, event.file.name[:60])
            if game is None:  # the server is stopping
                return
            self._settings.only_people()
            self._settings.choose(game.kit.name, game.positions[0].size, game.komi)
            self._table = Table.of_record(game, self._settings.komi)
        except PonnukiError as error:
            self._refuse(error)
        self._draw()
        self._go_on()

    # ---- who plays ------------------------------------------------------------------------------------------------

    def _is_person(self) -> bool:
        """Whether a person is to move."""
        return self._settings.player_of(self._table.position.to_move) == PERSON

    # ---- thinking -------------------------------------------------------------------------------------------------

    def _halt(self) -> None:
        """End what is being thought."""
        self._thinking = False
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _go_on(self) -> None:
        """Let whoever is to move do so; where a person is, analyse if that is wanted."""
        self._halt()
        table = self._table
        at_end = table.at == len(table.positions) - 1
        if not table.is_over and at_end and not self._is_person():
            self._start(self._program_moves)
        elif self._heat.value and not table.position.is_over:
            self._start(self._analyse)
        else:
            self._draw()

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        async def guarded() -> None:
            with self._client:
                try:
                    await work()
                except PonnukiError as error:
                    self._thinking = False
                    self._refuse(error)
                    self._draw()

        self._task = background_tasks.create(guarded(), name="play")

    async def _ask(self, task: str, number: int, quick: bool = False) -> Answer:
        """Ask a thinker about a position of the game; its reports are drawn as they come."""
        table, position = self._table, self._table.positions[number]
        limit = QUICK if quick else ANALYSIS if task == "analyse" else self._settings.limit
        color = position.to_move if task == "choose" else None
        settings = self._settings.player(table, color)
        question = Question(
            task=task,  # type: ignore[arg-type]
            settings=settings,
            start=position.start,
            moves=position.history,
            komi=table.komi,
            limit=limit,
        )

        def on_report(report: SearchReport) -> None:
            table.note(number, report)
            if table is self._table and number == table.at and not self._gone:
                with self._client:
                    self._draw()

        return await self._thinkers.ask(f"{self._who} {color or task}", question, on_report)

    async def _program_moves(self) -> None:
        table = self._table
        while not table.is_over and not self._is_person():
            self._thinking = True
            self._draw()
            answer = await self._ask("choose", table.at)
            if answer.report is not None:
                table.note(table.at, answer.report)
            self._thinking = False
            table.play(answer.move)
            self._variation = ()
            self._draw()
        if table.position.is_over and table.kit.has_komi:
            await self._count(table)
        elif self._heat.value and not table.is_over:
            await self._analyse()

    async def _count(self, table: Table) -> None:
        """The score without the stones that the program calls dead."""
        answer = await self._ask("score", table.at)
        if answer.score is not None:
            winner = "B" if answer.score > 0 else "W"
            table.result = "0" if answer.score == 0 else f"{winner}+{abs(answer.score):g}"
            self._draw()

    async def _analyse(self) -> None:
        table, number = self._table, self._table.at
        self._draw()
        answer, _ = await asyncio.gather(self._ask("analyse", number), self._find_races(table, number))
        if answer.report is not None:
            table.note(number, answer.report)
        self._draw()

    async def _find_races(self, table: Table, number: int) -> None:
        """The capturing races of a position, in a game that has them."""
        if not has_races(table.kit) or number in table.races:
            return
        answer = await self._ask("races", number)
        table.races[number] = answer.races
        self._draw()

    def _whole(self) -> None:
        """Look at every position that was not looked at."""
        self._halt()

        async def look() -> None:
            table = self._table
            missing = [n for n, one in enumerate(table.positions) if n not in table.reports and not one.is_over]
            for number in missing:
                answer = await self._ask("analyse", number, quick=True)
                if answer.report is not None:
                    table.note(number, answer.report)
                self._draw()
            say("looked at the whole game")

        self._start(look)
