"""`ponnuki bench`: speeds, as ratios to a named reference measured in the same run."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.games import GameCommand
from ponnuki.cli.options import AsJson, Game, Workers
from ponnuki.cli.output import stderr_progress

if TYPE_CHECKING:
    from ponnuki.lab.bench.measure import Comparison

app = typer.Typer(no_args_is_help=True, help="Measure speeds beside a named reference in the same run.")

Size = Annotated[int, typer.Option(help="Lines of the board.")]
Seed = Annotated[int, typer.Option(help="Seed of the first repetition.")]


@app.command()
def playouts(size: Size = 9, seed: Seed = 0, as_json: AsJson = False) -> None:
    """Light playouts beside OpenSpiel's random rollouts."""
    from ponnuki.lab.bench import playouts as bench
    from ponnuki.lab.bench.measure import REPETITIONS
    from ponnuki.players.kit import DEFAULT_GAME, find_kit

    find_kit(DEFAULT_GAME).check_size(size)
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


@app.command(cls=GameCommand)
def search(
    size: Size = 9,
    policy: Annotated[str, typer.Option(help="Whose search: a program's name, such as light or fast.")] = "default",
    seed: Seed = 0,
    game: Game = None,
    as_json: AsJson = False,
) -> None:
    """Searches of 10 000 simulations beside OpenSpiel's MCTSBot."""
    from ponnuki.lab.bench import search as bench
    from ponnuki.lab.bench.measure import REPETITIONS
    from ponnuki.players.kit import DEFAULT_GAME
    from ponnuki.players.spec import PlayerSpec

    game = game or DEFAULT_GAME
    PlayerSpec.make({"game": game, "size": size, "program": policy}, "bench search")
    with stderr_progress() as progress:
        task = progress.add_task(f"{game}, {policy} searches on size {size}", total=REPETITIONS)
        result = bench.run(size, policy, seed, lambda _: progress.advance(task), game)
    _show(result, as_json, f"{game}, {policy} searches on size {size} from the empty board")


@app.command()
def threads(
    size: Size = 9,
    policy: Annotated[str, typer.Option(help="Whose search: a program's name, such as light.")] = "default",
    threads: Annotated[int, typer.Option(help="Threads on one tree, and independent searches beside it.")] = 2,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Threads on one tree beside as many independent searches."""
    from ponnuki.lab.bench.search import run_threads

    _show(run_threads(size, policy, threads, seed), as_json, f"{threads} threads on one tree, {size}x{size}")


@app.command()
def cluster(
    size: Size = 9,
    ranks: Annotated[int, typer.Option(help="Processes that search together by MPI.", min=2)] = 2,
    seconds: Annotated[float, typer.Option(help="Length of each search.", min=0.1)] = 0.3,
    turns: Annotated[int, typer.Option(help="Turns, each of two searches with exchanges and two without.", min=1)] = 50,
    as_json: AsJson = False,
) -> None:
    """Simulations per CPU-second with an exchange every 0.05 s, beside the same without; what an exchange sends."""
    from ponnuki.lab.bench.cluster import run
    from ponnuki.players.kit import DEFAULT_GAME, find_kit

    find_kit(DEFAULT_GAME).check_size(size)
    with stderr_progress() as progress:
        task = progress.add_task("cluster", total=None)
        result = run(size, ranks, seconds, turns, on_part=lambda part: progress.update(task, description=part))
    details = result.details
    ratios = sorted(details["ratios"])
    low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
    notes = [
        f"ratio {result.ratio:.3f}, in the middle half of the turns from {low:.3f} to {high:.3f}",
        f"{details['exchanges_per_second']:.1f} exchanges a second,"
        f" {details['exchanges_per_cpu_second']:.1f} in a CPU-second of each rank",
        f"{details['rounds_per_exchange']:.1f} rounds and {details['bytes_per_exchange']:,.0f} bytes in an exchange,"
        f" {details['waited_share']:.1%} of the time spent waiting",
        "simulated machines: rounds and steps of an exchange, bytes and microseconds of each machine in it",
    ]
    for one in (*details["by_machines"], *details["by_nodes"]):
        which = ", ".join(f"{key} {one[key]}" for key in ("machines", "depth", "share") if key in one)
        notes.append(
            f"  {which:<36} {one['rounds']:5.1f} {one['steps']:5.1f} {one['bytes']:9,.0f} {one['microseconds']:7,.0f}"
        )
    tree = details["one_tree"]
    notes.append(
        f"one tree: {tree['leaf_microseconds']:.0f} microseconds of machine 0 for a playout of"
        f" {tree['playout_microseconds']:.0f} elsewhere: it can keep {tree['machines']:.1f} machines busy"
    )
    _show(result, as_json, f"{ranks} ranks on {size}x{size}", *notes)


@app.command()
def farm(
    workers: Workers = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games to measure.")] = 100,
    as_json: AsJson = False,
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
    typer.echo(f"  the same, but not reproducible         {found['recorded_trials_per_second']:,.0f} a second")
    typer.echo(f"  resuming {found['resumed_trials']:,} trials           {found['resume_seconds']:.1f} s")


@app.command()
def semeai(
    uses: Annotated[
        bool, typer.Option("--uses", help="Measure what each use of the solver costs a search, instead.")
    ] = False,
    positions: Annotated[int, typer.Option(help="With --uses: positions of each kind of the study.", min=1)] = 8,
    as_json: AsJson = False,
) -> None:
    """A capturing race that counting decides, beside a search of the same race."""
    from ponnuki.lab.bench.measure import REPETITIONS
    from ponnuki.lab.bench.semeai import run

    if uses:
        _show_costs(positions, as_json)
        return
    with stderr_progress() as progress:
        task = progress.add_task("capturing races", total=REPETITIONS)
        result = run(lambda _: progress.advance(task))
    details = result.details
    _show(
        result,
        as_json,
        "boards with a capturing race, both players first",
        f"{details['counted_microseconds']:.1f} µs each; a board without races {details['quiet_microseconds']:.1f} µs",
    )


def _show_costs(positions: int, as_json: bool) -> None:
    """Simulations per CPU-second with each use of the solver; the headline is the default program with all three."""
    from ponnuki.lab.bench.semeai import costs

    with stderr_progress() as progress:
        task = progress.add_task("searching", total=None)
        rows = list(costs(positions, lambda: progress.advance(task)))
    if as_json:
        last = rows[-1]
        headline = {"ours": last.rate, "reference": last.plain, "ratio": last.rate / last.plain}
        typer.echo(json.dumps(headline | {"unit": "simulations/CPU-s", "rows": [asdict(row) for row in rows]}))
        return
    typer.echo(
        "| program | simulations | use | simulations/CPU-s | of those without |\n| --- | --- | --- | --- | --- |"
    )
    for row in rows:
        typer.echo(f"| {row.program} | {row.sims} | {row.use} | {row.rate:,.0f} | {row.rate / row.plain:.2f} |")


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
