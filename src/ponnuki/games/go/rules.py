"""Which rules of Go are in force."""

from dataclasses import dataclass
from typing import Literal, get_args

from ponnuki.errors import BadInput

Ko = Literal["simple", "positional", "situational"]

MIN_SIZE, MAX_SIZE = 2, 25


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that programs differ in; scoring is always by area (Tromp-Taylor).

    `ko`: `simple` forbids only the immediate recapture of a single stone; `positional` forbids any repetition of
    the board, `situational` any repetition of the board with the same player to move. `suicide` allows a move that
    removes the mover's own stones. Passing is always legal; two passes end the game.
    """

    ko: Ko = "positional"
    suicide: bool = False

    def __post_init__(self) -> None:
        if self.ko not in get_args(Ko):
            raise BadInput(f"unknown ko rule {self.ko!r}: it must be one of {', '.join(get_args(Ko))}")
        if not isinstance(self.suicide, bool):
            raise BadInput(f"suicide must be True or False, not {self.suicide!r}")


def check_size(size: int) -> int:
    """The size itself, if a board can have it."""
    if not isinstance(size, int) or not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"board size must be a whole number from {MIN_SIZE} to {MAX_SIZE}, not {size!r}")
    return size


SIMPLE_KO = Rules("simple")
RULE_NAMES = {
    "Chinese": Rules("positional", suicide=False),
    "Tromp-Taylor": Rules("positional", suicide=True),
    "AGA": Rules("situational", suicide=False),
    "NZ": Rules("situational", suicide=True),
    "Area, simple ko": Rules("simple", suicide=False),
    "Area, simple ko, suicide": Rules("simple", suicide=True),
}
"""SGF names that say which moves are legal; a game with any other name is replayed under simple ko."""
