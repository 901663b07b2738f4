"""Pictures for GoGui: what a search thinks, as its graphics commands.

`search_graphics` is the answer to an analyze command; while a move is being searched for, the same lines go to stderr
(GoGui's live graphics) if they have been switched on.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ponnuki.engine.table import Call
from ponnuki.engine.thinker import OnReport
from ponnuki.games.common import Color
from ponnuki.search.report import MoveReport, SearchReport

LIVE_EVERY = 0.5
"""Seconds between two live pictures; GoGui draws slowly."""
LONGEST_VARIATION = 12
MOST_LABELS = 20
LEAST_SHARE = 0.02
"""A move with fewer visits than this part of the best one's is not shown: its value says nothing yet."""
SHADES = ("#ccffcc", "#99ee99", "#66cc66", "#339933")
"""Colours of points, from few visits to many. Shades lie under the labels of GoGui; its influence squares would cover
them."""


def search_graphics(report: SearchReport, color: Color) -> str:
    """The expected variation, how often each move was tried (shade and label), most first, and a status."""
    points = shown_points(report)
    lines = [_variation(report, color), *_shades(points)]
    if points:
        lines.append("LABEL " + " ".join(f"{m.move} {_short(m.visits)}" for m in points[:MOST_LABELS]))
    lines.append(f"TEXT {summary(report)}")
    return "\n".join(line for line in lines if line)


def shown_points(report: SearchReport) -> list[MoveReport]:
    """The moves on the board that were tried often enough, most visits first."""
    points = sorted((move for move in report.moves if move.move != "pass"), key=lambda move: -move.visits)
    return [move for move in points if move.visits > LEAST_SHARE * points[0].visits]


def _shades(points: list[MoveReport]) -> list[str]:
    by_shade: dict[str, list[str]] = {}
    for move in points:
        share = move.visits / points[0].visits
        by_shade.setdefault(SHADES[min(int(share * len(SHADES)), len(SHADES) - 1)], []).append(move.move)
    return [f"COLOR {shade} {' '.join(moves)}" for shade, moves in by_shade.items()]


def summary(report: SearchReport) -> str:
    """A search in one line."""
    best = f", {' '.join(report.best.variation[:LONGEST_VARIATION])}" if report.moves else ""
    return f"{report.simulations} simulations in {report.seconds:.1f} s, win rate {report.value:.1%}{best}"


def _variation(report: SearchReport, color: Color) -> str:
    if not report.moves or report.best.move == "pass":
        return ""
    colors = (color, "w" if color == "b" else "b")
    moves = report.best.variation[:LONGEST_VARIATION]
    return "VAR " + " ".join(f"{colors[i % 2]} {move}" for i, move in enumerate(moves))


def _short(number: int) -> str:
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number // size}{letter}"
    return str(number)


@contextmanager
def live_graphics(call: Call) -> Iterator[OnReport | None]:
    """Shows a search while it runs, and clears the board after it; None if nobody asked for it."""
    if not call.session.live_graphics:
        yield None
        return
    color, last = call.color(), -LIVE_EVERY

    def show(report: SearchReport) -> None:
        nonlocal last
        if time.monotonic() - last >= LIVE_EVERY:
            last = time.monotonic()
            call.note(f"gogui-gfx:\n{search_graphics(report, color)}\n")

    try:
        yield show
    finally:
        call.note("gogui-gfx: CLEAR")
