"""How much the priors of Hex count (`hex_priors` has them); nothing here needs compiled code."""

from dataclasses import dataclass

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class PriorWeights:
    """Virtual visits, all won."""

    swap: float = 30.0
    """Of the swap: it is looked at first, and kept only if it is good (a guess, as in Havannah)."""
    connect: float = 10.0
    """Of a move that keeps a bridge which the last stone attacks (a race accepted it beside
    none: docs/hex.md)."""

    def __post_init__(self) -> None:
        if min(self.swap, self.connect) < 0:
            raise BadInput("weights of priors must not be negative")
