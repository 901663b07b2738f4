"""Which rules of Havannah are in force, and which sizes a board can have."""

from dataclasses import dataclass

from ponnuki.errors import BadInput

MIN_SIZE, MAX_SIZE = 2, 10
"""Cells of a side; people play on 4 to 10, the smaller ones can be solved."""


@dataclass(frozen=True, slots=True)
class Rules:
    """White begins; a ring, a bridge or a fork wins; a full board without one is a draw.

    With `swap` the second player may, instead of the first move, take over the stone that is there: it becomes Black,
    and White moves again.
    """

    swap: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.swap, bool):
            raise BadInput(f"swap must be True or False, not {self.swap!r}")


RULE_NAMES = {"plain": Rules(), "swap": Rules(swap=True)}
"""What a spec calls them."""


def check_size(size: int) -> int:
    """The size itself, if a board can have it."""
    if not isinstance(size, int) or not MIN_SIZE <= size <= MAX_SIZE:
        raise BadInput(f"a Havannah board has sides of {MIN_SIZE} to {MAX_SIZE} cells, not {size!r}")
    return size
