"""`ponnuki match`: two players, any number of games."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.farms import farm_maker
from ponnuki.cli.options import (
    DEFAULT_STORE,
    PLAYER,
    AsJson,
    Dask,
    DrawAt,
    DryRun,
    Force,
    Game,
    Komi,
    Name,
    Nodes,
    Notify,
    Openings,
    Out,
    Referee,
    ResignAt,
    Rules,
    Seed,
    Size,
    StorePath,
    Tc,
    Workers,
)

if TYPE_CHECKING:
    from ponnuki.farm.base import Farm
    from ponnuki.lab.matches.result import MatchResult
    from ponnuki.lab.matches.schedule import Schedule

A = Annotated[str, typer.Argument(metavar="A", help=PLAYER)]
B = Annotated[str, typer.Argument(metavar="B", help="The other player, given in the same way.")]
Games = Annotated[int, typer.Option(help="How many, an even number: each opening is played with both colours.")]


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
    tc: Tc = None,
    nodes: Nodes = None,
    resign_at: ResignAt = None,
    draw_at: DrawAt = None,
    workers: Workers = None,
    dask: Dask = None,
    seed: Seed = 0,
    name: Name = None,
    store: StorePath = DEFAULT_STORE,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Play a match and report who is stronger, with an interval. Rerun to resume, or to reprint the result."""
    from ponnuki.cli.dry_run import show_schedule
    from ponnuki.lab.matches.schedule import match_name, match_schedule
    from ponnuki.players.parse import parse_player, with_limits

    players = [with_limits(parse_player(text, game), {"tc": tc, "nodes": nodes}) for text in (a, b)]
    options = {"game": game, "size": size, "komi": komi, "rules": rules, "referee": referee}
    options |= {"resign_at": resign_at, "draw_at": draw_at}
    match = match_schedule(players[0], players[1], games, openings, seed, options)
    if dry_run:
        show_schedule(match, name or match_name(match), store, as_json)
        return
    make_farm = farm_maker(workers, dask, match.samples)
    result, folder = play_schedule(match, name or match_name(match), store, make_farm, out, force)
    summary: dict[str, Any] = {"run": result.run.name, "id": result.run.id, "out": str(folder)}
    summary |= {"openings": match.openings.name, "seed": seed, **result.tallies[0].summary(match.names_of(0))}
    if as_json:
        typer.echo(json.dumps(summary))
        return
    for line in describe(summary):
        typer.echo(line)


def play_schedule(
    schedule: "Schedule", name: str, path: Path, make_farm: "Callable[[], Farm]", out: Path | None, force: bool
) -> "tuple[MatchResult, Path]":
    """Play a match or tournament with progress on stderr, and write its games; an interruption says how to go on."""
    from ponnuki.cli.match_display import MatchDisplay
    from ponnuki.cli.output import interruptible, mark_folder, own_folder, writing
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.matches.result import write_games
    from ponnuki.lab.matches.session import play

    folder = own_folder(out, name, force)
    with Store(path, write=True) as store:
        with interruptible(path, "game"), MatchDisplay() as display:
            result = play(store, name, schedule, make_farm, display.show)
        with writing(folder):
            mark_folder(folder, result.run)
            write_games(store, result, folder / "games")
    return result, folder


def describe(summary: dict[str, Any]) -> list[str]:
    """A match in lines for people."""
    from ponnuki.lab.matches.tally import odd_cases

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
    lines += _at_any_time(summary)
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


def _at_any_time(summary: dict[str, Any]) -> list[str]:
    """The pairs by their points, and what holds also for whoever looks again and again."""
    found = summary["anytime"]
    low, high = found["elo_interval"]
    told = f"whenever one looks: Elo from {low:+.1f} to {high:+.1f}"
    if found["nelo"] is not None:
        ends = found["nelo_interval"]
        told += f"; normalised Elo {found['nelo']:+.1f}, from {ends[0]:+.1f} to {ends[1]:+.1f}"
    ends = ", ".join(f"{end} {count}" for end, count in summary["ends"].items())
    counts = ", ".join(str(count) for count in summary["pair_results"].values())
    return [told, f"pairs by points 0 … 2: {counts}", *([f"games ended by: {ends}"] if ends else [])]
