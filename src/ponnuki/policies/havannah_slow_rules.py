"""Which rules of slow Havannah playouts are on (`havannah_slow` has them); nothing here needs compiled code."""

from dataclasses import dataclass

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class SlowRules:
    """Which rules are on."""

    win: bool = True
    stop: bool = True
    connect: bool = True
    reply: bool = True
    local: int = 0
    """Percent of the moves that are left to chance which are played next to the last stone."""
    rings: int = 255
    """Moves of a playout after which a ring no longer ends it: most rings of random stones are rings that nobody would
    allow. 255 is always."""

    def __post_init__(self) -> None:
        if not 0 <= self.local <= 100:
            raise BadInput("playout.local is a number of percent, from 0 to 100")
        if not 0 <= self.rings <= 255:
            raise BadInput("playout.rings is a number of moves, from 0 to 255")
