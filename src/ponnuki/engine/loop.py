"""The conversation: lines in, replies out. Start reading at `converse`.

A thread reads the input so that a search can be stopped by it; commands run one after another in the thread that
called. Nothing that a controller sends ends the conversation but `quit` and the end of input.

Where the end of input comes together with the last commands, the input is a script: all its commands are answered.
Where it comes later, the controller has gone; so it has where nobody reads the output any more after the end of input.
Then a search that is under way ends, and commands that have not begun are dropped. Ctrl-C and SIGTERM do the same
(`interruption`). A last line without a newline is complete with the end of input, and is always answered.
"""

import contextlib
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable
from io import BytesIO, RawIOBase

from ponnuki.engine.interruption import heeded
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Entry, Signals, Table
from ponnuki.errors import PonnukiError
from ponnuki.games.common import IllegalMove
from ponnuki.gtp.wire import Command, Reply, format_reply, header, parse_command

Write = Callable[[str], None]

QUIT = "quit"
INTERRUPT = "# interrupt"
CHUNK = 1 << 16
"""Bytes to read at most at once."""
SCRIPT_ENDS_WITHIN = 2.0
"""Seconds between the last line of a script and its end, at most; a guess that allows for a busy machine."""
_log = logging.getLogger(__name__)


def _to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Engine:
    """Answers lines, one at a time."""

    def __init__(
        self,
        session: Session,
        write: Write,
        signals: Signals | None = None,
        note: Write = _to_stderr,
        table: Table | None = None,
    ) -> None:
        self.session = session
        self.signals = signals or Signals.new()
        self._write = write
        self._note = note
        self._table = table or session.part.commands()

    def handle(self, line: str) -> bool:
        """Answer a line; False after `quit`."""
        command = parse_command(line)
        if command is None:
            return True
        entry = self._table.get(command.name)
        if entry is None:
            self._write(format_reply(Reply(False, command.id, "unknown command")))
        else:
            self._answer(command, entry)
        return command.name != QUIT or entry is None

    def _answer(self, command: Command, entry: Entry) -> None:
        streamed = _Stream(self._write, command.id)
        call = Call(self.session, command, self.signals, streamed.line, self._note, self._table)
        success, text = self._attempt(call, entry)
        if streamed.started:
            streamed.end(text if success else "")
        else:
            self._write(format_reply(Reply(success, command.id, text)))

    def _attempt(self, call: Call, entry: Entry) -> tuple[bool, str]:
        try:
            return True, entry.run(call)
        except IllegalMove as error:
            _log.info("%s", error)
            return False, "illegal move"  # exactly: controllers compare
        except PonnukiError as error:
            return False, str(error)
        except Exception as error:
            _log.exception("a fault in the program, command %s", entry.name)
            return False, f"internal error: {type(error).__name__}: {error}"


class _Stream:
    """A reply that is written line by line while its command runs."""

    def __init__(self, write: Write, number: str) -> None:
        self.started = False
        self._write = write
        self._id = number

    def line(self, text: str) -> None:
        start = "" if self.started else f"{header(True, self._id)}\n"
        self.started = True
        self._write(f"{start}{text}\n" if text else start)

    def end(self, text: str) -> None:
        self._write(f"{text}\n\n" if text else "\n")


class Input:
    """Lines of a byte stream, read ahead by a thread that signals what arrives.

    The stream must be unbuffered: its `read` returns what there is. The thread still waits in it when the program ends,
    and a buffered stream would be locked then, which Python answers by aborting.
    """

    def __init__(
        self, stream: RawIOBase | BytesIO, signals: Signals, until_unread: Callable[[], None] | None = None
    ) -> None:
        self._stream = stream
        self._signals = signals
        self._until_unread = until_unread
        self._last_input = time.monotonic()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        threading.Thread(target=self._read, name="gtp-input", daemon=True).start()

    def next(self) -> str | None:
        """The next line; None at the end of input."""
        line = self._lines.get()
        with self._lock:
            if self._lines.empty() and line is not None:
                self._signals.arrived.clear()
        if line is not None and _is_interrupt(line):
            self._signals.interrupted.clear()
        return line

    def _read(self) -> None:
        rest = b""
        with contextlib.suppress(OSError, ValueError):  # closed while reading: the end of input
            while data := self._stream.read(CHUNK):
                self._last_input = time.monotonic()
                *lines, last = data.split(b"\n")
                for line in lines:
                    self._put((rest + line).decode("utf-8", "replace"))
                    rest = b""
                rest += last
        if time.monotonic() - self._last_input > SCRIPT_ENDS_WITHIN:
            self._forget()
        if rest:
            self._put(rest.decode("utf-8", "replace"))
        self._put(None)
        if self._until_unread is not None:
            self._until_unread()
            self.leave()

    def leave(self) -> None:
        """Behave as if the input had ended now."""
        self._forget()
        self._put(None)

    def _forget(self) -> None:
        """Forget the lines that have not been taken yet, and end what is under way."""
        with self._lock, contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        self._signals.leave()

    def _put(self, line: str | None) -> None:
        with self._lock:
            self._lines.put(line)
            self._signals.arrived.set()
        if line is not None and _is_interrupt(line):
            self._signals.interrupted.set()


def _is_interrupt(line: str) -> bool:
    return line.strip() == INTERRUPT


def converse(
    session: Session,
    source: RawIOBase | BytesIO,
    write: Write,
    until_unread: Callable[[], None] | None = None,
) -> None:
    """Talk until `quit` or the end of input, thinking ahead while there is none if the session wants that.

    `until_unread` returns when nobody reads what is written any more. Kernels are loaded after the first answer.
    An interruption is raised when the conversation has ended.
    """
    signals = Signals(threading.Event(), threading.Event(), session.gone)
    lines = Input(source, signals, until_unread)
    engine = Engine(session, write, signals)
    with heeded(lines.leave), contextlib.closing(session):
        going = True
        while going:
            session.think_ahead(signals.arrived)
            line = lines.next()
            going = line is not None and engine.handle(line)
            if going:
                session.load()
