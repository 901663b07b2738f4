"""`ponnuki tournament`: a round robin or a gauntlet of any players."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.farms import farm_maker
from ponnuki.cli.match import play_schedule
from ponnuki.cli.options import (
    DEFAULT_STORE,
    AsJson,
    Dask,
    DryRun,
    Force,
    Game,
    Komi,
    Name,
    Notify,
    Out,
    Size,
    StorePath,
    Workers,
)

if TYPE_CHECKING:
    from rich.table import Table

File = Annotated[Path, typer.Argument(metavar="FILE.toml", help="Players, conditions, and how many games.")]
Games = Annotated[int | None, typer.Option(help="Games of each pairing. Default: what the file says.")]
Seed = Annotated[int | None, typer.Option(help="Another seed, other games. Default: what the file says, or 0.")]


def tournament(
    file: File,
    games: Games = None,
    game: Game = None,
    size: Size = None,
    komi: Komi = None,
    seed: Seed = None,
    workers: Workers = None,
    dask: Dask = None,
    name: Name = None,
    store: StorePath = DEFAULT_STORE,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Play a round robin, or a gauntlet against one player: cross table, and Elo with intervals. Rerun to resume."""
    from ponnuki.cli.dry_run import show_schedule
    from ponnuki.lab.matches.schedule import read_tournament
    from ponnuki.lab.matches.summary import summarize

    schedule = read_tournament(file, {"games": games, "game": game, "size": size, "komi": komi, "seed": seed})
    if dry_run:
        show_schedule(schedule, name or file.stem, store, as_json)
        return
    make_farm = farm_maker(workers, dask, schedule.samples)
    result, folder = play_schedule(schedule, name or file.stem, store, make_farm, out, force)
    summary = summarize(result) | {"out": str(folder)}
    if as_json:
        typer.echo(json.dumps(summary))
        return
    _show(summary)


def _show(summary: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from ponnuki.cli.output import plain
    from ponnuki.processes.words import cleaned

    table = Table(title=plain(summary["run"]), title_justify="left")
    for heading in ("", "player", "Elo", "95 %", "points", "games", "faults"):
        table.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for place, player in enumerate(summary["players"], start=1):
        low, high = player["elo_interval"]
        record = (f"{player['points']:g}", str(player["games"]), str(player["faults"]))
        table.add_row(str(place), plain(player["name"]), f"{player['elo']:+.0f}", f"{low:+.0f} … {high:+.0f}", *record)
    Console().print(table)
    Console().print(_cross_table(summary))
    for pairing in summary["pairings"]:
        for side in ("a", "b"):
            for one in pairing["fault_examples"][side][:1]:
                other = pairing["b" if side == "a" else "a"]
                typer.echo(cleaned(f"{pairing[side]} against {other}: {one['kind']}: {one['message']}"))
    typer.echo("Elo is above the mean of the players (Bradley-Terry, one drawn pair added to each pairing)")
    typer.echo(f"games: {summary['out']}/games")


def _cross_table(summary: dict[str, Any]) -> "Table":
    """How the row scored against the column."""
    from rich.table import Table

    from ponnuki.cli.output import plain
    from ponnuki.lab.matches.summary import cross_table

    names = [player["name"] for player in summary["players"]]
    table = Table(title="the row's rate against the column", title_justify="left")
    table.add_column("")
    for place in range(len(names)):
        table.add_column(str(place + 1), justify="right", no_wrap=True)
    for place, (name, cells) in enumerate(zip(names, cross_table(summary), strict=True), start=1):
        table.add_row(plain(f"{place} {name}"), *("" if cell is None else f"{cell:.3f}" for cell in cells))
    return table
