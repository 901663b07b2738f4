"""`ponnuki demo`: a first look at what is there."""

from typing import Annotated

import typer


def demo(
    size: Annotated[int, typer.Option(help="Lines of the board.")] = 9,
    seed: Annotated[int, typer.Option(help="Another seed, another game.")] = 0,
) -> None:
    """Play a game of Go by light playouts and show where it ends."""
    from ponnuki.games.go.diagram import draw
    from ponnuki.policies.go_light import play_game, sample

    colors, score, moves = play_game(size, seed)
    typer.echo(f"A light playout on {size}x{size}, {moves} moves:\n")
    typer.echo(draw(colors))
    leader = "Black" if score > 0 else "White"
    typer.echo(f"\n{leader} has {abs(score)} points more." if score else "\nBoth have the same area.")
    many = sample(size, 10_000, seed)
    typer.echo(
        f"Over {many.playouts} such games: {many.mean_length:.1f} moves and {many.mean_score:+.1f} points for Black"
        " on average."
    )
    typer.echo("Next: ponnuki bench playouts, ponnuki doctor, ponnuki --help")
