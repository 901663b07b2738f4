"""Boards as pictures, the same for pages, reports and files: SVG, crisp at any size.

The marks are those that Go players know: a ring on the last move, numbered stones for a variation, discs of a colour
for how much a search looks at a move, letters on stones that a text speaks of, squares around points. Points that can
be played are elements of class `point` with the move in `data-move`: a page listens to clicks on them. Continuations
that a page may show for a move are there, hidden: groups of class `line` with the move in `data-line`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ponnuki.games.common import Color
from ponnuki.games.grid import CORNERS, Grid, Place
from ponnuki.games.svg import CELL, LIGHT, STONE_RADIUS, Palette, circle, document, element, line, stone, text

MARGIN = 0.8
"""Around the outermost points and coordinates, in cells."""
FAINT, STRONG = 0.15, 0.85
"""How opaque the coolest and the hottest move are."""


@dataclass(frozen=True, slots=True)
class Heat:
    """How hot a move is, from 0 to 1, and a short text in its place."""

    strength: float
    words: str = ""
    best: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What is shown on a board beside its stones."""

    last: str | None = None
    heat: Mapping[str, Heat] | None = None
    variation: Sequence[tuple[Color, str]] = ()
    playable: Collection[str] = ()
    lines: Mapping[str, Sequence[tuple[Color, str]]] | None = None
    """What is expected after a move, that move first."""
    letters: Mapping[str, str] | None = None
    """On stones or points."""
    squares: Collection[str] = ()


NOTHING = Marks()


def draw_board(
    grid: Grid, stones: Mapping[str, Color], marks: Marks = NOTHING, title: str = "board", colours: Palette = LIGHT
) -> str:
    """A picture of a board."""
    places = [*grid.places.values(), *(place for _, place in grid.labels)]
    left, top = (min(place[axis] for place in places) - MARGIN for axis in (0, 1))
    width, height = (max(place[axis] for place in places) + MARGIN - start for axis, start in ((0, left), (1, top)))
    at = {move: _scaled(place, left, top) for move, place in grid.places.items()}
    parts = [
        *(_cells(grid, at, colours) if grid.hexagonal else _lines(grid, at, colours)),
        *(circle(*at[move], 0.1 * CELL, colours.line, class_="dot") for move in grid.dots),
        *(text(*_scaled(place, left, top), words, 11, colours.label) for words, place in grid.labels),
        *(stone(*at[move], color == "b", colours, "black" if color == "b" else "white")
          for move, color in stones.items()),
        *_last(marks.last, stones, at, colours),
        *_letters(marks, stones, at, colours),
        *_group("heats", _heat(marks, stones, at, colours)),
        *_group("kept", _variation(marks.variation, stones, at, colours)),
        *(part for move, line in (marks.lines or {}).items()
          for part in _group("line", _variation(line, stones, at, colours), move)),
        *(_hit(move, at[move]) for move in marks.playable if move in at and move not in stones),
    ]  # fmt: skip
    return document(width * CELL, height * CELL, title, parts, colours)


def _scaled(place: Place, left: float, top: float) -> Place:
    return (place[0] - left) * CELL, (place[1] - top) * CELL


def _lines(grid: Grid, at: Mapping[str, Place], colours: Palette) -> list[str]:
    """One line through each row and each column of points."""
    drawn = []
    for axis in (0, 1):
        together: dict[float, list[Place]] = {}
        for place in at.values():
            together.setdefault(round(place[axis], 3), []).append(place)
        drawn += [line(min(points), max(points), colours.line) for points in together.values()]
    return drawn


def _cells(grid: Grid, at: Mapping[str, Place], colours: Palette) -> list[str]:
    """A hexagon for each cell, and the edges that belong to a player."""
    drawn = [
        element("polygon", {"points": " ".join(f"{x:.2f},{y:.2f}" for x, y in _corners(at[move])), "fill": "none",
                            "stroke": colours.line, "class": "cell"})
        for move in grid.places
    ]  # fmt: skip
    for color, move, edge in grid.borders:
        corners = _corners(at[move])
        fill = colours.ink if color == "b" else colours.paper
        drawn.append(line(corners[edge], corners[(edge + 1) % 6], colours.rim, 5.5))
        drawn.append(line(corners[edge], corners[(edge + 1) % 6], fill, 4))
    return drawn


def _corners(middle: Place) -> list[Place]:
    return [(middle[0] + CELL * x, middle[1] + CELL * y) for x, y in CORNERS]


def _last(last: str | None, stones: Mapping[str, Color], at: Mapping[str, Place], colours: Palette) -> list[str]:
    """A ring on the last stone."""
    if last is None or last not in stones:
        return []
    ring = circle(*at[last], 0.5 * STONE_RADIUS, "none", class_="last", stroke=colours.mark, stroke_width="2.5")
    return [ring]


def _group(name: str, parts: Sequence[str], move: str = "") -> list[str]:
    """Some parts together; those of a move are hidden."""
    about = {"class": name} | ({"data-line": move, "display": "none"} if move else {})
    return [element("g", about, "".join(parts))] if parts else []


def _letters(marks: Marks, stones: Mapping[str, Color], at: Mapping[str, Place], colours: Palette) -> list[str]:
    """What a text calls a stone or a point by, and squares around points."""
    side = 1.5 * STONE_RADIUS
    drawn = [
        element("rect", {"x": at[move][0] - side / 2, "y": at[move][1] - side / 2, "width": side, "height": side,
                         "fill": "none", "stroke": colours.mark, "stroke-width": "2.5", "class": "square"})
        for move in marks.squares if move in at
    ]  # fmt: skip
    inks = {"b": colours.paper, "w": colours.ink}
    for move, letter in (marks.letters or {}).items():
        if move in at and move != marks.last:
            ink = inks[stones[move]] if move in stones else colours.mark
            drawn.append(text(*at[move], letter, 14, ink, class_="letter"))
    return drawn


def _heat(marks: Marks, stones: Mapping[str, Color], at: Mapping[str, Place], colours: Palette) -> list[str]:
    drawn = []
    for move, heat in (marks.heat or {}).items():
        if move not in at or move in stones:
            continue
        x, y = at[move]
        opacity = FAINT + (STRONG - FAINT) * min(1.0, max(0.0, heat.strength))
        drawn.append(circle(x, y, 0.97 * STONE_RADIUS, colours.wood))
        rim = {"stroke": colours.mark, "stroke_width": "2.5"} if heat.best else {}
        drawn.append(circle(x, y, STONE_RADIUS, colours.heat, class_="heat", fill_opacity=f"{opacity:.2f}", **rim))
        if heat.words:
            drawn.append(text(x, y, heat.words, 11, colours.paper if opacity > 0.5 else colours.label))
    return drawn


def _variation(
    moves: Sequence[tuple[Color, str]], stones: Mapping[str, Color], at: Mapping[str, Place], colours: Palette
) -> list[str]:
    """Stones to come, each with its number."""
    drawn, taken = [], set(stones)
    for number, (color, move) in enumerate(moves, start=1):
        if move not in at or move in taken:
            continue
        taken.add(move)
        x, y = at[move]
        drawn.append(stone(x, y, color == "b", colours, "to-come"))
        drawn.append(text(x, y, str(number), 13, colours.paper if color == "b" else colours.ink))
    return drawn


def _hit(move: str, place: Place) -> str:
    """What takes the clicks on a point."""
    about = {"class": "point", "data-move": move, "fill-opacity": "0"}
    at = {"cx": place[0], "cy": place[1], "r": 0.5 * CELL}
    return element("circle", {**about, **at}, f"<title>{escape(move)}</title>")
