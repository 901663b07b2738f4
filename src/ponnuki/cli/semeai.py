"""`ponnuki semeai`: the capturing races of a position."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.options import AsJson


def semeai(
    file: Annotated[Path, typer.Argument(metavar="FILE.sgf", help="A game or a set-up position.")],
    move: Annotated[
        int | None, typer.Option(min=0, help="The position after so many moves. Default: the last.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say who wins the capturing races of a position, whoever plays first, and which moves they need."""
    from itertools import islice

    from ponnuki.errors import BadInput
    from ponnuki.players.kit import DEFAULT_GAME, find_kit

    kit = find_kit(DEFAULT_GAME)
    record = kit.read_record(file)
    wanted = len(record.moves) if move is None else move
    if wanted > len(record.moves):
        raise BadInput(f"{file}: the game has {len(record.moves)} moves, so --move must be at most that")
    position = next(islice(record.positions(), wanted, None))
    races = kit.semeais(position, everything=as_json)
    if as_json:
        typer.echo(json.dumps({"races": [race.to_json() for race in races]}))
        return
    if not races:
        typer.echo("no capturing races")
    for race in races:
        typer.echo("\n".join([race.draw(position), *race.describe(), ""]))
