"""What a change of the program is worth, move by move: how good the moves are that it chooses, as a deeper search sees.

    python benchmarks/regret.py RUN --store strength.sqlite 'search.rave_equivalence=6000' 'priors.moves=150'

Positions are drawn from the games of a stored match, those in which the second player was to move, so that none is
there because the first one erred in it. The default program and each change of it choose a move with few simulations;
a deeper search of the default program says what the position after that move is worth. Positions and judges are the
same for all, so differences have small standard errors: a change that games could not tell from chance in hours may
show here in a minute. It is a guide to what should be raced, not evidence: the judge is the program itself.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from ponnuki.games.go.position import Position
from ponnuki.games.go.record import GameRecord, read_sgf
from ponnuki.lab.journal.store import Store
from ponnuki.lab.matches.result import games_of, match_result
from ponnuki.players.go import GoPlayer
from ponnuki.players.parse import parse_settings
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import MoveReport

OPENING = 4
"""Moves before which positions are hardly different from game to game."""
DECIDED = 0.12
"""Positions with a value nearer to 0 or 1 than this teach nothing."""
JUDGE_SEED = 99


def best_move(position: Position, spec: PlayerSpec, sims: int) -> MoveReport:
    """What a player finds in a position with so many simulations."""
    player = GoPlayer(spec)
    player.set_position(position, spec.komi)
    return player.search(Limit(simulations=sims, early_stop=False), most=1).best


def games_in(store: Path, run: str) -> Iterator[tuple[GameRecord, str]]:
    """The games of a stored match, and the colour of its first player."""
    with Store(store) as opened:
        played = match_result(opened, opened.find_run(run))
        first = played.names_of(0)[0]
        for pair in games_of(opened, played):
            for name, text in pair:
                record = read_sgf(text, name)
                yield record, "b" if record.black == first else "w"


def positions_of(store: Path, run: str) -> list[Position]:
    """Where the second player of a match had to move, in random order, always the same."""
    found = [
        position
        for record, ours in games_in(store, run)
        for position in record.positions()
        if position.move_number >= OPENING and not position.is_over and position.to_move != ours
    ]
    random.Random(0).shuffle(found)
    return found


@dataclass
class Judge:
    """A deeper search of the default program, which remembers what it said."""

    sims: int
    known: dict[tuple[int, str], float] = field(default_factory=dict)

    def value(self, number: int, position: Position, move: str) -> float:
        """What a move is worth for who makes it."""
        if (number, move) not in self.known:
            self.known[number, move] = 1.0 - self._value_for_mover(position.play(move))
        return self.known[number, move]

    def _value_for_mover(self, position: Position) -> float:
        spec = PlayerSpec(size=position.size, seed=JUDGE_SEED)
        if position.is_over:
            return float((position.score(spec.komi) > 0) == (position.to_move == "b"))
        return best_move(position, spec, self.sims).value


def rated(
    settings: str, positions: list[Position], sims: int, seeds: int, rate: Callable[[int, MoveReport], float]
) -> tuple[npt.NDArray[np.float64], float]:
    """By position how `rate` values what a changed program finds there, over all seeds, and its CPU seconds."""
    changes = parse_settings(settings) if settings else {}
    rates, total = np.zeros((len(positions), seeds)), 0.0
    for number, position in enumerate(positions):
        for seed in range(seeds):
            spec = PlayerSpec.make({"size": position.size, "seed": seed, **changes})
            start = time.thread_time()
            found = best_move(position, spec, sims)
            total += time.thread_time() - start
            rates[number, seed] = rate(number, found)
    return rates.mean(axis=1), total


def main(
    run: str,
    changes: Annotated[list[str], typer.Argument(help="settings such as search.rave_equivalence=6000")],
    store: Path = Path("ponnuki.sqlite"),
    count: Annotated[int, typer.Option(help="positions")] = 150,
    sims: Annotated[int, typer.Option(help="simulations of who chooses")] = 1000,
    deep: Annotated[int, typer.Option(help="simulations of the judge")] = 8000,
    seeds: Annotated[int, typer.Option(help="searches of each position")] = 2,
) -> None:
    """A line for the default program, one for it with twice the simulations as a scale, and one for each change."""
    open_ones: list[Position] = []
    for position in positions_of(store, run):
        value = best_move(position, PlayerSpec(size=position.size, seed=JUDGE_SEED), deep).value
        if len(open_ones) < count and DECIDED < value < 1 - DECIDED:
            open_ones.append(position)
        if len(open_ones) == count:
            break
    judge = Judge(deep)

    def worth(number: int, found: MoveReport) -> float:
        return judge.value(number, open_ones[number], found.move)

    default, spent = rated("", open_ones, sims, seeds, worth)
    print(f"{len(open_ones)} positions; mean worth of the default's moves {default.mean():.4f}, {spent:.1f} CPU s")
    for name, settings, limit in [("twice the simulations", "", 2 * sims), *((text, text, sims) for text in changes)]:
        values, spent = rated(settings, open_ones, limit, seeds, worth)
        gain = values - default
        error = gain.std(ddof=1) / np.sqrt(len(gain))
        print(f"{gain.mean():+.4f} ± {error:.4f}  {spent:6.1f} CPU s  {name}", flush=True)


if __name__ == "__main__":
    typer.run(main)
