"""The study `race-power` as tables: Markdown for people, which a terminal shows well enough too, and comma-separated
values."""

import csv
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from ponnuki.lab.simulation.prediction import Row, games

TITLES = {
    "power": "One candidate: mean games to a decision (times the floor)",
    "race": "Many candidates: mean games to a decision",
    "guarantee": "Worst cases: the share of wrong decisions may not be above the risk",
    "named": "The cases named",
}


def markdown(rows: Sequence[Row]) -> str:
    """All parts, one table after the other."""
    parts = [part for part in TITLES if any(row.part == part for row in rows)]
    return "\n".join(_part(part, [row for row in rows if row.part == part]) for part in parts)


def _part(part: str, rows: Sequence[Row]) -> str:
    if part in ("power", "race"):
        return "\n".join(
            _grid(f"{TITLES[part]}, {rewards}", [row for row in rows if row.rewards in group])
            for rewards, group in groups(rows)
        )
    return _list(TITLES[part], rows)


def groups(rows: Sequence[Row]) -> list[tuple[str, set[str]]]:
    """Kinds of rewards; chess-like games stand with the pairs they make."""
    names = dict.fromkeys(row.rewards for row in rows)
    return [
        (name, {name, "chess-like games"} if name == "chess-like pairs" else {name})
        for name in names
        if name != "chess-like games"
    ]


def _grid(title: str, rows: Sequence[Row]) -> str:
    columns = list(dict.fromkeys(row.field for row in rows))
    lines = [f"\n### {title}\n", _line(["rule", *columns]), _line(["---"] * (len(columns) + 1))]
    floors = {row.field: row.floor for row in reversed(rows) if row.floor is not None}
    if floors:
        lines.append(_line(["floor", *[games(floors[column]) for column in columns]]))
    for rule in dict.fromkeys(_rule(row) for row in rows):
        cells = {row.field: _cell(row) for row in rows if _rule(row) == rule}
        lines.append(_line([rule, *[cells.get(column, "") for column in columns]]))
    return "\n".join(lines) + "\n"


def _list(title: str, rows: Sequence[Row]) -> str:
    head = ["rewards", "candidates", "rule", "races", "mean games", "90 %", "x floor"]
    head += ["false accept", "false drop", "undecided"]
    lines = [f"\n### {title}\n", _line(head), _line(["---"] * len(head))]
    for row in rows:
        times = "" if row.times_floor is None else f"{row.times_floor:.2f}"
        shares = [f"{share:.4f}" for share in (row.false_accept, row.false_drop, row.undecided)]
        counts = [str(row.races), games(row.mean_games), games(row.games_90), times]
        lines.append(_line([row.rewards, row.field, _rule(row), *counts, *shares]))
    return "\n".join(lines) + "\n"


def _rule(row: Row) -> str:
    parts = [row.bound] if row.selection == "-" else [row.bound, row.selection]
    parts += [] if row.corrected else ["uncorrected"]
    return " + ".join(parts) + (" (asymptotic)" if row.guarantee == "asymptotic" else "")


def _cell(row: Row) -> str:
    times = "" if row.times_floor is None else f" ({row.times_floor:.2f})"
    return games(row.mean_games) + times


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Every number of the study, one line for each case."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)])
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _short(value) for key, value in asdict(row).items()})


def _short(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else value
