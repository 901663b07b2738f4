"""Shapes as pictures: SVG that stands alone in a page or in a file.

Own stones are black, the other's white, stones of either colour half and half; empty points show the board, what is
off the board is hatched, jokers are faint. The move is a cross, green where the shape is good and red where it is bad.
"""

from itertools import combinations
from math import dist

from ponnuki.games.neighbourhood import CENTRE, Neighbourhood, Offset
from ponnuki.games.svg import CELL, HATCHING, LIGHT, STONE_RADIUS, Palette, circle, document, line, stone, text
from ponnuki.knowledge.shape_text import describe, radius_of
from ponnuki.knowledge.shapes import EMPTY, OFF, OTHER, OWN, STONE, Shape


def draw_shape(shape: Shape, neighbourhood: Neighbourhood, colours: Palette = LIGHT) -> str:
    """The picture of a shape."""
    cells = dict(shape.mask)
    offsets = [offset for row in neighbourhood.rows(radius_of(shape.mask, neighbourhood)) for offset in row]
    places = {offset: neighbourhood.place(offset) for offset in offsets}
    right, down = (max(place[axis] for place in places.values()) + 0.75 for axis in (0, 1))
    at = {o: ((x + right) * CELL, (y + down) * CELL) for o, (x, y) in places.items()}
    drawn = [
        *_lines([o for o in offsets if cells.get(o) != OFF], at, places, colours),
        *(_cell(cells.get(o), *at[o], colours) for o in offsets if o != CENTRE),
        _move(shape, *at[CENTRE], colours),
    ]
    return document(2 * right * CELL, 2 * down * CELL, describe(shape, neighbourhood), drawn, colours)


def _lines(
    offsets: list[Offset],
    at: dict[Offset, tuple[float, float]],
    places: dict[Offset, tuple[float, float]],
    colours: Palette,
) -> list[str]:
    """A line between each two neighbours."""
    return [
        line(at[a], at[b], colours.line)
        for a, b in combinations(offsets, 2)
        if abs(dist(places[a], places[b]) - 1) < 0.01
    ]


def _cell(cell: str | None, x: float, y: float, colours: Palette) -> str:
    radius = STONE_RADIUS
    if cell == OWN:
        return stone(x, y, True, colours, "own")
    if cell == OTHER:
        return stone(x, y, False, colours, "other")
    if cell == STONE:
        half = f"M{x:.2f} {y - radius:.2f}a{radius:.2f} {radius:.2f} 0 0 0 0 {2 * radius:.2f}z"
        white = circle(x, y, radius, colours.paper, stroke=colours.rim, stroke_width="1.5")
        return f'<g class="stone">{white}<path d="{half}" fill="{colours.ink}"/></g>'
    if cell == EMPTY:
        return circle(x, y, 0.12 * CELL, colours.wood, class_="empty", stroke=colours.label, stroke_width="1.5")
    if cell == OFF:
        return circle(x, y, 0.5 * CELL, f"url(#{HATCHING})", class_="off")
    faint = circle(x, y, 0.34 * CELL, colours.wood)
    return faint + text(x, y, "?", 14, colours.line, fill_opacity="0.6")


def _move(shape: Shape, x: float, y: float, colours: Palette) -> str:
    arm, color = 0.26 * CELL, colours.good if shape.bias > 0 else colours.bad
    cross = f"M{x - arm:.2f} {y:.2f}h{2 * arm:.2f}M{x:.2f} {y - arm:.2f}v{2 * arm:.2f}"
    disc = circle(x, y, STONE_RADIUS, colours.wood, stroke=color, stroke_width="2")
    return f'<g class="move">{disc}<path d="{cross}" stroke="{color}" stroke-width="4" fill="none"/></g>'
