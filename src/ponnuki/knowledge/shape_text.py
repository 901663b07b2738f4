"""Shapes as text that people can write: rows of cells as they are drawn, the move `+` in the middle.

    X O ?        X own        . empty
    O + .        O other      # off the board
    ? . ?        * any stone  ? anything

Rows end with a line or with `|`, spaces do not matter, and the number of rows says how far the shape reaches. Which
cells a row has is for the game to say: three each in the smallest shapes of a square board, two, three and two in those
of a board of hexagons.
"""

from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.neighbourhood import CENTRE, Neighbourhood
from ponnuki.knowledge.shapes import CELLS, JOKER, MOVE, Mask, Shape, canonical, check_offsets, read_bias, read_mask

_SYMBOLS = (JOKER, *CELLS, MOVE)


def read_text(text: str, neighbourhood: Neighbourhood) -> Mask:
    """The mask of a text."""
    lines = ["".join(line.split()) for line in text.replace("|", "\n").splitlines()]
    lines = [line for line in lines if line]
    drawn = {len(rows): rows for rows in map(neighbourhood.rows, range(1, len(neighbourhood.rings) + 1))}
    if len(lines) not in drawn:
        raise BadInput(f"a shape has {_either([str(n) for n in drawn])} rows, not {len(lines)}")
    mask = set()
    for number, (line, row) in enumerate(zip(lines, drawn[len(lines)], strict=True), 1):
        if unknown := [symbol for symbol in line if symbol not in _SYMBOLS]:
            raise BadInput(f"row {number} of a shape contains {unknown[0]!r}: a cell is one of {' '.join(_SYMBOLS)}")
        if len(line) != len(row):
            raise BadInput(f"row {number} of a shape has {len(line)} cells; of {len(lines)} rows it has {len(row)}")
        for offset, symbol in zip(row, line, strict=True):
            if (offset == CENTRE) != (symbol == MOVE):
                raise BadInput(f"row {number} of a shape: {MOVE} must stand in the middle of the shape and only there")
            if symbol not in (JOKER, MOVE):
                mask.add((offset, symbol))
    return frozenset(mask)


def write_rows(mask: Mask, neighbourhood: Neighbourhood) -> list[str]:
    """The rows of a mask, no more than it needs, spaced and indented as they are drawn."""
    check_offsets(mask, neighbourhood)
    cells: dict[Any, str] = dict(mask) | {CENTRE: MOVE}
    rows = neighbourhood.rows(radius_of(mask, neighbourhood))
    left = min(neighbourhood.place(row[0])[0] for row in rows)
    return [
        " " * round(2 * (neighbourhood.place(row[0])[0] - left)) + " ".join(cells.get(o, JOKER) for o in row)
        for row in rows
    ]


def write_text(mask: Mask, neighbourhood: Neighbourhood) -> str:
    """A mask in one line."""
    return "|".join(row.replace(" ", "") for row in write_rows(mask, neighbourhood))


def radius_of(mask: Mask, neighbourhood: Neighbourhood) -> int:
    """How far a mask reaches."""
    return max((neighbourhood.distance[offset] for offset, _ in mask), default=1)


def describe(shape: Shape, neighbourhood: Neighbourhood) -> str:
    """One line for people: `good shape XO?|O+.|?.? (+20)`."""
    kind = "good" if shape.bias > 0 else "bad"
    return f"{kind} shape {write_text(shape.mask, neighbourhood)} ({shape.bias:+g})"


def read_shape(values: Any, neighbourhood: Neighbourhood) -> Shape:
    """A canonical shape from what a file has: `text` or `mask`, and `bias`."""
    if isinstance(values, Shape):
        return canonical(values, neighbourhood)
    if not isinstance(values, dict) or set(values) not in ({"text", "bias"}, {"mask", "bias"}):
        raise BadInput("a shape has a text (or a mask) and a bias, and nothing else")
    if "mask" in values:
        mask = read_mask(values["mask"])
    elif isinstance(values["text"], str):
        mask = read_text(values["text"], neighbourhood)
    else:
        raise BadInput(f"the text of a shape must be text, not {str(values['text'])[:40]!r}")
    return canonical(Shape(mask, read_bias(values["bias"])), neighbourhood)


def write_shape(shape: Shape, neighbourhood: Neighbourhood) -> dict[str, Any]:
    """A shape as files have it."""
    return {"text": write_text(shape.mask, neighbourhood), "bias": shape.bias}


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
