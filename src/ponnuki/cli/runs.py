"""`ponnuki status`, `export` and `report`: what is in a store. They only read, also while a run is being written."""

import json
import sys
from csv import DictReader
from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.race import DEFAULT_STORE, Store

NUMBERS = ("race", "pairing", "trial", "pair", "seed", "reward")
"""Columns of an export that are no text."""
LONGEST_CELL = 40
RunName = Annotated[str, typer.Argument(help="Name or id of a run, or the beginning of one.", metavar="RUN")]


def status(
    run: Annotated[str | None, typer.Argument(help="Name or id of a run; by default all.", metavar="[RUN]")] = None,
    store: Store = DEFAULT_STORE,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Say which runs a store has and how they stand."""
    from rich.console import Console
    from rich.table import Table

    from ponnuki.lab import status as lab
    from ponnuki.lab import store as stores

    with stores.Store(store) as opened:
        runs = [opened.find_run(run)] if run else opened.runs()
        rows = [lab.summary(opened, one) for one in runs]
    writer = lab.writer(store)
    if as_json:
        typer.echo(json.dumps({"store": str(store), "writer": writer, "runs": rows}))
        return
    table = Table()
    for heading in ("run", "id", "kind", "status", "trials", "accepted", "open", "started"):
        table.add_column(heading, justify="right" if heading == "trials" else "left")
    for row in rows:
        values = (row["run"], row["id"], row["kind"], row["status"], row["trials"], _briefly(row["accepted"]),
                  row["open"], row["created"][:16].replace("T", " "))  # fmt: skip
        table.add_row(*(str(value) for value in values))
    Console().print(table)
    if writer:
        typer.echo(f"being written by {writer}")


def _briefly(names: list[str]) -> str:
    """Names, or how many there are where they would fill the table."""
    text = ", ".join(names)
    return text if len(text) <= LONGEST_CELL else f"{len(names)} modifications"


def export(
    run: RunName,
    csv: Annotated[bool, typer.Option("--csv", help="As comma-separated values (the only form there is).")] = True,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="A file; by default stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the trials as one JSON object instead.")] = False,
) -> None:
    """Write the trials that count, in canonical order: the same bytes however they were run."""
    from ponnuki.errors import BadInput
    from ponnuki.lab import store as stores
    from ponnuki.lab.reports import csv_lines

    with stores.Store(store) as opened:
        found = opened.find_run(run)
        lines = csv_lines(opened, found)
        if as_json:
            rows = [{key: _value(key, text) for key, text in row.items()} for row in DictReader(lines)]
            typer.echo(json.dumps({"run": found.name, "trials": rows}))
            return
        if out is None:
            sys.stdout.writelines(lines)
            return
        if out.exists() and not force:
            raise BadInput(f"{out} is there already: add --force to overwrite it")
        try:
            with out.open("w", encoding="utf-8", newline="") as file:
                file.writelines(lines)
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}") from None


def _value(key: str, text: str) -> str | int | float | None:
    """A field of a line as a JSON value; a trial that was lost has no reward."""
    if key not in NUMBERS:
        return text
    return float(text) if text and key == "reward" else int(text) if text else None


def report(
    run: RunName,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="Folder for the report.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Draw a run as one page that needs no other file."""
    from ponnuki.cli.output import mark_folder, own_folder
    from ponnuki.errors import BadInput
    from ponnuki.lab import store as stores
    from ponnuki.lab.reports import write_report

    with stores.Store(store) as opened:
        found = opened.find_run(run)
        folder = own_folder(out, found.name, force)
        page = folder / "report.html"
        if page.exists() and not force:
            raise BadInput(f"{page} is there already: add --force to overwrite it, or name another --out")
        mark_folder(folder, found)
        write_report(opened, found, page)
    typer.echo(json.dumps({"run": found.name, "report": str(page)}) if as_json else f"report: {page}")
