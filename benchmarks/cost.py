"""CPU time a move of several players of ours, in games against the first of them: what a race at equal time needs.

    python benchmarks/cost.py sims=1000 'sims=1000,search.merge=false,search.expand_after=2' --games 20
    python benchmarks/cost.py sims=500 program=fast,sims=500 --game hex --games 20

Both sides of a game are timed, colours alternate. A search that stops early counts with what it took. Beside each
player stand the simulations with which it would take as long as the first.
"""

import time
from typing import Annotated

import typer

from ponnuki.players.game_player import join_game
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec


def game(players: tuple[PlayerSpec, PlayerSpec], seed: int) -> tuple[list[float], list[int]]:
    """CPU seconds and moves of who begins and of the other."""
    kit, size, komi = players[0].kit, players[0].size, players[0].komi
    at_board = [join_game(spec, seed + k) for k, spec in enumerate(players)]
    position, spent, moves = kit.first_position(players[0]), [0.0, 0.0], [0, 0]
    for one in at_board:
        one.begin(position, komi)
    while not position.is_over and position.move_number < 3 * size * size:
        side = position.move_number % 2
        start = time.thread_time()
        move = at_board[side].choose(position)
        spent[side], moves[side] = spent[side] + time.thread_time() - start, moves[side] + 1
        if move == "resign":
            break
        position = position.play(move)
    for one in at_board:
        one.close()
    return spent, moves


def mean_times(first: PlayerSpec, other: PlayerSpec, games: int) -> tuple[float, float]:
    """CPU seconds a move of both."""
    spent, moves = [0.0, 0.0], [0, 0]
    for number in range(games):
        swapped = number % 2
        found = game((other, first) if swapped else (first, other), 1000 + 2 * number)
        for side in (0, 1):
            spent[side ^ swapped] += found[0][side]
            moves[side ^ swapped] += found[1][side]
    return spent[0] / moves[0], spent[1] / moves[1]


def main(
    players: Annotated[list[str], typer.Argument(help="the first is the one that the others are compared with")],
    games: Annotated[int, typer.Option(help="against each")] = 20,
    play: Annotated[str | None, typer.Option("--game", help="which game")] = None,
) -> None:
    """Play and print."""
    specs = []
    for text in players:
        _, spec = parse_player(text, play)
        assert isinstance(spec, PlayerSpec), "only players of ours are timed"
        assert spec.threads == 1, "only players with one thread are timed"
        spec.kit.warm(spec)
        specs.append(spec)
    first = specs[0]
    for text, spec in zip(players[1:], specs[1:], strict=True):
        ours, theirs = mean_times(first, spec, games)
        line = f"{text}: {1e3 * theirs:.1f} ms a move, beside {1e3 * ours:.1f}: {theirs / ours:.3f} times"
        typer.echo(line + (f"; as long with {spec.sims * ours / theirs:.0f} simulations" if spec.sims else ""))


if __name__ == "__main__":
    typer.run(main)
