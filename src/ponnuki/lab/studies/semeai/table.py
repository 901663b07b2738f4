"""The study `semeai` as tables: Markdown beside the papers' column, and comma-separated values."""

import csv
from collections.abc import Sequence
from pathlib import Path

from ponnuki.lab.studies.semeai.play import KINDS, Row
from ponnuki.lab.studies.semeai.positions import MUST, WON

PAPERS = {
    ("none", MUST, 1000): 32,
    ("none", WON, 1000): 100,
    ("none", WON, 30_000): 58,
    ("expertise", MUST, 1000): 79,
    ("expertise", WON, 1000): 95,
    ("expertise", WON, 30_000): 51,
    ("conditioning", MUST, 1000): 24,
    ("conditioning", WON, 1000): 93,
    ("conditioning", WON, 30_000): 0,
    ("expertise and conditioning", MUST, 1000): 84,
    ("expertise and conditioning", WON, 1000): 93,
    ("expertise and conditioning", WON, 30_000): 54,
}
"""Good moves in percent, of MoGo on the papers' two positions."""


def markdown(rows: Sequence[Row]) -> str:
    """One line for each player, with a share of good moves for each kind of position."""
    lines = ["| program | simulations | use |", "| --- | --- | --- |"]
    for kind in KINDS:
        lines[0] += f" race {kind} | papers |"
        lines[1] += " --- | --- |"
    by_player: dict[tuple[str, bool, int, str], dict[str, Row]] = {}
    for row in rows:
        by_player.setdefault((row.program, row.rave, row.sims, row.use), {})[row.kind] = row
    for (program, rave, sims, use), found in by_player.items():
        line = f"| {program}{'' if rave else ' without RAVE'} | {sims} | {use} |"
        for kind in KINDS:
            paper = PAPERS.get((use, kind, sims))
            line += f" {_share(found.get(kind))} | {'' if paper is None else f'{paper} %'} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _share(row: Row | None) -> str:
    if row is None:
        return ""
    return f"{row.share:.0%} ± {row.error:.0%} of {row.runs}".replace("%", " %")


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """All rows, one a line."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["program", "rave", "use", "sims", "kind", "runs", "good", "share", "error"])
        for row in rows:
            writer.writerow(
                [row.program, row.rave, row.use, row.sims, row.kind, row.runs, row.good, row.share, row.error]
            )
