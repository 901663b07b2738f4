"""Talk to a GTP program: start it, ask it, outlive it.

    with GtpProgram("gnugo --mode gtp", limit=60) as program:
        program.ask("boardsize 9")
        move = program.ask("genmove b")

A program may print rubbish, hang, die or leave children behind. Each of these has an answer: lines before a reply are
ignored, a command has a time limit, a death is reported with the last lines of its stderr, and the program is ended
with all its children when we close it or exit, or are killed ourselves (`ponnuki.processes`).
"""

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Self

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.gtp.wire import Reply, parse_reply
from ponnuki.processes.child import Child, start
from ponnuki.processes.programs import find_program
from ponnuki.processes.words import cleaned

KEPT_LINES = 200
"""Lines of stderr that are kept."""
SHOWN_LINES = 5
SHOWN_RUBBISH = 60
"""Characters of a line that is no reply."""
LONGEST_LINE = 1 << 16
"""Bytes of one line; the rest of a longer one is a line of its own."""
WAITING_LINES = 1000
"""Lines of output that wait to be read; a program that prints more has to wait itself."""
LONGEST_REPLY, LINE_COST = 1 << 20, 32
"""Characters of a reply, each line counting some more; what is longer is not one."""
GOING = 0.2
"""Seconds between the end of a program's output and its own."""
PATIENCE = 2.0
"""Seconds for a program to go after `quit`, before it is killed."""


class GtpError(PonnukiError):
    """Something about a program; `program` is its command."""

    def __init__(self, program: str, message: str) -> None:
        super().__init__(f"{program}: {cleaned(message)}")
        self.program = program


class GtpFailed(GtpError):  # noqa: N818 - it names what happened
    """The program answered with an error."""

    def __init__(self, program: str, command: str, message: str) -> None:
        super().__init__(program, f"{command!r} failed: {message}")
        self.command = command
        self.message = message


class GtpTimeout(GtpError):  # noqa: N818
    """The program did not answer in time; it has been killed."""


class GtpGarbage(GtpError):  # noqa: N818
    """What the program printed cannot be a reply; it has been killed."""


class GtpDied(GtpError):  # noqa: N818
    """The program has gone."""


class GtpProgram:
    """A program under way. `limit` is the time for a command in seconds, None for as long as it takes."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        limit: float | None = 60.0,
        folder: Path | None = None,
        name: str | None = None,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = name or " ".join(words)
        self.limit = limit
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._number = 0
        self._rubbish = ""
        self._ended = threading.Event()
        self._child = _start(words, folder)
        self._process = self._child.process
        self._readers = [
            _in_background(self._read_replies, self._process.stdout),
            _in_background(self._read_errors, self._process.stderr),
        ]

    # ---- asking -----------------------------------------------------------------------------------------------

    def ask(self, command: str, limit: float | None = None) -> str:
        """The text of the answer; `GtpFailed`, `GtpTimeout` or `GtpDied` if there is none."""
        self._number += 1
        self._rubbish = ""
        self._send(f"{self._number} {command}")
        reply = self._answer(command, str(self._number), limit if limit is not None else self.limit)
        if not reply.success:
            raise GtpFailed(self.name, command, reply.text)
        return reply.text

    def knows(self, command: str) -> bool:
        """Whether the program has a command."""
        try:
            return self.ask(f"known_command {command}").strip().lower() == "true"
        except GtpFailed:
            return False

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._death() from None

    def _answer(self, command: str, number: str, limit: float | None) -> Reply:
        deadline = None if limit is None else time.monotonic() + limit
        while True:
            reply = parse_reply(self._reply_lines(command, deadline, limit))
            if reply.id in ("", number):
                return reply

    def _reply_lines(self, command: str, deadline: float | None, limit: float | None) -> list[str]:
        """The lines of the next reply, rubbish before it left out."""
        lines: list[str] = []
        length = 0
        while True:
            line = self._next_line(command, deadline, limit)
            if lines and not line:
                return lines
            if lines or line[:1] in ("=", "?"):
                lines.append(line)
                length += len(line) + LINE_COST
            elif line.strip():
                self._rubbish = line
            if length > LONGEST_REPLY:
                self.kill()
                raise GtpGarbage(self.name, f"an answer to {command!r} without an end")

    def _next_line(self, command: str, deadline: float | None, limit: float | None) -> str:
        try:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:  # also when it prints without end, and there is always a line to read
                raise queue.Empty
            line = self._lines.get(timeout=left)
        except queue.Empty:
            self.kill()
            message = f"no answer to {command!r} within {limit:g} s"
            if self._rubbish:
                raise GtpGarbage(self.name, f"{message}, but {self._rubbish[:SHOWN_RUBBISH]!r}") from None
            raise GtpTimeout(self.name, message) from None
        if line is None:
            raise self._death()
        return line

    def _death(self) -> GtpDied:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOING)
        end = "closed its output" if self.is_running else f"ended with code {self._process.returncode}"
        self.kill()
        tail = " | ".join(list(self._errors)[-SHOWN_LINES:])
        return GtpDied(self.name, end + (f"; its last words: {tail}" if tail else ""))

    # ---- reading ----------------------------------------------------------------------------------------------

    def _read_replies(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._hand_over(_text(line))
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _read_errors(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._errors.append(cleaned(_text(line)))

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
        if self.is_running:
            with contextlib.suppress(GtpError):
                self.ask("quit", PATIENCE)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End the program and its children at once."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._child.end()
        for reader, stream in zip(self._readers, (self._process.stdout, self._process.stderr), strict=True):
            reader.join(PATIENCE)
            if stream is not None and not reader.is_alive():
                stream.close()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _start(words: Sequence[str], folder: Path | None) -> Child:
    path = find_program(words[0]) if words else None
    if path is None:
        raise BadInput(f"no program {words[0] if words else ''!r}: it must be on PATH or in /usr/games, or be a path")
    pipe = subprocess.PIPE
    try:
        return start([path, *words[1:]], folder=folder, stdin=pipe, stdout=pipe, stderr=pipe)
    except OSError as error:
        raise BadInput(f"{' '.join(words)}: cannot be started: {error.strerror}") from None
    except ValueError as error:  # a null character
        raise BadInput(f"{words[0]}: cannot be started: its command has an {error}") from None


def _in_background(read: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=read, args=(stream,), daemon=True)
    thread.start()
    return thread


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").replace("\t", " ").rstrip("\r\n")
