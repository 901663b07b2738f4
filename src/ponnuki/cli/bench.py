"""`ponnuki bench`: speeds, as ratios to a named reference measured in the same run."""

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from ponnuki.lab.bench.measure import Comparison

app = typer.Typer(no_args_is_help=True, help="Measure speeds beside a named reference in the same run.")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Seed = Annotated[int, typer.Option(help="Seed of the first repetition.")]


@app.callback()
def _bench() -> None:
    """Keep `playouts` a subcommand while it is the only one."""


@app.command()
def playouts(
    size: Annotated[int, typer.Option(help="Lines of the board.")] = 9, seed: Seed = 0, as_json: Json = False
) -> None:
    """Light Go playouts beside OpenSpiel's random rollouts."""
    from ponnuki.games.go.rules import check_size
    from ponnuki.lab.bench import playouts as bench
    from ponnuki.lab.bench.measure import REPETITIONS

    check_size(size)
    with _progress() as progress:
        task = progress.add_task(f"light playouts on {size}x{size}", total=REPETITIONS)
        result = bench.run(size, seed, lambda _: progress.advance(task))
    details = result.details
    _show(
        result,
        as_json,
        f"light playouts on {size}x{size}",
        f"mean length {details['mean_length']:.2f}, mean score {details['mean_score']:+.2f}"
        f" over {details['playouts']} playouts",
    )


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _show(result: "Comparison", as_json: bool, title: str, *notes: str) -> None:
    if as_json:
        typer.echo(json.dumps(result.as_json()))
        return
    typer.echo(f"{title}, one core, medians of {result.repetitions} interleaved runs")
    typer.echo(f"  ours       {result.ours:12,.0f} {result.unit}")
    if result.reference is None:
        typer.echo(f"  {result.reference_name} is not installed, so there is no ratio: pip install 'ponnuki[dev]'")
    else:
        typer.echo(f"  {result.reference_name:<10} {result.reference:12,.0f} {result.unit}")
        typer.echo(f"  ratio      {result.ratio:12.1f}")
    for note in notes:
        typer.echo(f"  {note}")
