"""The candidates of a race while it runs: a table with an interval as a bar for each, in any width and height."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, OverflowMethod, RenderResult
from rich.table import Table
from rich.text import Text

from ponnuki.cli.intervals import FINE, Letters, Scale, bar, letters_for
from ponnuki.cli.output import plain
from ponnuki.race import Standing, Verdict

WIDE = 60
"""Columns from which a row also has the number of trials and the decision as a word."""
SHORTEST_BAR, LONGEST_BAR = 10, 40
LONGEST_NAME = 24
OTHER_LINES = 6
"""Lines of a screen that are not candidates: headings, facts, and room for a prompt."""
MARKS = {"accepted": "+", "dropped": "-", None: " "}
STYLES = {"accepted": "green", "dropped": "bright_black", None: ""}


@dataclass(frozen=True, slots=True)
class RaceTable:
    """A verdict with the thresholds, and facts in words under it; it is drawn for the screen that it finds."""

    verdict: Verdict
    thresholds: tuple[float, float]
    facts: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        rows = chosen(self.verdict.bounds, max(1, (options.size.height or 25) - OTHER_LINES))
        played = [one for one in rows.values() if one.trials]
        ends = [end for one in played for end in (one.lower, one.upper)]
        scale = Scale.around(ends, self.thresholds)
        letters = letters_for(console.encoding)
        yield self._table(rows, scale, width, letters)
        left_out = len(self.verdict.bounds) - len(rows)
        if left_out:
            yield Text(f"and {left_out} more: {len(self.verdict.dropped)} dropped in all")
        marks = " and ".join(f"{value:.3f}" for value in self.thresholds)
        yield plain(f"{letters[2]} {marks}; bars from {scale.low:.3f} to {scale.high:.3f}")
        yield plain("; ".join(self.facts))

    def _table(self, rows: Mapping[str, Standing], scale: Scale, width: int, letters: Letters) -> Table:
        wide = width >= WIDE
        longest = max(len(name) for name in rows)
        named = min(longest, LONGEST_NAME, max(6, width // 3))
        taken = named + 7 + (8 + 10 if wide else 2)
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=wide, header_style="")
        cut: OverflowMethod = "ellipsis" if letters == FINE else "crop"
        table.add_column("candidate", width=max(named, 9 if wide else 0), no_wrap=True, overflow=cut)
        if wide:
            table.add_column("trials", justify="right", width=7, no_wrap=True)
        table.add_column("mean", justify="right", width=5, no_wrap=True)
        length = min(LONGEST_BAR, max(SHORTEST_BAR, width - taken - 3))
        table.add_column("interval", width=length, no_wrap=True)
        table.add_column("", width=8 if wide else 1, no_wrap=True)
        for name, one in rows.items():
            mean = one.mean if one.trials else None
            cells = [plain(name), *([plain(one.trials)] if wide else []), plain("" if mean is None else f"{mean:.3f}")]
            drawn = Text(bar(scale, length, (one.lower, one.upper), mean, letters))
            decision = (one.decision or "open") if wide else MARKS[one.decision]
            table.add_row(*cells, drawn, Text(decision), style=STYLES[one.decision])
        return table


def chosen(bounds: Mapping[object, Standing], most: int) -> dict[str, Standing]:
    """The candidates that a screen has room for, in their order: accepted ones, then the best that are open."""
    if len(bounds) <= most:
        return {str(name): one for name, one in bounds.items()}
    ranks = {"accepted": 0, None: 1, "dropped": 2}
    best = sorted(bounds, key=lambda name: (ranks[bounds[name].decision], -bounds[name].mean))[:most]
    return {str(name): one for name, one in bounds.items() if name in best}
