"""Does a search on many machines end at SIGTERM, at whatever moment it comes?

    mpiexec -n 2 python benchmarks/cluster_signals.py [SCHEME] [TIMES]

Rank 0 searches again and again on 5x5, and is sent SIGTERM after 0 to 50 ms, which is noted as the engine notes it
(`engine/interruption.py`). Printed: how many searches ended, and how long after the signal at most. A search that
goes on for 10 s counts as one that did not notice. As all ranks go on with the next search, a message that was lost
would end the job.
"""

import os
import random
import signal
import sys
import threading
import time

from ponnuki.cluster.mpi import MpiSearch, serve, world
from ponnuki.cluster.ranks import Rank
from ponnuki.cluster.scheme import make_scheme
from ponnuki.engine.interruption import heeded
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

LONGEST = 10.0


def interrupted_search(search: MpiSearch, delay: float) -> float:
    """Seconds from the signal to the end of the search."""
    stop, sent = threading.Event(), []

    def send() -> None:
        time.sleep(delay)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGTERM)

    try:
        with heeded(stop.set):
            sender = threading.Thread(target=send)
            sender.start()
            search.run(Limit(seconds=LONGEST, early_stop=False), stop=stop)
            sender.join()
    except KeyboardInterrupt:
        pass
    return time.monotonic() - sent[0]


def main() -> None:
    rank = Rank(world())
    if rank.comm.rank:
        serve(rank)
        return
    scheme, times = (sys.argv[1:] + ["fast-tree", "100"][len(sys.argv) - 1 :])[:2]
    spec = PlayerSpec.make({"size": 5})
    spec.kit.warm(spec)
    player = spec.kit.player(spec)
    problem = player._problem()
    search = MpiSearch(rank, problem, spec.search_settings(), make_scheme(scheme), seed=1)
    took = []
    for _ in range(int(times)):
        took.append(interrupted_search(search, random.uniform(0.0, 0.05)))
        search.reset(problem)
    noticed = sum(one < LONGEST / 2 for one in took)
    print(f"{scheme}: {noticed} of {times} searches ended at the signal, after {max(took):.2f} s at most")
    rank.tell("quit")


if __name__ == "__main__":
    main()
