"""An atlas on one page: how it was made, and pictures of its strongest, most frequent and most harmful surroundings.

Own stones are black, the other's white; his last move, in a reply, has a dot. The move is a green cross where its
surroundings make it more likely, a red one where less. What is off the board is hatched.
"""

from collections.abc import Mapping
from html import escape
from math import exp
from pathlib import Path
from typing import Any

from ponnuki.knowledge.atlas.file import Atlas
from ponnuki.knowledge.atlas.rings import ENDS, OFFSETS

_CELL = 18
_LINE, _INK, _WOOD, _GOOD, _BAD = "#8a6d3b", "#1a1a1a", "#f2d9a6", "#1b7f3b", "#b3261e"
_TITLES = {
    "strongest": "Strongest: what a move gains most by",
    "frequent": "Most frequent: what is played most often",
    "harmful": "Most harmful: there often, hardly ever played",
}
_STYLE = """
:root { color-scheme: light }
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 1180px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.6em; margin-bottom: .2em } h2 { font-size: 1.15em; margin: 1.8em 0 .6em }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 14px }
figure { margin: 0; border: 1px solid #ddd; border-radius: 8px; padding: 8px; text-align: center }
figure svg { width: 100%; max-width: 190px } figcaption { font-size: 12.5px; color: #444 }
figcaption b { color: #1a1a1a } p.about { color: #444; margin: 0 }
"""  # noqa: E501
_HATCH = (
    '<svg width="0" height="0" style="position:absolute"><defs><pattern id="off" width="5" height="5" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#ddd"/>'
    '<line x1="0" y1="0" x2="0" y2="5" stroke="#aaa" stroke-width="2"/></pattern></defs></svg>'
)


def page(atlas: Atlas) -> str:
    """The page as HTML that needs nothing else."""
    about, name = atlas.about, escape(Path(atlas.name).stem)
    parts = [
        f"<h1>Atlas {name}</h1>",
        f'<p class="about">{escape(summary(about))}</p>',
        _HATCH,
    ]
    for kind, title in _TITLES.items():
        figures = "\n".join(_figure(picture) for picture in about["pictures"][kind])
        parts += [f"<h2>{escape(title)}</h2>", f'<div class="grid">\n{figures}\n</div>']
    head = f'<meta charset="utf-8"><title>Atlas {name}</title><style>{_STYLE}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def summary(about: Mapping[str, Any]) -> str:
    """How an atlas was made, in two sentences."""
    size = about["size"]
    return (
        f"{about['kept']:,} shapes and replies of {about['games']:,} games on {size}x{size} ({about['positions']:,} "
        f"moves), each played at least {about['support']} times. Weights were fitted to {about['sample_games']:,} "
        f"games ({about['sample_positions']:,} positions, {about['passes']} "
        f"{'pass' if about['passes'] == 1 else 'passes'})."
    )


def _factor(value: float) -> str:
    """A number to three digits, without an exponent where it is large."""
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if value >= 100 else digits


def _figure(picture: Mapping[str, Any]) -> str:
    share = picture["played"] / max(picture["available"], 1)
    kind = "reply" if "L" in picture["cells"] else "shape"
    caption = (
        f"<b>×{_factor(exp(picture['weight']))}</b> · played {picture['played']:,} of {picture['available']:,} times "
        f"({share:.2%}) · {kind} of {ENDS[picture['level']]} points"
    )
    return f"<figure>{draw(picture['cells'], picture['weight'] > 0)}<figcaption>{caption}</figcaption></figure>"


def draw(cells: str, good: bool) -> str:
    """The picture of surroundings, as SVG; what is not known to be the board is left blank."""
    known = dict(zip(OFFSETS, cells, strict=False)) | {(0, 0): "+"}
    reach = max(max(abs(row), abs(column)) for row, column in known)
    side = (2 * reach + 1) * _CELL
    at = {(row, column): ((column + reach + 0.5) * _CELL, (reach - row + 0.5) * _CELL) for row, column in known}
    squares = [_square(cell, *at[offset]) for offset, cell in known.items()]
    lines = [_lines(offset, known, at) for offset, cell in known.items() if cell != "#"]
    stones = [_stone(cell, *at[offset]) for offset, cell in known.items() if cell in "XOL"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img">'
        f"{''.join(squares)}{''.join(lines)}{''.join(stones)}{_move(*at[0, 0], good)}</svg>"
    )


def _square(cell: str, x: float, y: float) -> str:
    half = _CELL / 2
    fill = "url(#off)" if cell == "#" else _WOOD
    return f'<rect x="{x - half:g}" y="{y - half:g}" width="{_CELL}" height="{_CELL}" fill="{fill}"/>'


def _lines(
    offset: tuple[int, int], known: Mapping[tuple[int, int], str], at: Mapping[tuple[int, int], tuple[float, float]]
) -> str:
    """Half a line to each side, unless the board ends there."""
    (row, column), (x, y), half = offset, at[offset], _CELL / 2
    ends = [
        (x + half * right, y - half * up)
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if known.get((row + up, column + right)) != "#"
    ]
    path = "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for to_x, to_y in ends)
    return f'<path d="{path}" stroke="{_LINE}" fill="none"/>'


def _stone(cell: str, x: float, y: float) -> str:
    fill = _INK if cell == "X" else "#fff"
    dot = f'<circle cx="{x:g}" cy="{y:g}" r="{0.15 * _CELL:g}" fill="{_BAD}"/>' if cell == "L" else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{0.45 * _CELL:g}" fill="{fill}" stroke="{_INK}"/>{dot}'


def _move(x: float, y: float, good: bool) -> str:
    arm, color = 0.28 * _CELL, _GOOD if good else _BAD
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{0.44 * _CELL:g}" fill="#fff" stroke="{color}" stroke-width="1.5"/>'
    cross = f"M{x - arm:g} {y:g}h{2 * arm:g}M{x:g} {y - arm:g}v{2 * arm:g}"
    return f'{disc}<path d="{cross}" stroke="{color}" stroke-width="3"/>'
