"""`ponnuki bench`: speeds, as ratios to a named reference measured in the same run."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.output import stderr_progress

if TYPE_CHECKING:
    from ponnuki.lab.bench.measure import Comparison

app = typer.Typer(no_args_is_help=True, help="Measure speeds beside a named reference in the same run.")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Size = Annotated[int, typer.Option(help="Lines of the board.")]
Seed = Annotated[int, typer.Option(help="Seed of the first repetition.")]


@app.command()
def playouts(size: Size = 9, seed: Seed = 0, as_json: Json = False) -> None:
    """Light Go playouts beside OpenSpiel's random rollouts."""
    from ponnuki.games.go.rules import check_size
    from ponnuki.lab.bench import playouts as bench
    from ponnuki.lab.bench.measure import REPETITIONS

    check_size(size)
    with stderr_progress() as progress:
        task = progress.add_task(f"light playouts on {size}x{size}", total=REPETITIONS)
        result = bench.run(size, seed, lambda _: progress.advance(task))
    details = result.details
    _show(
        result,
        as_json,
        f"light playouts on {size}x{size}, one core",
        f"mean length {details['mean_length']:.2f}, mean score {details['mean_score']:+.2f}"
        f" over {details['playouts']} playouts",
    )


@app.command()
def search(
    size: Size = 9,
    policy: Annotated[str, typer.Option(help="Whose search: a program's name, such as light or fast.")] = "default",
    seed: Seed = 0,
    game: Annotated[str, typer.Option(help="go or havannah.")] = "go",
    as_json: Json = False,
) -> None:
    """Searches of 10 000 simulations beside OpenSpiel's MCTSBot."""
    from ponnuki.lab.bench import search as bench
    from ponnuki.lab.bench.measure import REPETITIONS
    from ponnuki.players.spec import PlayerSpec

    PlayerSpec.make({"game": game, "size": size, "program": policy}, "bench search")
    with stderr_progress() as progress:
        task = progress.add_task(f"{game}, {policy} searches on size {size}", total=REPETITIONS)
        result = bench.run(size, policy, seed, lambda _: progress.advance(task), game)
    _show(result, as_json, f"{game}, {policy} searches on size {size} from the empty board")


@app.command()
def threads(
    size: Size = 9,
    policy: Annotated[str, typer.Option(help="Whose search: default, mogo, light, bare or uct.")] = "default",
    threads: Annotated[int, typer.Option(help="Threads on one tree, and independent searches beside it.")] = 2,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Threads on one tree beside as many independent searches."""
    from ponnuki.lab.bench.search import run_threads

    _show(run_threads(size, policy, threads, seed), as_json, f"{threads} threads on one tree, {size}x{size}")


@app.command()
def farm(
    workers: Annotated[int | None, typer.Option(help="Processes; by default one for each core.")] = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games to measure.")] = 100,
    as_json: Json = False,
) -> None:
    """What the farm, the journal and the race cost around the games."""
    from ponnuki.lab.bench.farm import run

    with stderr_progress() as progress:
        task = progress.add_task("farm", total=3)

        def on_part(part: str) -> None:
            progress.update(task, description=part, advance=1)

        result = run(workers, pairs, on_part)
    if as_json:
        typer.echo(json.dumps(result.as_json()))
        return
    found = result.details
    typer.echo(f"{found['pairs']} pairs of 9x9 games at 100 simulations a move on {found['workers']} workers")
    typer.echo(f"  CPU in games / CPU in all processes   {result.ours:.4f}")
    typer.echo(f"  used of the CPU time granted          {found['granted_share_used']:.4f}")
    typer.echo(f"  trials that are over at once          {found['instant_trials_per_second']:,.0f} a second")
    typer.echo(f"  resuming {found['resumed_trials']:,} trials           {found['resume_seconds']:.1f} s")


def _show(result: "Comparison", as_json: bool, title: str, *notes: str) -> None:
    if as_json:
        typer.echo(json.dumps(result.as_json()))
        return
    typer.echo(f"{title}, medians of {result.repetitions} interleaved runs")
    typer.echo(f"  {'ours':<10} {result.ours:12,.0f} {result.unit}")
    if result.reference is None:
        typer.echo(f"  {result.reference_name} is not installed, so there is no ratio: pip install 'ponnuki[dev]'")
    else:
        typer.echo(f"  {result.reference_name:<10} {result.reference:12,.0f} {result.unit}")
        typer.echo(f"  {'ratio':<10} {result.ratio:12.2f}")
    for note in notes:
        typer.echo(f"  {note}")
