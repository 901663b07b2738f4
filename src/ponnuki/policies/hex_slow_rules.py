"""Which rules of slow Hex playouts are on (`hex_slow` has them); nothing here needs compiled code."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlowRules:
    """Which rules are on."""

    connect: bool = True
    reply: bool = True
