"""Intervals as SVG, for notebooks: one bar for each, on one scale, with the thresholds between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, LABEL, NUMBERS, ROW, MARGIN = 720, 180, 190, 26, 12
"""Pixels: the picture, the names at its left, the numbers at its right, one row, and around it."""
INK, FAINT, COLOURS = "#404040", "#9a9a9a", {"accepted": "#009e73", "dropped": "#d55e00"}
OPEN = "#0072b2"
LONGEST_NAME = 26
"""Characters of a name that fit beside its bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A rate within its interval; `mark` decides its colour and is written beside it."""

    name: str
    rate: float
    low: float
    high: float
    mark: str = ""


def draw_intervals(bars: Sequence[Bar], lines: Sequence[float] = (0.5,)) -> str:
    """The picture; `lines` are rates that are worth comparing with."""
    low = min([bar.low for bar in bars] + list(lines), default=0.0)
    high = max([bar.high for bar in bars] + list(lines), default=1.0)
    room = 0.05 * (high - low) or 0.05
    scale = _Scale(max(0.0, low - room), min(1.0, high + room))
    height = ROW * (len(bars) + 1) + 2 * MARGIN
    foot = height - MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
             f'viewBox="0 0 {WIDTH} {height}" font-size="12" role="img">']  # fmt: skip
    for value in lines:
        x = scale.at(value)
        parts.append(f'<line x1="{x:.1f}" y1="{MARGIN}" x2="{x:.1f}" y2="{foot - 14}" stroke="{FAINT}" '
                     f'stroke-dasharray="4 3"/>')  # fmt: skip
    for value in _apart(lines, scale):
        parts.append(f'<text x="{scale.at(value):.1f}" y="{foot}" fill="{FAINT}" text-anchor="middle">{value:g}</text>')
    parts += [_bar(bar, MARGIN + ROW * place + ROW / 2, scale) for place, bar in enumerate(bars)]
    return "\n".join([*parts, "</svg>"])


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    def at(self, value: float) -> float:
        return LABEL + (WIDTH - LABEL - NUMBERS) * (value - self.low) / (self.high - self.low)


def _apart(lines: Sequence[float], scale: _Scale) -> list[float]:
    """The lines whose labels do not run into each other."""
    kept: list[float] = []
    for value in sorted(lines):
        if not kept or scale.at(value) - scale.at(kept[-1]) > 40:
            kept.append(value)
    return kept


def _bar(bar: Bar, y: float, scale: _Scale) -> str:
    colour = COLOURS.get(bar.mark, OPEN)
    name = bar.name if len(bar.name) <= LONGEST_NAME else f"{bar.name[: LONGEST_NAME - 1]}…"
    numbers = f"{bar.rate:.3f} [{bar.low:.3f}, {bar.high:.3f}] {bar.mark}"
    left, right, middle = scale.at(bar.low), scale.at(bar.high), scale.at(bar.rate)
    return (
        f'<text x="{LABEL - 8}" y="{y + 4:.1f}" fill="{INK}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{left:.1f}" y="{y - 5:.1f}" width="{max(right - left, 1):.1f}" height="10" rx="3" fill="{colour}" '
        f'fill-opacity="0.35"/>'
        f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        f'<text x="{WIDTH - NUMBERS + 8}" y="{y + 4:.1f}" fill="{INK}">{escape(numbers)}</text>'
    )
