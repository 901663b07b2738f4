"""`ponnuki status`, `export` and `report`: what is in a store. They only read, also while a run is being written."""

import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ponnuki.cli.options import DEFAULT_STORE, AsJson, Force, Out, RunName, StorePath

BETWEEN_LOOKS = 2.0
"""Seconds between two tables of `status --watch`."""


def status(
    run: Annotated[str | None, typer.Argument(help="Name or id of a run; by default all.", metavar="RUN")] = None,
    store: StorePath = DEFAULT_STORE,
    as_json: AsJson = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show it again every two seconds, until nobody writes the store any more.")
    ] = False,
) -> None:
    """List the runs in a store and their state."""
    from ponnuki.cli.status_table import show_runs
    from ponnuki.lab.journal import store as stores
    from ponnuki.lab.journal.schema import understood
    from ponnuki.lab.runs import status as lab

    while True:
        with stores.Store(store) as opened, understood(store):
            runs = [opened.find_run(run)] if run else opened.runs()
            writer = lab.writer(store)
            rows = lab.summaries(opened, runs, writer)
        if as_json:
            typer.echo(json.dumps({"store": str(store), "writer": writer, "runs": rows}))
            return
        if watch:
            Console().clear()
        show_runs(rows)
        if writer:
            typer.echo(f"being written by {writer}")
        elif watch:
            typer.echo(f"nobody writes {store}: there is nothing to watch")
        if not (watch and writer):
            return
        time.sleep(BETWEEN_LOOKS)


def export(
    run: RunName,
    csv: Annotated[bool, typer.Option("--csv", hidden=True, help="Comma-separated values, the default.")] = True,
    store: StorePath = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="A file; by default stdout.")] = None,
    force: Force = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of comma-separated values.")] = False,
) -> None:
    """Print the trials that count in canonical order: the same bytes for any number of workers."""
    from ponnuki.cli.output import writing
    from ponnuki.errors import BadInput
    from ponnuki.lab.journal import store as stores
    from ponnuki.lab.journal.schema import understood
    from ponnuki.lab.runs.export import csv_lines, json_text

    if out is not None and not force and os.path.lexists(out):
        raise BadInput(f"{out} is there already: add --force to overwrite it")
    with stores.Store(store) as opened:
        with understood(store):
            found = opened.find_run(run)
            lines = csv_lines(opened, found)
        text = _read(json_text(found, lines) if as_json else lines, store)
        if out is None:
            sys.stdout.writelines(text)
            return
        first = next(text)  # most faults of a store show here, before a file is touched
        with writing(out), out.open("w", encoding="utf-8", newline="") as file:
            try:
                file.writelines(chain([first], text))
            except BaseException:
                if out.is_file():  # what is not whole does not stay
                    out.unlink()
                raise


def _read(text: Iterator[str], store: Path) -> Iterator[str]:
    """A text part by part, as a store gives it; what makes no sense there is the store's fault, not the output's."""
    from ponnuki.lab.journal.schema import understood

    with understood(store):
        yield from text


def report(
    run: RunName,
    store: StorePath = DEFAULT_STORE,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write a run as one self-contained HTML page."""
    from ponnuki.cli.output import mark_folder, own_folder, writing
    from ponnuki.errors import BadInput
    from ponnuki.lab.journal import store as stores
    from ponnuki.lab.journal.schema import understood
    from ponnuki.lab.pages.reports import write_report

    with stores.Store(store) as opened, understood(store):
        found = opened.find_run(run)
        folder = own_folder(out, found.name, force)
        page = folder / "report.html"
        if page.exists() and not force:
            raise BadInput(f"{page} is there already: add --force to overwrite it, or name another --out")
        with writing(folder):
            mark_folder(folder, found)
            write_report(opened, found, page)
    typer.echo(json.dumps({"run": found.name, "report": str(page)}) if as_json else f"report: {page}")
