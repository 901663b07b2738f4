"""The study `semeai` as tables: Markdown beside the column of Bourki et al. 2010, and comma-separated values."""

import csv
from collections.abc import Sequence
from pathlib import Path

from ponnuki.errors import BadInput
from ponnuki.lab.studies.semeai.play import KINDS, PROGRAMS, USES, Row
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
"""Good moves in percent, of MoGo on the two positions of Bourki et al. 2010."""


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


_COLUMNS = ["program", "rave", "use", "sims", "kind", "runs", "good", "share", "error"]


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """All rows, one a line."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for row in rows:
            writer.writerow(
                [row.program, row.rave, row.use, row.sims, row.kind, row.runs, row.good, row.share, row.error]
            )


def read_csv(path: Path) -> list[Row]:
    """The rows that `write_csv` has written; none if there is no such file."""
    if not path.exists():
        return []
    try:
        with path.open(newline="") as file:
            return joined((), [_row(line) for line in csv.DictReader(file)])
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"{path} is not a table of this study") from None


def _row(line: dict[str, str]) -> Row:
    return Row(
        program=line["program"],
        rave=line["rave"] == "True",
        use=line["use"],
        sims=int(line["sims"]),
        kind=line["kind"],
        runs=int(line["runs"]),
        good=int(line["good"]),
    )


def joined(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """All rows in the order of the table; a case that was run again stands as it came out last."""
    rows = {(row.program, row.rave, row.use, row.sims, row.kind): row for row in (*old, *new)}
    order = {name: number for number, name in enumerate((*PROGRAMS, *USES, *KINDS))}

    def place(row: Row) -> tuple[int, ...]:
        last = len(order)
        return (
            order.get(row.program, last),
            0 if row.rave else 1,
            row.sims,
            order.get(row.use, last),
            order.get(row.kind, last),
        )

    return sorted(rows.values(), key=place)
