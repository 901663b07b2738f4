"""How much the priors of Havannah count (`havannah_priors` has them); nothing here needs compiled code."""

from dataclasses import dataclass

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class HavannahPriors:
    """Virtual visits, all won; 0 switches one off."""

    swap: float = 30.0
    """Of the swap: it is looked at first, and kept only if it is good (a guess)."""
    keep: float = 0.0
    """Of the move that joins two own chains which the other's last stone tries to keep apart."""
    join: float = 0.0
    """For each own chain, side or corner beyond the first that the move touches or is a bridge away from."""
    near: float = 0.0
    """Of a move beside the other's last stone, or a bridge away from it."""
    around: float = 0.0
    """Of a move for each own stone within two cells."""

    def __post_init__(self) -> None:
        if min(self.swap, self.keep, self.join, self.near, self.around) < 0:
            raise BadInput("weights of priors must not be negative")
