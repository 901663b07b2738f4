"""`ponnuki study`: tables of Hoock and Teytaud 2010, of Bourki et al. 2010 and of the project, run again."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from ponnuki.cli.options import AsJson, DryRun, Force, Notify, Out
from ponnuki.cli.table_study import table_command
from ponnuki.lab.studies.catalog import study_names, study_title

app = typer.Typer(no_args_is_help=True, help="Run a study: table, figure, CSV and page. --list names them all.")


@app.callback(invoke_without_command=True)
def _study(
    listed: Annotated[bool, typer.Option("--list", help="Name all studies, with what they cost.")] = False,
) -> None:
    """Options of all studies together."""
    if listed:
        from ponnuki.cli.table_study import catalogue

        typer.echo(catalogue())
        raise typer.Exit


for _name in study_names():
    app.command(_name, help=f"{study_title(_name)}. Rerun to resume, or to reprint the result.")(table_command(_name))


@app.command("semeai")
def semeai(
    program: Annotated[list[str] | None, typer.Option(help="Only these programs: mogo, default.")] = None,
    use: Annotated[list[str] | None, typer.Option(help="Only these ways to use the solver.")] = None,
    rave: Annotated[list[str] | None, typer.Option(help="Only with RAVE on, or off. Default: both.")] = None,
    sims: Annotated[list[int] | None, typer.Option(help="Simulations. Default: 1000 and 30000.")] = None,
    positions: Annotated[int, typer.Option(help="Positions of each kind, spread over the family.")] = 48,
    runs: Annotated[int, typer.Option(help="Runs for each position.")] = 4,
    seed: Annotated[int, typer.Option(help="Seed of the first run.")] = 0,
    out: Out = None,
    force: Force = False,
    add: Annotated[
        bool, typer.Option("--add", help="Keep the rows of other cases that the folder's table has.")
    ] = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    notify: Notify = None,
) -> None:
    """Capturing races: does a program play in a race that it must play, and elsewhere if the race is won anyway?"""
    from ponnuki.cli.dry_run import show_study
    from ponnuki.cli.output import results_folder, stderr_progress, writing
    from ponnuki.errors import BadInput
    from ponnuki.lab.studies.semeai.figure import draw
    from ponnuki.lab.studies.semeai.play import PROGRAMS, USES, Row, cases, chosen_positions, run
    from ponnuki.lab.studies.semeai.table import joined, markdown, read_csv, write_csv
    from ponnuki.race.checks import check_count

    known = {"on": True, "off": False}
    for word in rave or ():
        if word not in known:
            raise BadInput(f"--rave is on or off, not {word!r}")
    planned = cases(
        program or PROGRAMS, [known[word] for word in rave or known], use or list(USES), sims or [1000, 30000]
    )
    check_count("runs", runs)
    for case in planned:
        chosen_positions(case.kind, positions)
    if dry_run:
        show_study("Capturing races", f"{len(planned) * positions * runs} searches in {len(planned)} rows", as_json)
        return
    folder = results_folder(out, "semeai", force or add)
    old = read_csv(folder / "semeai.csv") if add else []
    rows: list[Row] = []
    with stderr_progress() as progress:
        task = progress.add_task("searching", total=sum(case.sims for case in planned) * positions * runs)
        for row in run(planned, positions, runs, seed, lambda cost: progress.advance(task, cost)):
            rows.append(row)
            with writing(folder):  # after each case: who interrupts the study keeps what it has found
                write_csv(joined(old, rows), folder / "semeai.csv")
    rows = joined(old, rows)
    with writing(folder):
        (folder / "semeai.md").write_text(markdown(rows))
        draw(rows, folder / "semeai.png")
    if as_json:
        typer.echo(json.dumps({"out": str(folder), "seed": seed, "rows": [asdict(row) for row in rows]}))
        return
    typer.echo(markdown(rows))
    typer.echo(f"table, CSV and figure: {folder}")
