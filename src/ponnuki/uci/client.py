"""Talk to a UCI program: start it, ask it, outlive it. The protocol is python-chess's, the process is ours.

    with UciProgram("stockfish", limit=60) as program:
        program.configure({"Hash": 16})
        program.new_game("first")
        answer = program.play(board, chess.engine.Limit(nodes=1000), game="first", limit=10)

python-chess's protocol runs on a loop of its own for each program, which turns only while we wait for an answer: a
program that floods its output waits for us. Its pipes are those of a `processes.Child`, so it is ended with all its
children when we close it or exit, or are killed ourselves. The clock runs from the moment `go` is sent to the moment
`bestmove` is read.
"""

import asyncio
import contextlib
import logging
import shlex
import subprocess
import time
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import chess
import chess.engine

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.processes.child import Child, start
from ponnuki.processes.programs import find_program
from ponnuki.processes.words import cleaned

KEPT_LINES = 200
"""Lines of stderr that are kept."""
SHOWN_LINES = 5
LONGEST_LINE = 1 << 20
"""Bytes of one line; what is longer is not one."""
SLICE = 1 << 12
"""Bytes handed to the protocol at once: it copies what is left for each line."""
GOING = 0.2
"""Seconds between the end of a program's output and its own."""
PATIENCE = 2.0
"""Seconds for a program to go after `quit`, before it is killed."""
WANTED = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE

Value = TypeVar("Value")


class UciError(PonnukiError):
    """Something about a program; `program` is its command."""

    def __init__(self, program: str, message: str) -> None:
        super().__init__(f"{program}: {cleaned(message)}")
        self.program = program


class UciFailed(UciError):  # noqa: N818 - it names what happened
    """The program has no such option, or not with this value."""


class UciTimeout(UciError):  # noqa: N818
    """The program did not answer in time; it has been killed."""


class UciGarbage(UciError):  # noqa: N818
    """What the program printed is no UCI; it has been killed."""


class UciDied(UciError):  # noqa: N818
    """The program has gone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move as the program wrote it, the seconds that it took, and what it said of the search last."""

    move: str
    seconds: float
    score: chess.engine.PovScore | None
    depth: int | None
    nodes: int | None


class _Protocol(chess.engine.UciProtocol):
    """python-chess's protocol, with the time of a move, its words, and what is written to stderr."""

    def __init__(self, errors: deque[str]) -> None:
        super().__init__()
        self._errors = errors
        self.asked = self.answered = 0.0
        self.best = ""

    def send_line(self, line: str) -> None:
        """Send a line; the clock runs once `go` is sent."""
        super().send_line(line)
        if line.startswith("go"):
            self.asked, self.best = time.monotonic(), ""

    def line_received(self, line: str) -> None:
        """The clock stops when a move is read."""
        word, _, rest = line.strip().partition(" ")
        if word == "bestmove":
            self.answered, self.best = time.monotonic(), rest.split(" ")[0] if rest else ""

    def error_line_received(self, line: str) -> None:
        """Keep what is written to stderr."""
        self._errors.append(cleaned(line))


class _NewGame(chess.engine.BaseCommand[None]):
    """What python-chess does at the first move of a game, before its clock runs."""

    def __init__(self, protocol: _Protocol, game: object) -> None:
        super().__init__(protocol)
        self._protocol, self._game = protocol, game

    def start(self) -> None:
        """Say it."""
        self._protocol.send_line("ucinewgame")
        self._protocol.game, self._protocol.first_game = self._game, False
        self._protocol.send_line("isready")

    def line_received(self, line: str) -> None:
        """Wait."""
        if line.strip() == "readyok" and not self.result.done():
            self.result.set_result(None)
            self.set_finished()


class _Output(asyncio.Protocol):
    """What a program writes, handed to the protocol in slices; whatever that cannot read is kept as a fault."""

    def __init__(self, program: "UciProgram", number: int) -> None:
        self._program, self._number = program, number

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        for place in range(0, len(data), SLICE):
            self._program.receive(self._number, data[place : place + SLICE])

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of stdout is that of the program."""
        if self._number == 1:
            self._program.output_ended()


class _Transport:
    """What python-chess asks of a process."""

    def __init__(self, child: Child, stdin: asyncio.WriteTransport) -> None:
        self._child, self._stdin = child, stdin

    def get_pipe_transport(self, number: int) -> asyncio.WriteTransport:
        return self._stdin

    def get_pid(self) -> int:
        return self._child.process.pid

    def get_returncode(self) -> int:
        code = self._child.process.poll()
        return -1 if code is None else code


class UciProgram:
    """A program under way. `limit` is the time for an answer in seconds; it has said `uciok` when this is made."""

    def __init__(self, command: str | Sequence[str], *, limit: float = 60.0) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self.command = " ".join(words)
        self.limit = limit
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        self._fault = ""
        self._ended = False
        self._child = _start(words)
        logging.getLogger("chess.engine").disabled = True  # it would print what programs write
        self._loop = asyncio.new_event_loop()
        self._transports: list[asyncio.BaseTransport] = []
        try:
            self._protocol = self._loop.run_until_complete(self._connect())
            self._run("uci", lambda: self._protocol.initialize(), limit)
        except BaseException:
            self.kill()
            raise

    async def _connect(self) -> _Protocol:
        protocol, process = _Protocol(self._errors), self._child.process
        assert process.stdin is not None
        stdin, _ = await self._loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)
        protocol.connection_made(_Transport(self._child, stdin))  # type: ignore[arg-type]
        self._protocol = protocol
        self._transports.append(stdin)
        for number, pipe in ((1, process.stdout), (2, process.stderr)):
            transport, _ = await self._loop.connect_read_pipe(lambda number=number: _Output(self, number), pipe)  # type: ignore[misc]
            self._transports.append(transport)
        return protocol

    # ---- asking -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The program's name for itself."""
        return self._protocol.id.get("name", self.command)

    def configure(self, options: Mapping[str, Any]) -> None:
        """Set options, and wait until the program is ready; one that it does not have is a `UciFailed`."""
        self._run("setoption", lambda: self._protocol.configure(options), self.limit)
        self._run("isready", lambda: self._protocol.ping(), self.limit)

    def new_game(self, game: object) -> None:
        """Say that a new game begins, and wait until the program is ready; `game` is what `play` will name it by."""
        self._run(
            "ucinewgame", lambda: self._protocol.communicate(lambda _: _NewGame(self._protocol, game)), self.limit
        )

    def play(self, board: chess.Board, thinking: chess.engine.Limit, *, game: object = None, limit: float) -> Answer:
        """A move for whoever is to move, within `limit` seconds."""
        protocol = self._protocol
        try:
            result = self._run("go", lambda: protocol.play(board, thinking, game=game, info=WANTED), limit)
        except UciGarbage:
            if not protocol.best or self._fault:
                raise
            return Answer(protocol.best, protocol.answered - protocol.asked, None, None, None)  # no legal move
        info = result.info
        move = protocol.best if result.move is None else result.move.uci()
        seconds = protocol.answered - protocol.asked
        return Answer(move, seconds, info.get("score"), info.get("depth"), info.get("nodes"))

    def _run(self, what: str, question: "Any", limit: float) -> Any:
        """The answer to a question within a time; whatever else happens is one of the errors above."""
        if self._ended:
            raise UciDied(self.command, "it has been ended")
        try:
            return self._loop.run_until_complete(_within(question(), limit))
        except TimeoutError:
            self.kill()
            raise UciTimeout(self.command, f"no answer to {what!r} within {limit:g} s") from None
        except chess.engine.EngineTerminatedError:
            raise self._death() from None
        except chess.engine.EngineError as error:
            if self._fault:
                self.kill()
            kind = UciFailed if what == "setoption" else UciGarbage
            raise kind(self.command, self._fault or str(error)) from None

    def _death(self) -> UciDied:
        if self._fault:
            fault = UciGarbage(self.command, self._fault)
            self.kill()
            raise fault
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.process.wait(GOING)
        end = "closed its output" if self.is_running else f"ended with code {self._child.process.returncode}"
        self.kill()
        tail = " | ".join(list(self._errors)[-SHOWN_LINES:])
        return UciDied(self.command, end + (f"; its last words: {tail}" if tail else ""))

    # ---- reading ----------------------------------------------------------------------------------------------

    def receive(self, number: int, data: bytes) -> None:
        """What the program has written to stdout (1) or stderr (2)."""
        if self._fault:
            return
        try:
            self._protocol.pipe_data_received(number, data)
        except Exception as error:  # an assertion of python-chess: an answer to a question that nobody asked
            self._fault = f"it does not keep to UCI ({type(error).__name__}: {error})"
        if len(self._protocol.buffer[number]) > LONGEST_LINE:
            self._fault = "a line without an end"
        if self._fault:
            self.output_ended()

    def output_ended(self) -> None:
        """Tell the protocol that nothing more will come."""
        if not self._protocol.returncode.done():
            self._protocol.connection_lost(None)

    @property
    def errors(self) -> list[str]:
        """The last lines that the program wrote to stderr."""
        return list(self._errors)

    @property
    def is_running(self) -> bool:
        """Whether the program is there."""
        return self._child.is_running

    # ---- ending -----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ask the program to quit, and see that it and its children go."""
        if not self._ended and self.is_running:
            with contextlib.suppress(TimeoutError, asyncio.InvalidStateError, chess.engine.EngineError):
                self._loop.run_until_complete(_within(self._protocol.quit(), PATIENCE))
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End the program and its children at once."""
        if self._ended:
            return
        self._ended = True
        self._child.end()
        for transport in self._transports:
            transport.close()
        self._loop.run_until_complete(_drained())
        self._loop.close()
        for pipe in (self._child.process.stdin, self._child.process.stdout, self._child.process.stderr):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


async def _within(question: Coroutine[Any, Any, Value], limit: float) -> Value:
    return await asyncio.wait_for(question, limit)


async def _drained() -> None:
    """Let transports that were closed say so, and what was being waited for end."""
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    for _ in range(3):
        await asyncio.sleep(0)


def _start(words: Sequence[str]) -> Child:
    path = find_program(words[0]) if words else None
    if path is None:
        raise BadInput(f"no program {words[0] if words else ''!r}: it must be on PATH or in /usr/games, or be a path")
    pipe = subprocess.PIPE
    try:
        return start([path, *words[1:]], stdin=pipe, stdout=pipe, stderr=pipe)
    except OSError as error:
        raise BadInput(f"{' '.join(words)}: cannot be started: {error.strerror}") from None
    except ValueError as error:  # a null character
        raise BadInput(f"{words[0]}: cannot be started: its command has an {error}") from None
