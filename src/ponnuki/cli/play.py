"""`ponnuki play`: a game in the terminal."""

from typing import Annotated

import typer

from ponnuki.cli.gtp import Game, Komi, Program, Rules, Seed, Sims, Size, Spec, Threads, Time

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
    """Play Go or Havannah against the engine, and see what it thinks."""
    from ponnuki.engine.terminal import play_in_terminal
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
    play_in_terminal(chosen, color or ("w" if chosen.game == "havannah" else "b"))
