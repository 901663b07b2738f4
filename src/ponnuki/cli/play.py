"""`ponnuki play`: a game in the terminal."""

from typing import Annotated

import typer

from ponnuki.cli.gtp import Spec, Threads, Time
from ponnuki.cli.options import Game, Komi, Program, Rules, Sims, Size

Seed = Annotated[int | None, typer.Option(help="Same seed, same moves, with --sims and one thread. Default: 0.")]
Color = Annotated[
    str | None,
    typer.Option(help="Your colour: b, w, or none to watch the engine play itself. Default: who begins."),
]


def play(
    color: Color = None,
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
) -> None:
    """Play a game against the engine, and see what it thinks."""
    from ponnuki.engine.terminal import play_in_terminal
    from ponnuki.lab.runs.interruption import Interrupted
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
    }
    chosen = PlayerSpec.from_options(spec, options)
    try:
        play_in_terminal(chosen, color or chosen.kit.first_player)
    except KeyboardInterrupt:
        typer.echo()  # ends the line with the prompt
        raise Interrupted("interrupted; the game is left unfinished") from None
