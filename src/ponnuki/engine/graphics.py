"""Pictures for GoGui: what a search thinks, as its graphics commands.

`search_graphics` is the answer to an analyze command; while a move is being searched for, the same lines go to stderr
(GoGui's live graphics) if they have been switched on.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ponnuki.engine.table import Call
from ponnuki.engine.thinker import OnReport, Ownership
from ponnuki.games.common import Color
from ponnuki.search.report import MoveReport, SearchReport

LIVE_EVERY = 0.5
"""Seconds between two live pictures; GoGui draws slowly."""
LONGEST_VARIATION = 12
MOST_LABELS = 20


def search_graphics(report: SearchReport, color: Color) -> str:
    """The expected variation, how good each move is (influence) and how often it was tried (label), and a status."""
    points = [move for move in report.moves if move.move != "pass" and move.visits > 0]
    lines = [_variation(report, color)]
    if points:
        lines.append("INFLUENCE " + " ".join(f"{m.move} {_goodness(m, color):.2f}" for m in points))
        lines.append("LABEL " + " ".join(f"{m.move} {_short(m.visits)}" for m in points[:MOST_LABELS]))
    lines.append(f"TEXT {summary(report)}")
    return "\n".join(line for line in lines if line)


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


def _goodness(move: MoveReport, color: Color) -> float:
    """-1 (White's) to 1 (Black's), as GoGui colours it."""
    return (2 * move.value - 1) * (1 if color == "b" else -1)


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


def ownership_rows(ownership: Ownership) -> str:
    """Ownership as GoGui's `dboard`: one line for each row, the top one first."""
    return "\n".join(" ".join(f"{value:.3f}" for value in row) for row in ownership[::-1])
