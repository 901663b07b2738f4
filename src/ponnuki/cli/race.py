"""`ponnuki race`: which candidates are better than the baseline, at a known risk."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.farms import Dask, Workers, farm_maker

if TYPE_CHECKING:
    from ponnuki.lab.race_session import Session

Store = Annotated[Path, typer.Option("--store", help="The file in which runs are kept.")]
DEFAULT_STORE = Path("ponnuki.sqlite")


def race(
    file: Annotated[Path, typer.Argument(help="The race: baseline, candidates, risk (TOML).", metavar="RACE.toml")],
    check: Annotated[bool, typer.Option("--check", help="Only play one trial of each, twice if it repeats.")] = False,
    workers: Workers = None,
    dask: Dask = None,
    store: Store = DEFAULT_STORE,
    budget: Annotated[int | None, typer.Option(help="Trials at most; a larger one extends the race.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of the run; by default that of the file.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for report and trials when the race is over.")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Use the folder although there is something else in it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Race candidates against a baseline; the same command again goes on where it was."""
    from ponnuki.cli.output import own_folder
    from ponnuki.cli.race_display import RaceDisplay, show_checks, show_outcome
    from ponnuki.lab import race_session
    from ponnuki.lab.environment import command_line
    from ponnuki.lab.race_run import Interrupted
    from ponnuki.lab.store import Store

    session = race_session.Session.of_file(file, budget, name)
    if check:
        session.contest.check()
        with farm_maker(workers, dask, session.contest.samples)() as farm:
            rows = race_session.check(session.contest, farm)
        typer.echo(json.dumps({"run": session.name, "candidates": rows})) if as_json else show_checks(rows)
        return
    folder = None if out is None else own_folder(out, session.name, force)
    try:
        with Store(store, write=True) as opened, RaceDisplay(session) as display:
            outcome = session.run(opened, farm_maker(workers, dask, session.contest.samples), display.show)
    except (Interrupted, KeyboardInterrupt):
        typer.echo(f"interrupted; every finished trial is in {store}. To go on: {command_line()}", err=True)
        raise typer.Exit(130) from None
    if folder is not None:
        _write_results(store, session, folder)
    typer.echo(json.dumps(outcome.as_json() | {"store": str(store)})) if as_json else show_outcome(outcome, store)


def _write_results(store: Path, session: "Session", folder: Path) -> None:
    from ponnuki.cli.output import mark_folder
    from ponnuki.lab.archive import pack
    from ponnuki.lab.reports import write_report
    from ponnuki.lab.store import Store

    with Store(store) as opened:
        run = opened.find_run(session.name)
        mark_folder(folder, run)
        pack(opened, run, folder)
        write_report(opened, run, folder / "report.html")
