"""Which rules of Hex are in force, and which sizes a board can have."""

from dataclasses import dataclass

from ponnuki.games.hexagons.rules import SwapRules, check_side

MIN_SIZE, MAX_SIZE = 2, 19
"""Cells of a side; people play on 11, 13, 14 and 19, those up to 5 can be solved here."""


@dataclass(frozen=True, slots=True)
class Rules(SwapRules):
    """Black begins and joins the first row with the last, White the first column with the last; there are no draws.

    With `swap` the second player may, instead of the first move, take over the stone that is there: it becomes White
    and goes to the cell where it is worth as much to White as it was to Black (column and row exchanged), and Black
    moves again.
    """


RULE_NAMES = {"plain": Rules(), "swap": Rules(swap=True)}
"""What a spec calls them."""


def check_size(size: int) -> int:
    """The size itself, if a board can have it."""
    return check_side("Hex", size, MIN_SIZE, MAX_SIZE)
