"""Shapes as pictures: SVG that stands alone in a page or in a file.

Own stones are black, the other's white, stones of either colour half and half; empty points show the board, what is
off the board is hatched, jokers are faint. The move is a cross, green where the shape is good and red where it is bad.
"""

from itertools import combinations
from math import dist

from ponnuki.games.neighbourhood import CENTRE, Neighbourhood, Offset
from ponnuki.knowledge.shape_text import describe, radius_of
from ponnuki.knowledge.shapes import EMPTY, OFF, OTHER, OWN, STONE, Shape

_CELL = 32
"""Pixels between neighbours."""
_LINE, _INK, _WOOD, _GOOD, _BAD = "#8a6d3b", "#1a1a1a", "#f2d9a6", "#1b7f3b", "#b3261e"
_STYLE = f'stroke="{_INK}" stroke-width="1.5"'
_HATCH = (
    '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#d9d9d9"/><line x1="0" y1="0" x2="0" y2="6" stroke="#9a9a9a" stroke-width="2"/>'
    "</pattern>"
)


def draw_shape(shape: Shape, neighbourhood: Neighbourhood) -> str:
    """The picture of a shape."""
    cells = dict(shape.mask)
    offsets = [offset for row in neighbourhood.rows(radius_of(shape.mask, neighbourhood)) for offset in row]
    places = {offset: neighbourhood.place(offset) for offset in offsets}
    right, down = (max(place[axis] for place in places.values()) + 0.75 for axis in (0, 1))
    width, height = 2 * right * _CELL, 2 * down * _CELL
    at = {o: ((x + right) * _CELL, (y + down) * _CELL) for o, (x, y) in places.items()}
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.2f} {height:.2f}" role="img">',
        f"<title>{describe(shape, neighbourhood)}</title>",
        f"<defs>{_HATCH}</defs>",
        f'<rect width="100%" height="100%" rx="6" fill="{_WOOD}"/>',
        *_lines([o for o in offsets if cells.get(o) != OFF], at, places),
        *(_cell(cells.get(o), *at[o]) for o in offsets if o != CENTRE),
        _move(shape, *at[CENTRE]),
        "</svg>",
    ]
    return "\n".join(drawn) + "\n"


def _lines(
    offsets: list[Offset], at: dict[Offset, tuple[float, float]], places: dict[Offset, tuple[float, float]]
) -> list[str]:
    """A line between each two neighbours."""
    return [
        f'<line x1="{at[a][0]:.2f}" y1="{at[a][1]:.2f}" x2="{at[b][0]:.2f}" y2="{at[b][1]:.2f}" stroke="{_LINE}"/>'
        for a, b in combinations(offsets, 2)
        if abs(dist(places[a], places[b]) - 1) < 0.01
    ]


def _cell(cell: str | None, x: float, y: float) -> str:
    radius = 0.43 * _CELL
    circle = f'cx="{x:.2f}" cy="{y:.2f}"'
    if cell == OWN:
        return f'<circle class="own" {circle} r="{radius:.2f}" fill="{_INK}" {_STYLE}/>'
    if cell == OTHER:
        return f'<circle class="other" {circle} r="{radius:.2f}" fill="#ffffff" {_STYLE}/>'
    if cell == STONE:
        half = f"M{x:.2f} {y - radius:.2f}a{radius:.2f} {radius:.2f} 0 0 0 0 {2 * radius:.2f}z"
        white = f'<circle {circle} r="{radius:.2f}" fill="#ffffff" {_STYLE}/>'
        return f'<g class="stone">{white}<path d="{half}" fill="{_INK}"/></g>'
    if cell == EMPTY:
        return f'<circle class="empty" {circle} r="{0.12 * _CELL:.2f}" fill="{_WOOD}" {_STYLE}/>'
    if cell == OFF:
        return f'<circle class="off" {circle} r="{0.5 * _CELL:.2f}" fill="url(#hatch)"/>'
    faint = f'<circle {circle} r="{0.34 * _CELL:.2f}" fill="{_WOOD}"/>'
    text = f'font-family="sans-serif" font-size="14" fill="{_LINE}" fill-opacity="0.6" text-anchor="middle"'
    return f'{faint}<text x="{x:.2f}" y="{y + 5:.2f}" {text}>?</text>'


def _move(shape: Shape, x: float, y: float) -> str:
    arm, color = 0.26 * _CELL, _GOOD if shape.bias > 0 else _BAD
    cross = f"M{x - arm:.2f} {y:.2f}h{2 * arm:.2f}M{x:.2f} {y - arm:.2f}v{2 * arm:.2f}"
    disc = (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{0.43 * _CELL:.2f}" fill="{_WOOD}" stroke="{color}" stroke-width="2"/>'
    )
    return f'<g class="move">{disc}<path d="{cross}" stroke="{color}" stroke-width="4" fill="none"/></g>'
