"""Which rules of slow Havannah playouts are on (`havannah_slow` has them); nothing here needs compiled code."""

from dataclasses import dataclass

from ponnuki.errors import BadInput

ALWAYS = 255
"""The value of `rings` with which a ring always ends a playout."""


@dataclass(frozen=True, slots=True)
class SlowRules:
    """Which rules are on."""

    win: bool = True
    stop: bool = True
    connect: bool = True
    reply: bool = True
    local: int = 0
    """Percent of the moves that are left to chance which are played next to the last stone."""
    rings: int = ALWAYS
    """Moves of a playout after which a ring no longer ends it. The rules `win` and `stop` still look at rings then."""

    def __post_init__(self) -> None:
        if not 0 <= self.local <= 100:
            raise BadInput("playout.local is a number of percent, from 0 to 100")
        if not 0 <= self.rings <= ALWAYS:
            raise BadInput("playout.rings is a number of moves, from 0 to 255")
