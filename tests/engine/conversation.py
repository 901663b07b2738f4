"""Conversations stored as text: what was said, and what was answered.

A line that starts with `> ` is sent (with Python's escapes, so that a script can hold any character); the lines after
it, up to an empty one, are the whole reply. A reply line that starts with `~` is a regular expression, one that starts
with `~*` stands for any number of such lines. `#` lines are comments; the first may set up the session:
`# session: size=5 simulations=8`.

`python tests/engine/conversation.py FILE...` writes today's replies into the files, to be read and then committed.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from random_player import new_session

from ponnuki.engine.loop import Engine
from ponnuki.engine.session import Session

SCRIPTS = Path(__file__).parent / "scripts"
PROMPT = "> "


@dataclass(frozen=True)
class Exchange:
    said: str
    answered: list[str]
    line: int


def settings(text: str) -> dict[str, int | float]:
    """What the first line sets up."""
    first = text.split("\n", 1)[0]
    if not first.startswith("# session:"):
        return {}
    pairs = (word.split("=") for word in first.removeprefix("# session:").split())
    return {key: float(value) if "." in value else int(value) for key, value in pairs}


def exchanges(text: str) -> Iterator[Exchange]:
    """What was said and answered, in order."""
    said, answered, number = "", [], 0
    for line_number, line in enumerate([*text.split("\n"), PROMPT], start=1):
        if line.startswith(PROMPT.rstrip()):
            if number:
                yield Exchange(said, answered, number)
            said, answered, number = line[len(PROMPT) :].encode().decode("unicode_escape"), [], line_number
        elif line and not line.startswith("#"):
            answered.append(line.rstrip())


def matches(expected: list[str], lines: list[str]) -> bool:
    if not expected:
        return not lines
    want, *rest = expected
    if want.startswith("~*"):
        fits = bool(lines) and re.fullmatch(want[2:].strip(), lines[0]) is not None
        return matches(rest, lines) or (fits and matches(expected, lines[1:]))
    fits = bool(lines) and (want == lines[0] or (want[0] == "~" and bool(re.fullmatch(want[1:].strip(), lines[0]))))
    return fits and matches(rest, lines[1:])


class Partner:
    """Sends lines to an engine whose analysis is interrupted at once, and keeps what it writes."""

    def __init__(self, session: Session) -> None:
        self.written: list[str] = []
        self.noted: list[str] = []
        self.engine = Engine(session, self.written.append, note=self.noted.append)
        self.engine.signals.arrived.set()
        self.going = True

    def say(self, line: str) -> str:
        """All that is written in answer to a line."""
        self.written.clear()
        self.going = self.engine.handle(line)
        return "".join(self.written)


def reply_lines(raw: str) -> list[str]:
    return [line.rstrip() for line in raw.split("\n") if line]


def check(path: Path, make: Callable[[str], Session]) -> None:
    """Hold a conversation again, in the session that its text asks for, and compare every reply."""
    text = path.read_text(encoding="utf-8")
    partner = Partner(make(text))
    for exchange in exchanges(text):
        lines = reply_lines(partner.say(exchange.said))
        assert matches(exchange.answered, lines), f"{path.name}:{exchange.line}: {exchange.said!r} gave {lines}"


def rewrite(path: Path, make: Callable[[str], Session]) -> None:
    """Write today's replies into a script."""
    text = path.read_text(encoding="utf-8")
    partner = Partner(make(text))
    replies = {exchange.line: (exchange, reply_lines(partner.say(exchange.said))) for exchange in exchanges(text)}
    lines = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), start=1):
        if number in replies:
            exchange, reply = replies[number]
            kept = exchange.answered if matches(exchange.answered, reply) else reply
            lines += [line, *kept, ""]
        elif line.startswith("#"):
            lines.append(line)
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name), lambda text: new_session(**settings(text)))
