"""What shapes cost a search: simulations per CPU second with and without, in turns, in the same process.

    python benchmarks/shape_cost.py --count 10 --kind cut

The biases are too small to change anything, so both searches grow the same tree, which is checked: what differs is the
time to find the shapes. `cut` shapes are what really is within distance 2 of random empty points in random positions,
with two thirds of it forgotten; `random` ones have six cells anywhere.
"""

import argparse
import random
import time
from statistics import median
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.players.shape_spec import read_shapes
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

TINY = 1e-6
"""A bias that is rounded away where a node keeps its prior."""
OPENING = 10
"""Random moves before the search."""


def random_position(spec: PlayerSpec, moves: int, rng: random.Random) -> Any:
    position = spec.kit.first_position(spec)
    for _ in range(moves):
        position = position.play(rng.choice([move for move in position.legal_moves() if move not in ("pass", "swap")]))
    return position


def cut(spec: PlayerSpec, rng: random.Random) -> list[Any]:
    neighbourhood = spec.kit.surroundings
    board = random_position(spec, rng.randrange(8, 40), rng).board()[0]
    near = neighbourhood.around(spec.size, neighbourhood.offsets)
    point = int(rng.choice(list(board.empty[: board.empty_count])))
    cells = {0: ".", 3: "#", int(board.to_move): "X", 3 - int(board.to_move): "O"}
    return [
        [*offset, cells[int(board.color[near[point, k]])]]
        for k, offset in enumerate(neighbourhood.offsets)
        if neighbourhood.distance[offset] <= 2 and rng.random() < 1 / 3
    ]


def scattered(spec: PlayerSpec, rng: random.Random) -> list[Any]:
    return [[*offset, rng.choice("XO.*")] for offset in rng.sample(spec.kit.surroundings.offsets, 6)]


def draw(spec: PlayerSpec, kind: str, count: int, rng: random.Random) -> list[Any]:
    drawn: list[Any] = []
    while len(drawn) < count:
        more = [*drawn, {"mask": (cut if kind == "cut" else scattered)(spec, rng), "bias": TINY}]
        try:
            read_shapes(more, spec.kit.surroundings)
        except BadInput:  # empty, or there already
            continue
        drawn = more
    return drawn


def measure(spec: PlayerSpec, position: Any, sims: int) -> tuple[float, Any]:
    player = spec.kit.player(spec)
    player.set_position(position, spec.komi)
    player.search(Limit(simulations=1))
    start = time.process_time()
    report = player.search(Limit(simulations=sims, early_stop=False), most=5)
    seconds = time.process_time() - start
    player.close()
    return seconds, [(move.move, move.visits) for move in report.moves]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="go")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--program", default="bare")
    parser.add_argument("--kind", choices=("cut", "random"), default="cut")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--sims", type=int, default=5000)
    parser.add_argument("--turns", type=int, default=31)
    given = parser.parse_args()
    rng = random.Random(0)
    values = {"game": given.game, "size": given.size, "program": given.program, "search": {"memory_mb": 128}}
    plain = PlayerSpec.make(values)
    shaped = PlayerSpec.make(values | {"shapes": draw(plain, given.kind, given.count, rng)})
    position = random_position(plain, OPENING, rng)
    ratios, rates = [], []
    for turn in range(given.turns + 1):
        (without, tree), (with_shapes, same) = (measure(spec, position, given.sims) for spec in (plain, shaped))
        assert tree == same
        if turn:  # the first compiles
            ratios.append(with_shapes / without)
            rates.append(given.sims / without)
    print(f"{median(rates):.0f} simulations/CPU-s without; {given.count} shapes cost {1 - 1 / median(ratios):.1%}")


if __name__ == "__main__":
    main()
