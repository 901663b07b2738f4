"""What rules of games on hexagons share: the swap, and sizes that are cells of a side."""

from dataclasses import dataclass

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class SwapRules:
    """Whether the second player may, instead of the first move, take over the stone that is there."""

    swap: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.swap, bool):
            raise BadInput(f"swap must be True or False, not {self.swap!r}")


def check_side(title: str, size: int, least: int, most: int) -> int:
    """The size itself, if a board of that game can have it."""
    if not isinstance(size, int) or not least <= size <= most:
        raise BadInput(f"a {title} board has sides of {least} to {most} cells, not {size!r}")
    return size
