"""Vertices as the Go Text Protocol writes them: a letter without I, a number from below, or "pass"."""

import re

from ponnuki.errors import BadInput
from ponnuki.games.common import OffBoard
from ponnuki.games.go.coords import from_gtp
from ponnuki.gtp.wire import SyntaxFault

_VERTEX = re.compile(r"[A-HJ-Z][0-9]{1,9}", re.IGNORECASE)


def is_vertex(word: str) -> bool:
    """Whether a word looks like a vertex, on the board or off it."""
    return word.lower() == "pass" or _VERTEX.fullmatch(word) is not None


def parse_vertex(word: str, size: int) -> str:
    """A vertex on the board, in capitals, or "pass"; `OffBoard` for one that the board does not have."""
    if not is_vertex(word):
        raise SyntaxFault("a vertex looks like D4, or is pass")
    try:
        from_gtp(word, size)
    except BadInput as error:
        raise OffBoard(str(error)) from None
    return "pass" if word.lower() == "pass" else word[0].upper() + str(int(word[1:]))
