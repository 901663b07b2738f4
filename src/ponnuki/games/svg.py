"""What pictures of boards and shapes are made of: colours, stones, hatching, text. All of it is SVG.

A picture in a file has colours of its own (`LIGHT`, `DARK`, `PRINT`); one inside a page takes those of the page
(`PAGE`), which can change between light and dark without a new picture.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from html import escape

CELL = 32
"""Units between neighbours."""
STONE_RADIUS = 0.43 * CELL
HATCHING = "hatch"
"""The name of the pattern for what is off the board."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, as SVG takes them."""

    line: str
    ink: str
    """Black stones, and what is written."""
    paper: str
    """White stones."""
    rim: str
    """Around stones."""
    wood: str
    good: str
    bad: str
    off: str
    off_line: str
    mark: str
    """The last move, and what else stands out."""
    label: str
    """Coordinates."""
    heat: str


LIGHT = Palette(
    line="#8a6d3b",
    ink="#1a1a1a",
    paper="#ffffff",
    rim="#1a1a1a",
    wood="#f2d9a6",
    good="#1b7f3b",
    bad="#b3261e",
    off="#d9d9d9",
    off_line="#9a9a9a",
    mark="#c62828",
    label="#5c4a28",
    heat="#0072b2",
)
DARK = Palette(
    line="#a38c60",
    ink="#0c0c0c",
    paper="#e8e6e1",
    rim="#7d7d7d",
    wood="#4a3d28",
    good="#6fcf8a",
    bad="#ff8a80",
    off="#5a5a5a",
    off_line="#9a9a9a",
    mark="#ff7043",
    label="#c9b58a",
    heat="#56b4e9",
)
PRINT = Palette(
    line="#555555",
    ink="#000000",
    paper="#ffffff",
    rim="#000000",
    wood="#ffffff",
    good="#000000",
    bad="#000000",
    off="#eeeeee",
    off_line="#999999",
    mark="#777777",
    label="#000000",
    heat="#888888",
)
"""Black and white."""
PAGE = Palette(**{field.name: f"var(--board-{field.name.replace('_', '-')})" for field in fields(Palette)})


def variables(palette: Palette) -> str:
    """The colours as a page's style sheet sets them for `PAGE`."""
    return "".join(f"--board-{one.name.replace('_', '-')}:{getattr(palette, one.name)};" for one in fields(palette))


def number(value: float) -> str:
    """A coordinate."""
    return f"{value:.2f}"


def element(name: str, attributes: Mapping[str, str | float], inside: str = "") -> str:
    """One element; attributes are escaped, `inside` is SVG already."""
    texts = {key: value if isinstance(value, str) else number(value) for key, value in attributes.items()}
    told = "".join(f' {key}="{escape(text)}"' for key, text in texts.items())
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def document(width: float, height: float, title: str, parts: Iterable[str], colours: Palette) -> str:
    """A picture that stands alone in a page or in a file."""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.2f} {height:.2f}"'
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f"<defs>{_hatching(colours)}</defs>",
        f'<rect width="100%" height="100%" rx="6" fill="{colours.wood}"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(drawn) + "\n"


def _hatching(colours: Palette) -> str:
    return (
        f'<pattern id="{HATCHING}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="6" height="6" fill="{colours.off}"/>'
        f'<line x1="0" y1="0" x2="0" y2="6" stroke="{colours.off_line}" stroke-width="2"/></pattern>'
    )


def line(start: tuple[float, float], end: tuple[float, float], stroke: str, width: float = 1) -> str:
    """From one place to another."""
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return element("line", ends | {"stroke": stroke, "stroke-width": f"{width:g}"})


def circle(x: float, y: float, radius: float, fill: str, **more: str) -> str:
    """A disc; further attributes with `_` for `-`."""
    given = {key.rstrip("_").replace("_", "-"): value for key, value in more.items()}
    about: dict[str, str | float] = {"cx": x, "cy": y, "r": radius, "fill": fill}
    return element("circle", {**about, **given})


def stone(x: float, y: float, is_black: bool, colours: Palette, name: str) -> str:
    """A stone of a colour, in a class."""
    fill = colours.ink if is_black else colours.paper
    return circle(x, y, STONE_RADIUS, fill, class_=name, stroke=colours.rim, stroke_width="1.5")


def text(x: float, y: float, words: str, size: float, fill: str, **more: str) -> str:
    """Words in the middle of a place."""
    given = {key.rstrip("_").replace("_", "-"): value for key, value in more.items()}
    about: dict[str, str | float] = {"x": x, "y": y + 0.36 * size, "font-size": f"{size:g}", "fill": fill}
    more_about = {"font-family": "sans-serif", "text-anchor": "middle"}
    return element("text", {**about, **more_about, **given}, escape(words))
