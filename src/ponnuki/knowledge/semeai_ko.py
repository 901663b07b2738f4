"""Whether the ko that a race may come to is near. Start with `ko_is_near`."""

from typing import Any

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_local import COLOR_SHIFT, first_of
from ponnuki.knowledge.semeai_moves import put


@jit
def ko_is_near(local: Any, black: Any, white: Any, rest: Any) -> Any:
    """Whether a ko can be taken by the first or the second move, or by the other side's first.

    With one that comes later it is not sure that it comes at all: a side may have a longer way round it, or the ko
    costs one side nothing and custom decides, as with bent fours.
    """
    first = (rest >> COLOR_SHIFT) & 3
    other = BLACK + WHITE - first
    if takes_ko(local, black, white, rest, first) or takes_ko(local, black, white, rest, other):
        return True
    left = local.points & ~(black | white)
    while left != 0:
        node = first_of(local, left)
        left &= left - 1
        if put(local, black, white, rest, node, first) and takes_ko(
            local, local.after_black, local.after_white, rest, other
        ):
            return True
    return False


@jit
def takes_ko(local: Any, black: Any, white: Any, rest: Any, color: Any) -> Any:
    """Whether a move of a side takes a ko."""
    left = local.points & ~(black | white)
    while left != 0:
        node = first_of(local, left)
        left &= left - 1
        if put(local, black, white, rest, node, color) and local.after_ko != 0:
            return True
    return False
