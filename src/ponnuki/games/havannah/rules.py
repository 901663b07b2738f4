"""Which rules of Havannah are in force, and which sizes a board can have."""

from dataclasses import dataclass

from ponnuki.games.hexagons.rules import SwapRules, check_side

MIN_SIZE, MAX_SIZE = 2, 10
"""Cells of a side; people play on 4 to 10, the smaller ones can be solved."""


@dataclass(frozen=True, slots=True)
class Rules(SwapRules):
    """White begins; a ring, a bridge or a fork wins; a full board without one is a draw.

    With `swap` the second player may, instead of the first move, take over the stone that is there: it becomes Black,
    and White moves again.
    """


RULE_NAMES = {"plain": Rules(), "swap": Rules(swap=True)}
"""What a spec calls them."""


def check_size(size: int) -> int:
    """The size itself, if a board can have it."""
    return check_side("Havannah", size, MIN_SIZE, MAX_SIZE)
