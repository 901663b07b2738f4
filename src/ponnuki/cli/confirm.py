"""`ponnuki confirm` and `import`: fresh games for what a campaign accepted, and campaigns from files."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.farms import Dask, Workers, farm_maker
from ponnuki.cli.match import AsJson, Force, Name
from ponnuki.cli.race import DEFAULT_STORE, Store
from ponnuki.cli.runs import RunName

if TYPE_CHECKING:
    from ponnuki.lab.learn.confirm import Confirmed


def confirm(
    run: RunName,
    games: Annotated[int | None, typer.Option(help="Games of each check. Default: as many as `plan` says.")] = None,
    times: Annotated[int, typer.Option(help="Also with so many times the simulations; 0 leaves it out.")] = 10,
    workers: Workers = None,
    dask: Dask = None,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="Folder of the campaign's results.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play fresh games for what a campaign accepted. The same command again goes on, or tells again."""
    from ponnuki.cli.learn_display import show_confirmed

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
    from ponnuki.cli.output import mark_folder, own_folder
    from ponnuki.farm.part import FarmPart
    from ponnuki.lab.environment import command_line
    from ponnuki.lab.learn import confirm as lab
    from ponnuki.lab.learn.publish import campaign_named, state_of, write_results
    from ponnuki.lab.race_run import Interrupted
    from ponnuki.lab.store import Store

    with Store(path, write=True) as store:
        found = campaign_named(store, run)
        folder = own_folder(out, found.name, force)
        state = state_of(store, found)
        wanted = lab.planned(state, times, games)
        first = lab.plan_of(state, found, *wanted[0])
        make_farm = farm_maker(workers, dask, lambda: [first.trial((0, 0))])
        try:
            with make_farm() as farm, confirm_progress(wanted) as watch:
                done = [
                    lab.play(store, found, state, check, count, FarmPart(farm, part), watch(part))
                    for part, (check, count) in enumerate(wanted)
                ]
        except (Interrupted, KeyboardInterrupt):
            typer.echo(f"interrupted; every finished game is in {path}. To go on: {command_line()}", err=True)
            raise typer.Exit(130) from None
        mark_folder(folder, found)
        write_results(store, found, folder)
    return found.name, done, folder


def import_run(
    folder: Annotated[Path, typer.Argument(help="A folder with journal.json and trials.csv.", metavar="FOLDER")],
    name: Name = None,
    store: Store = DEFAULT_STORE,
    as_json: AsJson = False,
) -> None:
    """Build a race or a campaign out of its files, so that it goes on in this store."""
    from ponnuki.lab.archive import unpack
    from ponnuki.lab.store import Store

    with Store(store, write=True) as opened:
        run, history = unpack(opened, folder, name)
    trials = sum(verdict.trials for verdict in history.verdicts())
    if as_json:
        typer.echo(json.dumps({"run": run.name, "kind": run.kind, "trials": trials, "store": str(store)}))
    else:
        typer.echo(f"{run.name}: a {run.kind} with {trials} trials is in {store}")
