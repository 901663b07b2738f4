"""`ponnuki gtp`: our player for GoGui, Sabaki, KGS, CGOS and any other controller that speaks GTP."""

from pathlib import Path
from typing import Annotated

import typer

Game = Annotated[str | None, typer.Option(help="go or havannah. Default: go.")]
Size = Annotated[
    int | None,
    typer.Option(help="Lines of the board, or cells of a side, until the controller says otherwise. Default: 9."),
]
Komi = Annotated[float | None, typer.Option(help="Points for White in Go. Default: 7.5.")]
Sims = Annotated[int | None, typer.Option(help="Simulations for a move. Default: 1000, unless --time is given.")]
Time = Annotated[float | None, typer.Option(help="Seconds for a move; a clock of the controller limits it further.")]
Threads = Annotated[int | None, typer.Option(help="Threads of the search. Default: 1.")]
Seed = Annotated[int | None, typer.Option(help="Same seed, same moves, with --sims and one thread. Default: 0.")]
Rules = Annotated[
    str | None,
    typer.Option(help="Chinese, AGA, NZ or Tromp-Taylor; in Havannah plain or swap. Default: Chinese, plain."),
]
Program = Annotated[
    str | None,
    typer.Option(help="default, mogo, light, bare or uct; in Havannah default, slow, fast or uct. Default: default."),
]
Coordinates = Annotated[
    str, typer.Option("--coordinates", help="Names of cells in Havannah: classic, littlegolem, openspiel or gogui.")
]
Spec = Annotated[Path | None, typer.Option(help="A TOML file with these settings and more; options take precedence.")]
Ponder = Annotated[bool | None, typer.Option("--ponder/--no-ponder", help="Think in the opponent's time.")]


def gtp(
    game: Game = None,
    size: Size = None,
    komi: Komi = None,
    sims: Sims = None,
    time: Time = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = None,
    program: Program = None,
    spec: Spec = None,
    ponder: Ponder = None,
    coordinates: Coordinates = "classic",
) -> None:
    """Play Go or Havannah as a GTP program on stdin and stdout."""
    from ponnuki.engine.serve import serve
    from ponnuki.players.spec import PlayerSpec

    options = {
        "game": game,
        "size": size,
        "komi": komi,
        "sims": sims,
        "time": time,
        "threads": threads,
        "seed": seed,
        "rules": rules,
        "program": program,
        "ponder": ponder,
    }
    serve(PlayerSpec.from_options(spec, options), coordinates)
