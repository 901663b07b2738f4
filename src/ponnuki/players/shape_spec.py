"""The shapes of a player, as spec files have them and as its search uses them."""

from collections.abc import Mapping
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD as GO
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD as HAVANNAH
from ponnuki.games.neighbourhood import Neighbourhood
from ponnuki.kernels.records import Records
from ponnuki.knowledge.priors import both, no_knowledge
from ponnuki.knowledge.shape_match import MOST_SHAPES, new_shapes
from ponnuki.knowledge.shape_text import read_shape, read_text, write_rows
from ponnuki.knowledge.shapes import Shape

NEIGHBOURHOODS: Mapping[str, Neighbourhood] = {"go": GO, "havannah": HAVANNAH}


def read_shapes(listed: Any, game: str) -> tuple[Shape, ...]:
    """Canonical shapes from tables with a text or a mask, and a bias; an error names which of them is wrong."""
    if not isinstance(listed, list | tuple):
        raise BadInput("shapes must be a list of tables: [[shapes]], each with a text and a bias")
    if len(listed) > MOST_SHAPES:
        raise BadInput(f"shapes: a player has at most {MOST_SHAPES}, not {len(listed)}")
    shapes: list[Shape] = []
    for number, values in enumerate(listed, 1):
        try:
            shape = read_shape(values, NEIGHBOURHOODS[game])
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


def shape_toml(values: Mapping[str, Any], game: str) -> list[str]:
    """The lines of one `[[shapes]]` table, the text as it is drawn."""
    neighbourhood = NEIGHBOURHOODS[game]
    rows = write_rows(read_text(values["text"], neighbourhood), neighbourhood)
    return ["[[shapes]]", f"bias = {values['bias']!r}", "text = '''", *rows, "'''"]


def with_shapes(knowledge: Records | None, shapes: tuple[Shape, ...], game: str, size: int) -> Records:
    """What a search knows of moves with some shapes added; None is nothing."""
    if not shapes:
        return no_knowledge() if knowledge is None else knowledge
    found = new_shapes(shapes, NEIGHBOURHOODS[game], size)
    return found if knowledge is None else both(knowledge, found)
