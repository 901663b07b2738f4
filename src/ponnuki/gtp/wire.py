"""Lines of the Go Text Protocol, version 2: commands, replies and their arguments, for both sides.

A line is cleaned first (`clean_line`: tabs become spaces, control characters and comments go), then read by
`parse_command`. What cannot be read is a `SyntaxFault`, whose text is the error reply that clients expect.
"""

import math
import re
from dataclasses import dataclass

from ponnuki.errors import BadInput
from ponnuki.games.common import Color

MAX_ID_DIGITS = 18
"""The protocol asks for 31 bits; anything longer than this is not an id but nonsense."""
_COLORS: dict[str, Color] = {"b": "b", "black": "b", "w": "w", "white": "w"}
_CONTROL = {code: None for code in (*range(0x20), *range(0x7F, 0xA0), 0xFEFF) if code != 0x0A} | {0x09: " "}
_ID = re.compile(rf"[0-9]{{1,{MAX_ID_DIGITS}}}")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_HUGE = 10**18
_NUMBER = re.compile(r"[+-]?([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})([eE][+-]?[0-9]{1,3})?")


class SyntaxFault(BadInput):
    """Input that is not what the protocol asks for; the message starts as the protocol wants it."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"syntax error: {detail}" if detail else "syntax error")


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its id as the client wrote it ("" if none), its name, and its arguments."""

    id: str
    name: str
    arguments: tuple[str, ...] = ()
    text: str = ""
    """The arguments as they stood, for the ones that may contain spaces."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a program answers."""

    success: bool
    id: str
    text: str


def clean_line(line: str) -> str:
    """A line without its comment, control characters, and space around it."""
    return line.translate(_CONTROL).partition("#")[0].strip()


def parse_command(line: str) -> Command | None:
    """The command on a line; None for a line that is empty or only a comment."""
    words = clean_line(line).split(None, 1)
    if not words:
        return None
    number = ""
    if _ID.fullmatch(words[0]):
        number = words[0]
        words = words[1].split(None, 1) if len(words) > 1 else [""]
    text = words[1] if len(words) > 1 else ""
    return Command(number, words[0], tuple(text.split()), text)


def header(success: bool, number: str) -> str:
    """How a reply starts."""
    return f"{'=' if success else '?'}{number}"


def format_reply(reply: Reply) -> str:
    """A reply as it goes over the wire; empty lines would end it early, so they are left out."""
    first, *rest = (line.rstrip() for line in reply.text.translate(_CONTROL).split("\n"))
    return "\n".join([f"{header(reply.success, reply.id)} {first}", *filter(None, rest), "", ""])


def parse_reply(lines: list[str]) -> Reply:
    """The reply in the lines up to the empty one that ended it."""
    if not lines or lines[0][:1] not in ("=", "?"):
        raise SyntaxFault(f"a reply starts with = or ?, not {(lines or [''])[0][:40]!r}")
    match = re.match(r"[0-9]*", lines[0][1:])
    number = match.group() if match else ""
    text = "\n".join([lines[0][1 + len(number) :].strip(), *lines[1:]])
    return Reply(lines[0][0] == "=", number, text.strip())


def parse_color(word: str) -> Color:
    """b, w, black or white, in any case."""
    try:
        return _COLORS[word.lower()]
    except KeyError:
        raise SyntaxFault("a colour is b, w, black or white") from None


def parse_int(word: str, low: int = -_HUGE, high: int = _HUGE) -> int:
    """A whole number within bounds; one of more than 18 digits is taken as 10^18 with its sign."""
    if not _INTEGER.fullmatch(word):
        raise SyntaxFault("a whole number is wanted")
    value = int(word) if len(word) <= 18 else _HUGE * (-1 if word[0] == "-" else 1)
    if not low <= value <= high:
        raise SyntaxFault(f"a whole number from {low} to {high} is wanted")
    return value


def parse_float(word: str, low: float, high: float) -> float:
    """A number within bounds; nan and infinities are not numbers."""
    value = float(word) if _NUMBER.fullmatch(word) else math.nan
    if not low <= value <= high:
        raise SyntaxFault(f"a number from {low:g} to {high:g} is wanted")
    return value
