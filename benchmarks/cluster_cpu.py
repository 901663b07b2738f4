"""Where the CPU time of a shared search goes, in one process.

    python benchmarks/cluster_cpu.py [SIZE [EVERY [CHUNKS]]]

Chunks of simulations take turns on three kinds of trees: two that exchange nothing, two that exchange after each of
`EVERY` simulations (slow tree), and two that make twice the simulations. Beside the time of searching stands that of
the exchanges, and what one takes each machine. All in the CPU time of the thread, over that of the first kind.
"""

import sys
import time
from statistics import median
from typing import Any

from ponnuki.cluster.lockstep import LockstepSearch, machine_seed
from ponnuki.cluster.scheme import make_scheme
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.search import Search

RUNS = 6


def timed(work: Any) -> float:
    """The CPU time of this thread."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def run(player: Any, every: int, chunks: int, seed: int) -> dict[str, float]:
    """Seconds by kind."""
    problem, settings = player._problem(), player.spec.search_settings()
    alone, double = ([Search(problem, settings, seed=machine_seed(seed, k)) for k in range(2)] for _ in range(2))
    shared = LockstepSearch(problem, settings, make_scheme("slow-tree"), machines=2, seed=seed)
    spent = dict.fromkeys(("alone", "shared", "double", "exchanges"), 0.0)
    once, twice = (Limit(simulations=every * times, early_stop=False) for times in (1, 2))
    for _ in range(chunks):
        for k in range(2):
            spent["alone"] += timed(lambda k=k: alone[k].run(once))
            spent["shared"] += timed(lambda k=k: shared.trees[k].search.run(once))
            spent["double"] += timed(lambda k=k: double[k].run(twice)) / 2
        spent["exchanges"] += timed(shared.share_now)
    return spent


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    size, every, chunks = (given + [9, 1500, 30][len(given) :])[:3]
    spec = PlayerSpec.make({"size": size})
    player = spec.kit.player(spec)
    run(player, 10, chunks, seed=99)  # kernels are loaded
    found = [run(player, every, chunks, seed) for seed in range(RUNS)]
    for kind in ("shared", "double", "exchanges"):
        print(f"{kind}: {median(one[kind] / one['alone'] for one in found):.4f}")
    print(f"an exchange: {1e6 * median(one['exchanges'] for one in found) / chunks / 2:.0f} microseconds a machine")


if __name__ == "__main__":
    main()
