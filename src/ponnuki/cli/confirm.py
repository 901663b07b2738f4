"""`ponnuki confirm` and `import`: fresh games for what a campaign accepted, and campaigns from files."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.farms import farm_maker
from ponnuki.cli.options import (
    DEFAULT_STORE,
    AsJson,
    Dask,
    DryRun,
    Force,
    Name,
    Notify,
    Out,
    RunName,
    StorePath,
    Workers,
)

if TYPE_CHECKING:
    from ponnuki.lab.learn.confirm import Confirmed


def confirm(
    run: RunName,
    games: Annotated[int | None, typer.Option(help="Games of each check. Default: as many as `plan` says.")] = None,
    times: Annotated[
        int, typer.Option(help="Check all of it once more with so many times the simulations; 0: do not.")
    ] = 10,
    workers: Workers = None,
    dask: Dask = None,
    store: StorePath = DEFAULT_STORE,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Play fresh games for each acceptance of a campaign. Rerun to resume, or to reprint the result."""
    from ponnuki.cli.dry_run import show_checks
    from ponnuki.cli.learn_display import show_confirmed

    if dry_run:
        show_checks(run, games, times, store, as_json)
        return
    name, done, folder = run_checks(run, games, times, store, out, force, workers, dask)
    if as_json:
        typer.echo(json.dumps({"run": name, "checks": [one.as_json() for one in done], "out": str(folder)}))
        return
    show_confirmed(done)
    typer.echo(f"the report: {folder}/report.html")


def run_checks(
    run: str,
    games: int | None,
    times: int,
    path: Path,
    out: Path | None,
    force: bool = False,
    workers: int | None = None,
    dask: str | None = None,
) -> "tuple[str, list[Confirmed], Path]":
    """Play the checks of a campaign with a bar on stderr, and write its results anew."""
    from ponnuki.cli.learn_display import confirm_progress
    from ponnuki.cli.output import interruptible, mark_folder, own_folder, writing
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.learn import confirm as lab
    from ponnuki.lab.learn.state import campaign_named, state_of
    from ponnuki.lab.pages.publish import write_results

    with Store(path, write=True) as store:
        found = campaign_named(store, run)
        folder = own_folder(out, found.name, force)
        state = state_of(store, found)
        wanted = lab.planned(state, times, games)
        first = lab.schedule_of(state, found, *wanted[0])
        make_farm = farm_maker(workers, dask, lambda: [first.trial((0, 0))])
        with interruptible(path, "game"), confirm_progress(wanted) as watch:
            done = lab.play(store, found, state, wanted, make_farm, watch)
        with writing(folder):
            mark_folder(folder, found)
            write_results(store, found, folder, state)
    return found.name, done, folder


def import_run(
    folder: Annotated[Path, typer.Argument(help="A folder with journal.json and trials.csv.", metavar="FOLDER")],
    name: Name = None,
    store: StorePath = DEFAULT_STORE,
    as_json: AsJson = False,
) -> None:
    """Import a published race or campaign into a store, so that it can be resumed."""
    from ponnuki.lab.journal.archive import unpack
    from ponnuki.lab.journal.store import Store

    with Store(store, write=True) as opened:
        run, history = unpack(opened, folder, name)
    trials = sum(verdict.trials for verdict in history.verdicts)
    if as_json:
        typer.echo(json.dumps({"run": run.name, "kind": run.kind, "trials": trials, "store": str(store)}))
    else:
        typer.echo(f"{run.name}: a {run.kind} with {trials} trials is in {store}")
