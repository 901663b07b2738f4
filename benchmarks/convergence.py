"""How far a search is from the truth: its value in positions of lost games, against a search many times as long.

    python benchmarks/convergence.py RUN --store strength.sqlite 'search.merge=false' 'search.expand_after=2'

Positions are those of a stored match in which the first player was to move in games that it lost: where it was wrong,
and had to find out. The default program and each change of it search them; the mean square of the difference from the
value that the default program finds after `--deep` simulations says how much is left to find out. Positions are the
same for all, so differences have small standard errors. A guide to what should be raced: a search may converge faster
and play no better.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from regret import JUDGE_SEED, best_move, games_in, rated

from ponnuki.games.go.position import Position
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.report import MoveReport

FIRST, LAST = 12, 60
"""Moves between which positions are taken: before, nothing is at stake; after, all is said."""


def positions_of(store: Path, run: str) -> list[Position]:
    """Where the first player of a match had to move in the games that it lost."""
    return [
        position
        for record, ours in games_in(store, run)
        if record.result and record.result[0].lower() != ours
        for position in record.positions()
        if FIRST <= position.move_number < LAST and not position.is_over and position.to_move == ours
    ]


def main(
    run: str,
    changes: Annotated[list[str], typer.Argument(help="settings such as search.merge=false")],
    store: Path = Path("ponnuki.sqlite"),
    sims: Annotated[int, typer.Option(help="simulations of the searches that are judged")] = 10_000,
    deep: Annotated[int, typer.Option(help="simulations of the judge")] = 200_000,
    seeds: Annotated[int, typer.Option(help="searches of each position")] = 2,
) -> None:
    """A line for the default program, one for it with twice the simulations as a scale, and one for each change."""
    positions = positions_of(store, run)
    if not positions:
        raise typer.BadParameter(f"no game of {run} was lost")
    judge = [best_move(position, PlayerSpec(size=position.size, seed=JUDGE_SEED), deep) for position in positions]

    def error(number: int, found: MoveReport) -> float:
        return (found.value - judge[number].value) ** 2

    rated("", positions[:1], 100, 1, error)  # compile
    default, spent = rated("", positions, sims, seeds, error)
    print(f"{len(positions)} positions; mean square error of the default {default.mean():.5f}, {spent:.1f} CPU s")
    for name, settings, limit in [("twice the simulations", "", 2 * sims), *((text, text, sims) for text in changes)]:
        found, spent = rated(settings, positions, limit, seeds, error)
        gain = found - default
        print(
            f"{gain.mean():+.5f} ± {gain.std(ddof=1) / np.sqrt(len(gain)):.5f}  {spent:6.1f} CPU s  {name}", flush=True
        )


if __name__ == "__main__":
    typer.run(main)
