"""`ponnuki study`: tables of published experiments and of the project, run again."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.options import AsJson, Force, Out
from ponnuki.cli.table_study import table_command
from ponnuki.lab.studies.catalog import read_table, study_names

if TYPE_CHECKING:
    from ponnuki.lab.simulation.reward_models import RewardModel

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
    app.command(_name, help=f"{read_table(_name)['title']}. Rerun to resume, or to reprint the result.")(
        table_command(_name)
    )


@app.command("race-power")
def race_power(
    races: Annotated[int, typer.Option(help="Races per case; rare events get up to ten times as many.")] = 400,
    bound: Annotated[list[str] | None, typer.Option(help="With --effect: only these bounds.")] = None,
    effect: Annotated[list[float] | None, typer.Option(help="Only these effects, instead of all cases.")] = None,
    rewards: Annotated[
        str, typer.Option(help="With --effect: games, chess, go, skewed, or the variance of a pair.")
    ] = "games",
    candidates: Annotated[int, typer.Option(help="With --effect: candidates, all but one at 0.5.")] = 1,
    accept_above: Annotated[float, typer.Option(help="Accept threshold.")] = 0.501,
    drop_below: Annotated[float, typer.Option(help="Drop threshold.")] = 0.504,
    risk: Annotated[float, typer.Option(help="Probability of being wrong.")] = 0.05,
    seed: Annotated[int, typer.Option(help="Seed of the simulation.")] = 0,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Games to a decision and wrong decisions of every bound, by simulation with known truth."""
    from ponnuki.cli.output import results_folder, stderr_progress, writing
    from ponnuki.lab.simulation.cases import named_cases
    from ponnuki.lab.simulation.fast_race import Rules
    from ponnuki.lab.simulation.prediction import run
    from ponnuki.lab.studies.race_power.cases import standard_cases
    from ponnuki.lab.studies.race_power.figure import draw
    from ponnuki.lab.studies.race_power.table import markdown, write_csv
    from ponnuki.race.bounds import bound_class
    from ponnuki.race.checks import check_count, check_risk, check_thresholds

    bounds = bound or ["betting"]
    for name in bounds:
        check_thresholds(accept_above, drop_below, bound_class(name))
    base = Rules(accept_above=accept_above, drop_below=drop_below, risk=check_risk("risk", risk))
    check_count("races", races)
    if effect:
        cases = named_cases(base, races, bounds, effect, _model(rewards), check_count("candidates", candidates))
    else:
        cases = standard_cases(base, races)
    folder = results_folder(out, "race-power", force)
    with stderr_progress() as progress:
        task = progress.add_task("simulating races", total=sum(case.cost for case in cases))
        rows = run(cases, seed, lambda cost: progress.advance(task, cost))
    with writing(folder):
        write_csv(rows, folder / "race-power.csv")
        (folder / "race-power.md").write_text(markdown(rows))
        draw(rows, folder / "race-power.png")
    if as_json:
        typer.echo(json.dumps({"out": str(folder), "seed": seed, "rows": [asdict(row) for row in rows]}))
        return
    typer.echo(markdown(rows))
    typer.echo(f"table, CSV and figure: {folder}")


@app.command("semeai")
def semeai(
    program: Annotated[list[str] | None, typer.Option(help="Only these programs: mogo, default.")] = None,
    use: Annotated[list[str] | None, typer.Option(help="Only these ways to use the solver.")] = None,
    rave: Annotated[list[str] | None, typer.Option(help="on, off; both unless given.")] = None,
    sims: Annotated[list[int] | None, typer.Option(help="Simulations; 1000 and 30000 unless given.")] = None,
    positions: Annotated[int, typer.Option(help="Positions of each kind, spread over the family.")] = 48,
    runs: Annotated[int, typer.Option(help="Runs for each position.")] = 4,
    seed: Annotated[int, typer.Option(help="Seed of the first run.")] = 0,
    out: Out = None,
    force: Force = False,
    add: Annotated[bool, typer.Option("--add", help="Keep what the folder's table has of other cases.")] = False,
    as_json: AsJson = False,
) -> None:
    """Capturing races: who plays in those that need it, and elsewhere where they are won already."""
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


def _model(rewards: str) -> "RewardModel":
    from ponnuki.errors import BadInput
    from ponnuki.lab.simulation import reward_models as models

    known = {
        "games": models.BERNOULLI,
        "chess": models.CHESS_PAIRS,
        "go": models.GO_PAIRS,
        "skewed": models.SKEWED,
    }
    if rewards in known:
        return known[rewards]
    try:
        return models.pairs(float(rewards))
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"unknown rewards {rewards!r}: {', '.join(known)}, or the variance of a pair") from None
