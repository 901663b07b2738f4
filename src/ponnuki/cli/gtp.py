"""`ponnuki gtp`: our player for GoGui, Sabaki, KGS, CGOS and any other controller that speaks GTP."""

from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.options import Game, Komi, Program, Rules, Sims, Size
from ponnuki.errors import BadInput

Time = Annotated[float | None, typer.Option(help="Seconds for a move; a clock of the controller limits it further.")]
Threads = Annotated[int | None, typer.Option(help="Threads of the search. Default: 1.")]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="INTEGER",
        help="Same seed, same games, with --sims and one thread. Default: one that is drawn, and said on stderr.",
    ),
]
Coordinates = Annotated[str, typer.Option("--coordinates", help="How moves are written: {coordinates}.")]
Spec = Annotated[Path | None, typer.Option(help="A TOML file with these settings and more; options take precedence.")]
Ponder = Annotated[bool | None, typer.Option("--ponder/--no-ponder", help="Think in the opponent's time.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="SCHEME[,OPTION=VALUE...]",
        help="Search on all ranks of an MPI job, as mpiexec starts one: slow-tree, slow-root, voting or fast-tree, and "
        "what should be other than usual, as in slow-tree,depth=2,period=0.1.",
    ),
]


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
    cluster: Cluster = None,
) -> None:
    """Play as a GTP program on stdin and stdout."""
    from ponnuki.engine.refusal import refuse
    from ponnuki.engine.serve import serve
    from ponnuki.players.spec import PlayerSpec

    try:
        number = parse_seed(seed)
    except BadInput as error:
        typer.echo(f"error: {error}", err=True)
        refuse(str(error))
        raise typer.Exit(error.exit_code) from None
    options = {
        "game": game,
        "size": size,
        "komi": komi,
        "sims": sims,
        "time": time,
        "threads": threads,
        "seed": number,
        "rules": rules,
        "program": program,
        "ponder": ponder,
    }
    if cluster is None:
        serve(PlayerSpec.from_options(spec, options), coordinates)
    else:
        from ponnuki.cluster.mpi import said_once
        from ponnuki.engine.serve_ranks import serve_ranks
        from ponnuki.players.parse import parse_scheme

        with said_once():
            serve_ranks(PlayerSpec.from_options(spec, options), parse_scheme(cluster), coordinates)


def parse_seed(word: str | None) -> int | None:
    """The number that an option gives; a line that helps where a tool has put no number in its place."""
    if word is None or (word.isascii() and word.isdigit()):
        return None if word is None else int(word)
    raise BadInput(
        f"--seed {word} is no whole number from 0 on: gogui-twogtp puts one where %SRAND stands, matches of ponnuki "
        "where {seed} stands; without --seed the engine draws one"
    )
