"""`ponnuki study`: the tables of the papers and of the project, run again."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ponnuki.lab.studies.reward_models import RewardModel

app = typer.Typer(no_args_is_help=True, help="Run a study: table, figure and CSV.")


@app.callback()
def _study() -> None:
    """Keep `race-power` a subcommand while it is the only one."""


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
    out: Annotated[Path | None, typer.Option(help="Folder for table, figure and CSV.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Games to a decision and wrong decisions of every bound, by simulation with known truth."""
    from ponnuki.cli.output import results_folder, stderr_progress
    from ponnuki.lab.studies.fast_race import Rules
    from ponnuki.lab.studies.race_cases import named_cases, standard_cases
    from ponnuki.lab.studies.race_figure import draw
    from ponnuki.lab.studies.race_power import run, write_csv
    from ponnuki.lab.studies.race_table import markdown
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
    write_csv(rows, folder / "race-power.csv")
    (folder / "race-power.md").write_text(markdown(rows))
    draw(rows, folder / "race-power.png")
    if as_json:
        typer.echo(json.dumps({"out": str(folder), "seed": seed, "rows": [asdict(row) for row in rows]}))
        return
    typer.echo(markdown(rows))
    typer.echo(f"table, CSV and figure: {folder}")


def _model(rewards: str) -> "RewardModel":
    from ponnuki.errors import BadInput
    from ponnuki.lab.studies import reward_models as models

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
