"""The shapes of a player, as spec files have them."""

from collections.abc import Mapping
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.neighbourhood import Neighbourhood
from ponnuki.knowledge.shape_text import read_shape, read_text, write_rows
from ponnuki.knowledge.shapes import MOST_SHAPES, Shape


def read_shapes(listed: Any, around: Neighbourhood) -> tuple[Shape, ...]:
    """Canonical shapes from tables with a text or a mask, and a bias; an error names which of them is wrong."""
    if not isinstance(listed, list | tuple):
        raise BadInput("shapes must be a list of tables: [[shapes]], each with a text and a bias")
    if len(listed) > MOST_SHAPES:
        raise BadInput(f"shapes: a player has at most {MOST_SHAPES}, not {len(listed)}")
    shapes: list[Shape] = []
    for number, values in enumerate(listed, 1):
        try:
            shape = read_shape(values, around)
        except BadInput as error:
            raise BadInput(f"shapes: number {number}: {error}") from None
        masks = [known.mask for known in shapes]
        if shape.mask in masks:
            same = masks.index(shape.mask) + 1
            raise BadInput(
                f"shapes: number {number} is the same as number {same}, turned or not; give one bias to both"
            )
        shapes.append(shape)
    return tuple(shapes)


def shape_toml(values: Mapping[str, Any], around: Neighbourhood) -> list[str]:
    """The lines of one `[[shapes]]` table, the text as it is drawn."""
    rows = write_rows(read_text(values["text"], around), around)
    return ["[[shapes]]", f"bias = {values['bias']!r}", "text = '''", *rows, "'''"]
