"""Shapes: masks laid over the board around a move, each with a bias for the moves that they fit.

    Shape(frozenset({((0, 1), "O"), ((1, 0), "X")}), bias=20.0)

says: where the other has a stone above the move and the mover one to its right, behave as if the move had won 20
simulations before. A negative bias means lost ones. Colours are relative to the mover, cells that the mask does not
name may be anything, and all symmetries of a game's `Neighbourhood` count as one: `canonical` picks one of them.

Next: `shape_text.py` for how people write them, `shape_match.py` for how the search finds them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Self

from ponnuki.errors import BadInput
from ponnuki.games.neighbourhood import Neighbourhood, Offset

OWN, OTHER, EMPTY, OFF, STONE = "X", "O", ".", "#", "*"
CELLS = (OWN, OTHER, EMPTY, OFF, STONE)
"""What a mask can ask of a point: the mover's stone, the other's, none, off the board, a stone of either colour."""
JOKER, MOVE = "?", "+"
MOST_BIAS = 1000.0
"""Virtual simulations (a guess at what anybody wants); a node has room for about four times as many in all."""
MOST_SHAPES = 500
"""Of one player: kernels have room for so many."""

Mask = frozenset[tuple[Offset, str]]


@dataclass(frozen=True, slots=True)
class Shape:
    """A mask and what it is worth: virtual simulations, won if positive, lost if negative."""

    mask: Mask
    bias: float

    def __post_init__(self) -> None:
        if not self.mask:
            raise BadInput("a shape needs at least one cell that is not a joker")
        if unknown := sorted({str(cell) for _, cell in self.mask} - set(CELLS)):
            raise BadInput(f"{unknown[0]!r} is no cell of a shape: it must be one of {' '.join(CELLS)}")
        if len({offset for offset, _ in self.mask}) < len(self.mask):
            raise BadInput("a shape asks two things of the same point")
        if not isfinite(self.bias) or self.bias == 0 or abs(self.bias) > MOST_BIAS:
            raise BadInput(f"the bias of a shape must be from -{MOST_BIAS:g} to {MOST_BIAS:g} and not 0: {self.bias}")

    def to_json(self) -> dict[str, Any]:
        """As JSON has it, the cells in order."""
        return {"mask": [[*offset, cell] for offset, cell in sorted(self.mask)], "bias": self.bias}

    @classmethod
    def from_json(cls, values: Any) -> Self:
        """The inverse of `to_json`."""
        if not isinstance(values, dict) or set(values) != {"mask", "bias"}:
            raise BadInput("a shape has a mask and a bias, and nothing else")
        return cls(read_mask(values["mask"]), read_bias(values["bias"]))


def read_mask(cells: Any) -> Mask:
    """A mask from `[[1, 0, "X"], …]`: two numbers and a cell for each point."""
    listed = list(cells) if isinstance(cells, Iterable) and not isinstance(cells, str) else [cells]
    for entry in listed:
        if (
            not isinstance(entry, list | tuple)
            or len(entry) != 3
            or any(isinstance(part, bool) or not isinstance(part, int) for part in entry[:2])
            or not isinstance(entry[2], str)
        ):
            raise BadInput(f'a cell of a mask must look like [1, 0, "X"], not {str(entry)[:40]!r}')
    mask = frozenset(((right, up), cell) for right, up, cell in listed)
    if len(mask) < len(listed):
        raise BadInput("a mask names a point twice")
    return mask


def read_bias(value: Any) -> float:
    """A bias as files have it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"the bias of a shape must be a number, not {str(value)[:40]!r}")
    return float(value)


def variants(mask: Mask, neighbourhood: Neighbourhood) -> list[Mask]:
    """All different masks that the symmetries make of one, in a fixed order."""
    check_offsets(mask, neighbourhood)
    turned = (frozenset((turn(offset), cell) for offset, cell in mask) for turn in neighbourhood.symmetries)
    return sorted(set(turned), key=lambda one: _key(one, neighbourhood))


def canonical(shape: Shape, neighbourhood: Neighbourhood) -> Shape:
    """The one among the symmetries of a shape that stands for all of them."""
    return Shape(variants(shape.mask, neighbourhood)[0], shape.bias)


def check_offsets(mask: Mask, neighbourhood: Neighbourhood) -> None:
    """See that a mask stays within the surroundings that a game has."""
    for offset in sorted(offset for offset, _ in mask):
        if offset not in neighbourhood.index:
            radius = len(neighbourhood.rings)
            raise BadInput(f"[{offset[0]}, {offset[1]}] is not around a move: the distance must be 1 to {radius}")


def _key(mask: Mask, neighbourhood: Neighbourhood) -> list[tuple[int, int]]:
    return sorted((neighbourhood.index[offset], CELLS.index(cell)) for offset, cell in mask)
