"""Tables of commands: a name, what its arguments are called, and the function that answers it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ponnuki.engine.session import Session
from ponnuki.games.common import Color
from ponnuki.gtp.wire import Command, SyntaxFault, parse_color


@dataclass(frozen=True, slots=True)
class Signals:
    """What the reader of input tells a command that is under way."""

    arrived: threading.Event
    """There is input: analysis and pondering end."""
    interrupted: threading.Event
    """The controller sent `# interrupt`: a search for a move ends with the best move so far."""
    gone: threading.Event
    """Nobody waits for answers any more: everything ends."""

    @classmethod
    def new(cls) -> "Signals":
        """Signals that nobody has given."""
        return cls(threading.Event(), threading.Event(), threading.Event())

    def leave(self) -> None:
        """The controller has gone: whatever is under way ends."""
        for signal in (self.gone, self.interrupted, self.arrived):
            signal.set()


@dataclass(frozen=True, slots=True)
class Call:
    """One command under way."""

    session: Session
    command: Command
    signals: Signals
    stream: Callable[[str], None]
    """Writes one line of the reply at once; an empty one only starts the reply."""
    note: Callable[[str], None]
    """Writes lines to stderr, where GoGui reads live graphics."""
    table: "Table"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words after the command's name."""
        return self.command.arguments

    def color(self, number: int = 0) -> Color:
        """An argument that is a colour."""
        return parse_color(self.arguments[number])


Answer = Callable[[Call], str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One command. Arguments in brackets may be left out; a name that ends in dots stands for any number."""

    name: str
    usage: str
    answer: Answer
    quick: bool = False
    """Whether it needs neither a board nor a player: it is answered while they are still being loaded."""

    def run(self, call: Call) -> str:
        """The text of the reply, once the number of arguments is right and there is what the command needs."""
        words = self.usage.split()
        least = sum(not word.startswith("[") for word in words)
        most = None if any("..." in word for word in words) else len(words)
        count = len(call.arguments)
        if count < least or (most is not None and count > most):
            raise SyntaxFault(f"{self.name} {self.usage}".rstrip())
        if not self.quick:
            call.session.be_ready()
        return self.answer(call)


class Table:
    """Commands by name."""

    def __init__(self, *parts: "Table") -> None:
        self._entries: dict[str, Entry] = {name: entry for part in parts for name, entry in part._entries.items()}

    def command(self, *names: str, usage: str = "", quick: bool = False) -> Callable[[Answer], Answer]:
        """Register a function under one or more names."""

        def register(answer: Answer) -> Answer:
            for name in names:
                self._entries[name] = Entry(name, usage, answer, quick)
            return answer

        return register

    def __iter__(self) -> Iterator[Entry]:
        return iter(sorted(self._entries.values(), key=lambda entry: entry.name))

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def get(self, name: str) -> Entry | None:
        """The command of this name, if there is one."""
        return self._entries.get(name)
