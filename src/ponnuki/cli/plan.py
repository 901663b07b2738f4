"""`ponnuki plan`: how many games a race will need."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.options import AcceptAbove, AsJson, DropBelow, Force, Out, Preset, Risk

if TYPE_CHECKING:
    from ponnuki.lab.simulation.plan import Question
    from ponnuki.lab.simulation.prediction import Row


def plan(
    effect: Annotated[str, typer.Option(help="The assumed effect: a rate, 2elo or 1.5nelo.")] = "0.512",
    preset: Preset = "gain",
    accept_above: AcceptAbove = None,
    drop_below: DropBelow = None,
    risk: Risk = 0.05,
    candidates: Annotated[int, typer.Option(help="Candidates in the race; the others equal the baseline.")] = 1,
    variance: Annotated[float, typer.Option(help="Variance of a pair's mean result: 0.0324 chess, 0.12 Go.")] = 0.12,
    races: Annotated[int, typer.Option(help="Simulated races for each bound.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the simulation.")] = 0,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Predict the games a race needs with each bound, before spending them."""
    from ponnuki.cli.output import results_folder, stderr_progress, writing
    from ponnuki.lab.pages.plan_figure import draw
    from ponnuki.lab.simulation.plan import Question, cases_of, predict
    from ponnuki.race.thresholds import preset as find_preset
    from ponnuki.race.thresholds import rate

    chosen = find_preset(preset or "gain")
    question = Question(
        accept_above=rate(accept_above or chosen.accept_above, variance),
        drop_below=rate(drop_below or chosen.drop_below, variance),
        risk=risk,
        candidates=candidates,
        effect=rate(effect, variance),
        variance=variance,
        races=races,
        seed=seed,
    )
    total = sum(case.cost for case in cases_of(question))
    folder = results_folder(out, question.name, force)
    with stderr_progress() as progress:
        task = progress.add_task("simulating races", total=total)
        rows = predict(question, lambda cost: progress.advance(task, cost))
    picture = folder / "plan.png"
    with writing(folder):
        draw(question, rows, picture)
    if as_json:
        typer.echo(json.dumps({**asdict(question), "floor": question.floor, "bounds": [_brief(row) for row in rows],
                               "figure": str(picture)}))  # fmt: skip
        return
    meaning = chosen.meaning if accept_above is None and drop_below is None else None
    _show(question, rows, meaning, picture)


def _brief(row: "Row") -> dict[str, object]:
    names = ("bound", "selection", "guarantee", "mean_games", "mean_games_se", "games_90")
    rates = ("accepted", "false_accept", "false_drop")
    return {name: getattr(row, name) for name in names + rates}


def _show(question: "Question", rows: "list[Row]", meaning: str | None, picture: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from ponnuki.lab.simulation.prediction import games
    from ponnuki.race.thresholds import elo_from_rate, nelo_from_rate

    def spoken(rate: float) -> str:
        nelo = nelo_from_rate(rate, question.variance)
        return f"{rate:.4f} ({elo_from_rate(rate):+.2f} Elo, {nelo:+.2f} normalised)"

    if meaning:
        typer.echo(meaning)
    typer.echo(f"accept above {spoken(question.accept_above)}, drop below {spoken(question.drop_below)}")
    typer.echo(f"assumed effect {spoken(question.effect)}, pair variance {question.variance:g}")
    table = Table(title=f"Games to a decision ({question.races} simulated races each)", title_justify="left")
    for heading in ("bound", "mean", "90 %", "x floor", "guarantee"):
        table.add_column(heading, justify="left" if heading in ("bound", "guarantee") else "right")
    table.add_row("floor (one candidate)", games(question.floor), "", "1.00", "")
    for row in sorted(rows, key=lambda row: row.mean_games):
        times = f"{row.mean_games / question.floor:.2f}"
        proof = "proven" if row.guarantee == "proven" else "asymptotic: no finite-sample guarantee"
        table.add_row(row.bound, games(row.mean_games), games(row.games_90), times, proof)
    Console().print(table)
    typer.echo(f"figure: {picture}")
