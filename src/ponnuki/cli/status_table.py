"""The runs of a store as a table that fits into 80 columns: each run has two lines or more."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ponnuki.cli.output import plain
from ponnuki.lab.runs.status import so_far

DATE = 16
"""Characters of a date with hours and minutes."""
OTHERS = 12 + 6 + 22 + DATE + 8
"""Characters of the other columns beside a run's name: state, trials, a score with its interval, date, and gaps."""
SHORTEST_NAME = 8
NARROWEST = OTHERS + SHORTEST_NAME
"""Columns of a terminal that a table needs; in a narrower one a run has lines of its own."""


def show_runs(rows: Sequence[Mapping[str, Any]]) -> None:
    """Name and id, kind and state, trials, what was shown so far, and when it was started."""
    console = Console()
    if console.width < NARROWEST:
        for row in rows:
            about = f"  {row['kind']}, {row['status']}, {row['trials']} trials"
            console.print(_lines(f"{row['run']} {row['id']}", about, *(f"  {line}" for line in so_far(row))))
        return
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column("run", overflow="fold", max_width=max(SHORTEST_NAME, console.width - OTHERS))
    table.add_column("status", no_wrap=True)
    table.add_column("trials", justify="right", no_wrap=True)
    table.add_column("so far", overflow="fold")
    table.add_column("started", no_wrap=True)
    for row in rows:
        date = row["created"][:DATE].replace("T", " ")
        cells = (_lines(row["run"], row["id"]), _lines(row["kind"], row["status"]), plain(row["trials"]))
        table.add_row(*cells, _lines(*so_far(row)), plain(date))
    console.print(table)


def _lines(*texts: str) -> Text:
    return Text("\n").join(plain(text) for text in texts)
