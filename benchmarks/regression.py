"""Score by theme on GTP regression scripts (`loadsgf`, `reg_genmove`, `#? [answer]`), with and without RAVE.

    python benchmarks/regression.py --data DIR [--sims 10000] [--size 9] [--seed 0] [--out FILE.csv]
    python benchmarks/regression.py --data DIR --size 9 --beside A.toml --beside B.toml   # instead of without RAVE

DIR holds `tst/*.tst`, named THEME_SIZE.tst. Each script is sent line by line to `ponnuki gtp` as a separate process,
as a regression runner would. An answer pattern is `A|B` (any of them), `!A` or `!(A|B)` (none of them); a star after
it, which marks what other programs are known to fail, changes nothing here.
"""

import csv
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ponnuki.gtp.client import GtpProgram

WITHOUT_RAVE = '[search]\nformula = "uct"\nexploration = 1.0\n'
"""The same playouts, but plain UCT in the tree; priors act through RAVE and go with it."""
ANSWER_LIMIT = 600.0


@dataclass(frozen=True)
class Question:
    """A position, a command about it, and the pattern of the right answers."""

    theme: str
    size: str
    name: str
    file: str
    command: str
    pattern: str

    def accepts(self, answer: str) -> bool:
        """Whether an answer fits the pattern."""
        body = self.pattern.removeprefix("!").strip("()")
        hit = answer.strip().upper() in {move.strip().upper() for move in body.split("|")}
        return hit != self.pattern.startswith("!")


def read_script(path: Path) -> Iterator[Question]:
    """The questions of one script."""
    theme, size = path.stem.rsplit("_", 1)
    name = file = command = ""
    for line in path.read_text().splitlines():
        if answer := re.match(r"#\? \[(.*)\]", line):
            yield Question(theme, size, name, file, command, answer[1])
        elif line.startswith("# "):
            name = line[2:]
        elif line.startswith("loadsgf"):
            file = line.split(maxsplit=1)[1]
        elif "reg_genmove" in line:
            command = line.split(maxsplit=1)[1]


def score(questions: list[Question], folder: Path, options: list[str], title: str) -> list[bool]:
    """Ask every question of one engine; which answers were right."""
    command = [sys.executable, "-m", "ponnuki", "gtp", *options]
    right = []
    with GtpProgram(" ".join(command), folder=folder) as engine:
        for question in track(questions, title, console=Console(stderr=True)):
            engine.ask(f"loadsgf {question.file}", ANSWER_LIMIT)
            right.append(question.accepts(engine.ask(question.command, ANSWER_LIMIT)))
    return right


def main(
    data: Annotated[Path, typer.Option(help="Folder with tst/*.tst.")],
    sims: Annotated[int, typer.Option(help="Simulations a move.")] = 10_000,
    size: Annotated[str, typer.Option(help="Only this board size; all if empty.")] = "",
    seed: int = 0,
    out: Annotated[Path | None, typer.Option(help="Also write a CSV.")] = None,
    beside: Annotated[list[Path] | None, typer.Option(help="Spec of another program; plain UCT if none is.")] = None,
) -> None:
    scripts = sorted((data / "tst").glob("*.tst"))
    questions = [q for script in scripts for q in read_script(script) if size in ("", q.size)]
    if not questions:
        raise typer.BadParameter(f"{data} has no questions: it must hold tst/THEME_SIZE.tst")
    common = ["--sims", str(sims), "--seed", str(seed)]
    with tempfile.TemporaryDirectory() as place:
        if not beside:
            beside = [Path(place) / "without RAVE.toml"]
            beside[0].write_text(WITHOUT_RAVE)
        columns = {"default": score(questions, data / "tst", common, "default")}
        for spec in beside:
            options = [*common, "--spec", shlex.quote(str(spec.resolve()))]
            columns[spec.stem] = score(questions, data / "tst", options, spec.stem)
            show(questions, columns, sims)
    if out is not None:
        write(out, questions, columns)


def show(questions: list[Question], columns: dict[str, list[bool]], sims: int) -> None:
    """A table by theme and size, and the total."""
    rows = sorted({key for q in questions for key in ((q.size, q.theme), (q.size, "all"), ("", "all"))})
    table = Table("theme", "size", "positions", *columns, title=f"{sims} simulations a move")
    for size, theme in rows:
        here = [i for i, q in enumerate(questions) if size in ("", q.size) and theme in ("all", q.theme)]
        counts = [sum(right[i] for i in here) for right in columns.values()]
        table.add_row(theme, size, str(len(here)), *(f"{count} ({count / len(here):.0%})" for count in counts))
    Console().print(table)


def write(path: Path, questions: list[Question], columns: dict[str, list[bool]]) -> None:
    """One line a question."""
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["theme", "size", "name", *(name.replace(" ", "_") for name in columns)])
        for question, *right in zip(questions, *columns.values(), strict=True):
            rows.writerow([question.theme, question.size, question.name, *map(int, right)])


if __name__ == "__main__":
    typer.run(main)
