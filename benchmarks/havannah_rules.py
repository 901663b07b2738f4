"""Rules and solver of Havannah against what is known elsewhere: games, exact values, another program, the oracle.

    python benchmarks/havannah_rules.py --data DIR [--games 10000] [--oracle 500] [--seed 0]

DIR has `littlegolem_games.jsonl`, `castro_selfplay_size5.jsonl.gz`, `rule_vectors.json`, `size3_positions_*.jsonl` and
`size4_puzzles_*.jsonl`; what is missing is left out. Random games are compared with OpenSpiel (all) and with the naive
oracle (the first of each size). A line for each part says how many cases there were and how many failed.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import pyspiel
import typer

from ponnuki.games.havannah.coords import CLASSIC, OPENSPIEL
from ponnuki.games.havannah.layout import BLACK, WHITE, cell_of
from ponnuki.games.havannah.naive import NaivePosition
from ponnuki.games.havannah.position import WIN_NAMES, Position
from ponnuki.games.havannah.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.players.havannah import HavannahPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies.havannah_fast import play_game
from ponnuki.search.limits import Limit

MOST_SIMULATIONS = 5_000_000
SHAPES = ("ring", "bridge", "fork")
VALUES = {0.0: -1, 0.5: 0, 1.0: 1}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file with one on each line, packed or not."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        yield from (json.loads(line) for line in file)


def report(what: str, results: Iterable[bool]) -> bool:
    """Count and print; whether there was no failure."""
    outcomes = list(results)
    typer.echo(f"{what}: {len(outcomes)} cases, {outcomes.count(False)} failed")
    return all(outcomes)


def ends_there(
    size: int, plies: list[tuple[str | None, str]], winner: str | None, shapes: set[str], swap: bool
) -> bool:
    """Whether the last move, and none before it, completes exactly these shapes; none at all if there are none."""
    position = Position.empty(size, Rules(swap))
    for color, move in plies:
        if position.is_over:
            return False
        position = position.play(move, color)  # type: ignore[arg-type]
    if not shapes:
        return position.winner is None
    return position.winner == winner and set(position.won_by) == shapes


def littlegolem(path: Path) -> Iterator[bool]:
    """Games of people; those that ended otherwise must not be won on the board."""
    for game in lines(path):
        plies = [("wb"[player - 1], move) for player, move in game["plies"]]
        shapes = set(game["end"].split("+")) & set(SHAPES)
        yield ends_there(game["size"], plies, "wb"[game["winner"] - 1] if shapes else None, shapes, False)


def selfplay(path: Path) -> Iterator[bool]:
    """Games of a program, all of them to the end."""
    for game in lines(path):
        plies = [(None, move) for move in game["moves"]]
        yield ends_there(game["size"], plies, "wb"[game["winner"] - 1], set(game["type"]), False)


def vectors(path: Path) -> Iterator[bool]:
    """Sequences from other programs' tests."""
    for vector in json.loads(path.read_text()):
        plies: list[tuple[str | None, str]] = [(None, move) for move in vector["moves"]]
        if vector["swap_after_first"]:
            plies.insert(1, (None, "swap"))
        winner = {1: "w", 2: "b"}.get(vector["winner"])
        yield ends_there(vector["size"], plies, winner, set(vector["types"]), vector["swap_after_first"])


def random_games(size: int, games: int, oracle: int, seed: int) -> Iterator[bool]:
    """Uniform games against OpenSpiel and, the first of them, against the oracle."""
    game = pyspiel.load_game("havannah", {"board_size": size})
    for number in range(games):
        moves, won = play_game(size, seed * games + number)
        cells = [cell_of(size, v) for v in moves]
        winner = "wb"[(len(moves) - 1) % 2] if won else None
        yield agrees_with_openspiel(game, size, cells, winner) and (
            number >= oracle or agrees_with_oracle(size, cells, {WIN_NAMES[b] for b in WIN_NAMES if won & b})
        )


def agrees_with_openspiel(game: Any, size: int, cells: list[tuple[int, int]], winner: str | None) -> bool:
    state = game.new_initial_state()
    for cell in cells:
        if state.is_terminal():
            return False
        state.apply_action(int(OPENSPIEL.write(cell, size)))
    return state.is_terminal() and state.returns()[0] == {"w": 1, "b": -1, None: 0}[winner]


def agrees_with_oracle(size: int, cells: list[tuple[int, int]], shapes: set[str]) -> bool:
    """Stones are never removed, so one look before the last move shows that nobody had won earlier."""
    stones = {cell: "wb"[number % 2] for number, cell in enumerate(cells)}
    if NaivePosition(size, stones=stones).wins("wb"[(len(cells) - 1) % 2]) != shapes:
        return False
    del stones[cells[-1]]
    return NaivePosition(size, stones=stones).winner is None


def exact_values(path: Path, every_move: bool) -> Iterator[bool]:
    """The value of each position and, if asked for, of each of its moves, proved by the search."""
    for known in lines(path):
        size = known["size"]
        stones = {CLASSIC.read(cell, size): WHITE for cell in known["p1"]}
        stones |= {CLASSIC.read(cell, size): BLACK for cell in known["p2"]}
        position = Position.from_stones(size, stones, "wb"[known["to_move"] - 1])
        yield solve(position) == known["value"]
        if every_move:
            for move, value in known["values"].items():
                yield -solve(position.play(move)) == value


def solve(position: Position) -> int:
    """1, 0 or -1 for the player to move; an impossible number if the search could not prove it."""
    if position.is_over:
        return 0 if position.winner is None else -1
    player = HavannahPlayer(PlayerSpec.make({"game": "havannah", "size": position.size, "program": "fast"}))
    player.set_position(position, 0.0)
    found = player.search(Limit(simulations=MOST_SIMULATIONS, early_stop=False), most=1)
    return VALUES[found.value] if found.best.proven else 99


def main(
    data: Annotated[Path, typer.Option(help="Folder with the files named above.")],
    games: Annotated[int, typer.Option(help="Random games of each size against OpenSpiel.")] = 10_000,
    oracle: Annotated[int, typer.Option(help="How many of them against the naive oracle too.")] = 500,
    seed: Annotated[int, typer.Option(help="Another seed, other games.")] = 0,
    every_move: Annotated[bool, typer.Option(help="Prove the value of every move of the positions too.")] = False,
) -> None:
    good = [report(f"{path.name}", littlegolem(path)) for path in data.glob("littlegolem_games.jsonl")]
    good += [report(path.name, selfplay(path)) for path in data.glob("castro_selfplay_size5.jsonl.gz")]
    good += [report(path.name, vectors(path)) for path in data.glob("rule_vectors.json")]
    for pattern in ("size3_positions_*.jsonl", "size4_puzzles_*.jsonl"):
        good += [report(path.name, exact_values(path, every_move)) for path in data.glob(pattern)]
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        good.append(report(f"random games on size {size}", random_games(size, games, oracle, seed)))
    raise typer.Exit(0 if all(good) else 1)


if __name__ == "__main__":
    typer.run(main)
