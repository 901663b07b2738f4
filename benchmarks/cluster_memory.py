"""How much memory simulated machines take: one search of all of them, and the most that the process ever had.

    python benchmarks/cluster_memory.py [MACHINES [SIMULATIONS]]

1 024 machines of 1 000 simulations each on 9x9 unless told otherwise; a few minutes of one core.
"""

import resource
import sys
import time

from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

SIZE = 9


def main() -> None:
    machines, simulations = (int(word) for word in (sys.argv[1:] + ["1024", "1000"][len(sys.argv) - 1 :]))
    spec = PlayerSpec(size=SIZE, sims=simulations, cluster={"machines": machines})
    start = time.monotonic()
    report = spec.kit.player(spec).search(Limit(simulations=simulations, early_stop=False), most=1)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)  # Linux counts kilobytes
    print(
        f"{machines} machines of {simulations} simulations on {SIZE}x{SIZE}: {most:.2f} GB at most, "
        f"{report.simulations} simulations in {time.monotonic() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
