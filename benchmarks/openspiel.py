"""Games against OpenSpiel's MCTSBot, both with the same time for a move; of Havannah, Hex, or any game that names it.

    python benchmarks/openspiel.py --game havannah --size 5 --games 100 --time 0.2

OpenSpiel's bot counts simulations, not seconds: it gets as many as it made in the time allowed at its last move, so
its clock is as long as ours on average; both times are printed. Colours alternate; each pair of games begins with the
same random stone, as a first stone of one's choice decides small boards.
"""

import json
import random
import time
from math import sqrt
from typing import Annotated

import pyspiel
import typer

from ponnuki.errors import BadInput
from ponnuki.players.kit import Reference
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

FIRST_GUESS = 4_000
"""Simulations of the bot's first move, before its speed is known."""


class Bot:
    """OpenSpiel's search with random rollouts and its solver, on a clock."""

    def __init__(self, known: Reference, seconds: float, seed: int) -> None:
        self.game = pyspiel.load_game(known.name, dict(known.parameters))
        self.state = self.game.new_initial_state()
        self.seconds, self.spent, self.moves = seconds, 0.0, 0
        self._seed, self._count = seed, FIRST_GUESS

    def choose(self) -> int:
        """The action of its next move."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed + self.moves)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, self._count, 1000, True, self._seed + self.moves, False)
        began = time.perf_counter()
        action = bot.step(self.state)
        used = time.perf_counter() - began
        self._count = max(100, min(int(self._count * self.seconds / used), 4 * self._count))
        self.spent += used
        self.moves += 1
        return int(action)


def play(spec: PlayerSpec, seconds: float, ours: str, opening: str, seed: int) -> tuple[float, Bot, float, int]:
    """One game: our points, the bot with its clock, our time and moves."""
    kit, actions = spec.kit, spec.kit.coordinates["openspiel"]
    bot = Bot(reference(spec), seconds, seed)
    player = kit.player(spec.model_copy(update={"seed": seed}))
    position, spent, moves = kit.first_position(spec), 0.0, 0
    while not position.is_over:
        if position.move_number == 0:
            move = opening
        elif position.to_move == ours:
            began = time.perf_counter()
            player.set_position(position, 0.0)
            move = player.choose(Limit(seconds=seconds, early_stop=False), most=1).move
            spent, moves = spent + time.perf_counter() - began, moves + 1
            if move == "resign":
                return 0.0, bot, spent, moves
        else:
            move = actions.read(str(bot.choose()), spec.size)
        position = position.play(move)
        bot.state.apply_action(int(actions.write(move, spec.size)))
    score = kit.as_it_stands(position, 0.0).score
    return 0.5 if score == 0 else float((score > 0) == (ours == "b")), bot, spent, moves


def reference(spec: PlayerSpec) -> Reference:
    """The game in OpenSpiel, whose actions the game's coordinates can name."""
    known = spec.kit.open_spiel(spec.size, 0.0)
    if known is None or "openspiel" not in spec.kit.coordinates:
        raise BadInput(f"{spec.game} does not say how OpenSpiel calls its moves")
    return known


def main(
    game: Annotated[str, typer.Option(help="Which game.")] = "havannah",
    size: Annotated[int, typer.Option(help="Cells of a side.")] = 5,
    games: Annotated[int, typer.Option(help="How many.")] = 100,
    seconds: Annotated[float, typer.Option("--time", help="Seconds for a move of either.")] = 0.2,
    program: Annotated[str, typer.Option(help="Our program.")] = "default",
    seed: Annotated[int, typer.Option(help="Another seed, other openings.")] = 0,
) -> None:
    spec = PlayerSpec.make({"game": game, "size": size, "program": program})
    reference(spec)
    spec.kit.warm(spec)
    points, our_time, our_moves, bot_time, bot_moves = 0.0, 0.0, 0, 0.0, 0
    for number in range(games):
        opening = random.Random(f"{seed} {number // 2}").choice(spec.kit.first_position(spec).legal_moves())
        won, bot, spent, moves = play(spec, seconds, "wb"[number % 2], opening, seed + number)
        points, our_time, our_moves = points + won, our_time + spent, our_moves + moves
        bot_time, bot_moves = bot_time + bot.spent, bot_moves + bot.moves
    rate = points / games
    summary = {
        "game": game,
        "size": size,
        "program": program,
        "games": games,
        "points": points,
        "rate": rate,
        "standard_error": sqrt(rate * (1 - rate) / games),
        "our_seconds_a_move": our_time / max(1, our_moves),
        "bot_seconds_a_move": bot_time / max(1, bot_moves),
    }
    typer.echo(json.dumps(summary))


if __name__ == "__main__":
    typer.run(main)
