"""`ponnuki match`: two players, any number of games."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.farms import Dask, Workers, farm_maker

if TYPE_CHECKING:
    from ponnuki.farm.base import Farm
    from ponnuki.lab.fixtures import Plan
    from ponnuki.lab.played import Played

PLAYER = "A spec file, settings such as sims=1000,search.tuned=true, or gtp:COMMAND, which may contain {seed}."
A = Annotated[str, typer.Argument(metavar="A", help=PLAYER)]
B = Annotated[str, typer.Argument(metavar="B", help="Likewise.")]
Games = Annotated[int, typer.Option(help="How many, an even number: each opening is played with both colours.")]
Openings = Annotated[
    str, typer.Option(help="none, random:4, balanced:32, a text file, an SGF file or a folder of them.")
]
Game = Annotated[str | None, typer.Option(help="Which game. Default: go.")]
Size = Annotated[int | None, typer.Option(help="Lines of the board. Default: what the players say, or 9.")]
Komi = Annotated[float | None, typer.Option(help="Points for White. Default: what the players say, or 7.5.")]
Rules = Annotated[str | None, typer.Option(help="Chinese, AGA, NZ or Tromp-Taylor. Default: Chinese.")]
Referee = Annotated[str | None, typer.Option(help="own, or gtp:COMMAND of a program that scores. Default: own.")]
Seed = Annotated[int, typer.Option(help="Another seed, other games.")]
Name = Annotated[str | None, typer.Option(help="Name of the run. Default: from the players and settings.")]
StorePath = Annotated[Path, typer.Option("--store", help="The journal.")]
Out = Annotated[Path | None, typer.Option(help="Folder for the games. Default: ponnuki-out/RUN.")]
Force = Annotated[bool, typer.Option("--force", help="Use the folder although there is something else in it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def match(
    a: A,
    b: B,
    games: Games = 200,
    openings: Openings = "none",
    game: Game = None,
    size: Size = None,
    komi: Komi = None,
    rules: Rules = None,
    referee: Referee = None,
    workers: Workers = None,
    dask: Dask = None,
    seed: Seed = 0,
    name: Name = None,
    store: StorePath = Path("ponnuki.sqlite"),
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a match and say who is stronger, and how sure that is. The same command again goes on, or tells again."""
    from ponnuki.lab.fixtures import match_name, match_plan
    from ponnuki.players.parse import parse_player

    options = {"game": game, "size": size, "komi": komi, "rules": rules, "referee": referee}
    plan = match_plan(parse_player(a, game), parse_player(b, game), games, openings, seed, options)
    make_farm = farm_maker(workers, dask, plan.samples)
    played, folder = run_plan(plan, name or match_name(plan), store, make_farm, out, force)
    summary: dict[str, Any] = {"run": played.run.name, "id": played.run.id, "out": str(folder)}
    summary |= {"openings": plan.openings.name, "seed": seed, **played.tallies[0].summary(plan.names_of(0))}
    if as_json:
        typer.echo(json.dumps(summary))
        return
    for line in describe(summary):
        typer.echo(line)


def run_plan(
    plan: "Plan", name: str, path: Path, make_farm: "Callable[[], Farm]", out: Path | None, force: bool
) -> "tuple[Played, Path]":
    """Play a plan with a bar on stderr, and write its games; an interruption says how to go on."""
    from ponnuki.cli.output import mark_folder, own_folder, stderr_progress
    from ponnuki.lab.environment import command_line
    from ponnuki.lab.fixed_run import Progress
    from ponnuki.lab.fixture_run import play
    from ponnuki.lab.played import write_games
    from ponnuki.lab.race_run import Interrupted
    from ponnuki.lab.store import Store

    folder = own_folder(out, name, force)
    with Store(path, write=True) as store, stderr_progress() as progress:
        task = progress.add_task("starting", total=plan.games)

        began, played_now = time.monotonic(), 0

        def show(now: Progress) -> None:
            nonlocal played_now
            played_now += 2 * len(now.rows)
            speed = played_now / (time.monotonic() - began)
            text = f"{2 * now.done} of {2 * now.total} games, {speed:.3g} games/s"
            progress.update(task, completed=2 * now.done, description=text)

        try:
            played = play(store, name, plan, make_farm, show)
        except (Interrupted, KeyboardInterrupt):
            typer.echo(f"interrupted; every finished game is in {path}. To go on: {command_line()}", err=True)
            raise typer.Exit(130) from None
        mark_folder(folder, played.run)
        write_games(store, played, folder / "games")
    return played, folder


def describe(summary: dict[str, Any]) -> list[str]:
    """A match in lines for people."""
    from ponnuki.lab.match_report import odd_cases

    a, b = summary["a"], summary["b"]
    lines = [f"A: {a}", f"B: {b}", f"{summary['games']} games in {summary['pairs']} pairs"]
    error = summary["standard_error"]
    lines.append(
        f"A scores {summary['rate']:.4f}"
        + ("" if error is None else f" ± {error:.4f}")
        + f"  (wins {summary['wins']}, draws {summary['draws']}, losses {summary['losses']})"
        if summary["games"]
        else "no game has been played"
    )
    low, high = summary["elo_interval"]
    value = summary["elo"]
    shown = f"{value:+.1f}" if value is not None else ("all lost" if summary["rate"] == 0 else "all won")
    lines.append(f"Elo of A over B: {shown}, with 95 % probability from {low:+.1f} to {high:+.1f}")
    for color in ("black", "white"):
        part = summary[f"as_{color}"]
        if part["games"]:
            lines.append(f"A with {color}: {part['rate']:.4f} in {part['games']} games")
    times = {side: summary["seconds_per_move"][side] for side in ("a", "b")}
    if all(seconds is not None for seconds in times.values()):
        spent = ", ".join(
            f"{side.upper()} {1000 * times[side]:.1f} ms (slowest {1000 * summary['slowest_move'][side]:.0f} ms)"
            for side in ("a", "b")
        )
        lines.append(f"time for a move: {spent}; {summary['moves_per_game']:.1f} moves in a game")
    return [*lines, *odd_cases(summary), f"games: {summary['out']}/games"]
