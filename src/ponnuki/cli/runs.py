"""`ponnuki status`, `export` and `report`: what is in a store. They only read, also while a run is being written."""

import json
import sys
from csv import DictReader
from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.race import DEFAULT_STORE, Store

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
        values = (row["run"], row["id"], row["kind"], row["status"], row["trials"], ", ".join(row["accepted"]),
                  row["open"], row["created"])  # fmt: skip
        table.add_row(*(str(value) for value in values))
    Console().print(table)
    if writer:
        typer.echo(f"being written by {writer}")


def export(
    run: RunName,
    csv: Annotated[bool, typer.Option("--csv", help="As comma-separated values (the only form there is).")] = True,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="A file; by default stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the trials as one JSON object instead.")] = False,
) -> None:
    """Write the trials that count, in canonical order: the same bytes however the race was run."""
    from ponnuki.errors import BadInput
    from ponnuki.lab import store as stores
    from ponnuki.lab.race_fold import csv_lines
    from ponnuki.lab.race_history import history_of

    with stores.Store(store) as opened:
        lines = csv_lines(history_of(opened, opened.find_run(run)).races)
        if as_json:
            rows = [{key: value if key == "candidate" else json.loads(value) for key, value in row.items()}
                    for row in DictReader(lines)]  # fmt: skip
            typer.echo(json.dumps({"run": run, "trials": rows}))
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


def report(
    run: RunName,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="Folder for the report.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Draw a race as one page that needs no other file."""
    from ponnuki.cli.output import results_folder
    from ponnuki.lab import store as stores
    from ponnuki.lab.race_history import history_of
    from ponnuki.lab.race_report import write_report

    with stores.Store(store) as opened:
        history = history_of(opened, opened.find_run(run))
        page = results_folder(out, history.run.name, force) / "report.html"
        write_report(history, page, opened)
    typer.echo(json.dumps({"run": history.run.name, "report": str(page)}) if as_json else f"report: {page}")
