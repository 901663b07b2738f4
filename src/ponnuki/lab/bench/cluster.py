"""`ponnuki bench cluster`: what sharing a search costs.

The headline is measured on real ranks: simulations per CPU-second with an exchange every 0.05 s, beside the same ranks
without any, in turns. A turn is four searches right after each other: without, with, with, without, so that both kinds
are as late as each other. The speed of a machine that others use too changes from second to second: many short turns
tell more than few long ones. The ratio is the median over turns. Messages
are counted on simulated machines, as they are the same: rounds and bytes that each machine sends in an exchange, by
how many machines there are, how deep they share and how small a node may be; and the steps of an all-reduce that is
made along a binary tree, rounds times the logarithm of the number of machines. Where one machine has the only tree
(`fast-tree`), what counts is how much of its time a playout elsewhere takes.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil, log2
from pathlib import Path
from statistics import median
from typing import Any

from ponnuki.cluster.lockstep import LockstepSearch
from ponnuki.cluster.lockstep_fast import FastLockstep
from ponnuki.cluster.scheme import make_scheme
from ponnuki.cluster.sharing import SharedTree
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.lab.bench.measure import Comparison
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

TURNS = 50
TURN = ("alone", "shared", "shared", "alone")
MACHINES = (2, 8, 32, 128, 1024)
SIMULATIONS, SHARINGS = 200, 20
"""Of each simulated machine, and the exchanges among them."""
NODES = ((0, 0.05), (1, 0.05), (3, 0.2), (3, 0.05), (3, 0.01))
"""Depth and share: at depth 0 the share does not matter."""
BATCHES, LEAVES = 100, 20
"""Batches that are timed, and leaves in each, where one tree hands its leaves to another machine."""


def run(
    size: int,
    ranks: int = 2,
    seconds: float = 0.3,
    turns: int = TURNS,
    machines: tuple[int, ...] = MACHINES,
    on_part: Callable[[str], None] = lambda _: None,
) -> Comparison:
    """Measure the cost of sharing on real ranks, and count messages on simulated ones."""
    on_part(f"{ranks} ranks on {size}x{size}")
    found = _measure_ranks(size, ranks, seconds, turns)
    details: dict[str, Any] = {"size": size, "ranks": ranks, "seconds": seconds}
    details["by_machines"] = []
    for count in machines:
        on_part(f"{count} simulated machines")
        details["by_machines"].append(_messages(size, count))
    details["by_nodes"] = []
    for depth, share in NODES:
        on_part(f"depth {depth}, share {share}")
        details["by_nodes"].append(_messages(size, 8, depth=depth, share=share))
    on_part("one tree")
    details["one_tree"] = _one_tree(size)
    return replace(found, details=found.details | details)


# ---- real ranks ---------------------------------------------------------------------------------------------------


def _measure_ranks(size: int, ranks: int, seconds: float, turns: int) -> Comparison:
    """Start the ranks, and take the medians of what they measured."""
    command = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
    if command is None:
        raise BadInput("bench cluster needs mpiexec: pip install 'ponnuki[mpi,mpich]'")
    words = [command, "-n", str(ranks), sys.executable, "-m", __name__, str(size), str(seconds), str(turns)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise PonnukiError(f"the ranks ended with exit code {done.returncode}")
    runs = json.loads(done.stdout.splitlines()[-1])
    shared = [one for one in runs if one["kind"] == "shared"]
    ours, reference = (_speeds(runs, kind) for kind in ("shared", "alone"))
    ratios = [a / b for a, b in zip(ours, reference, strict=True)]
    details = {
        "ratios": ratios,
        "exchanges_per_second": median(one["exchanges"] for one in shared) / seconds,
        "exchanges_per_cpu_second": median(one["exchanges"] * ranks / one["cpu"] for one in shared),
        "rounds_per_exchange": median(one["rounds"] / one["exchanges"] for one in shared),
        "bytes_per_exchange": median(one["bytes"] / one["exchanges"] for one in shared),
        "waited_share": median(one["waited"] / one["seconds"] for one in shared),
    }
    unit, name = "simulations/CPU-s", "not sharing"
    return Comparison(median(ours), median(reference), median(ratios), unit, name, turns, details)


def _speeds(runs: list[dict[str, Any]], kind: str) -> list[float]:
    """Simulations per CPU-second of one kind of search, turn by turn."""
    found = [one for one in runs if one["kind"] == kind]
    both = zip(found[::2], found[1::2], strict=True)
    return [(first["made"] + second["made"]) / (first["cpu"] + second["cpu"]) for first, second in both]


def _as_rank(size: int, seconds: float, turns: int) -> None:
    """What each rank does: the same searches with and without exchanges, in turns; rank 0 prints what was measured."""
    from ponnuki.cluster.mpi import Ranks, serve, world
    from ponnuki.cluster.ranks import Rank

    comm = world()
    rank, results = Rank(comm), []
    for kind, limit in _turns(seconds, turns):
        if comm.rank == 0:
            player = _player(size)
            player.lead(Ranks(rank, make_scheme("voting" if kind == "alone" else "slow-tree")))
            player.search(limit, most=1)
            rank.tell("quit")
        else:
            serve(rank)
        tree, part = rank.tree, rank.part
        assert isinstance(tree, SharedTree)
        mine = {"made": part.made, "cpu": part.cpu, "waited": part.waited, "seconds": part.seconds}
        together = comm.reduce(list(mine.values()), op=lambda a, b: [x + y for x, y in zip(a, b, strict=True)])
        if comm.rank == 0:
            sums = dict(zip(mine, together, strict=True))
            counts = {"exchanges": tree.exchanges, "rounds": tree.rounds, "bytes": tree.bytes}
            results.append({"kind": kind} | sums | counts)
    if comm.rank == 0:
        print(json.dumps(results))


def _turns(seconds: float, turns: int) -> Iterator[tuple[str, Limit]]:
    """What is searched, in order."""
    yield "first", Limit(simulations=100)  # compiled, or loaded, before a clock runs
    for kind in TURN * turns:
        yield kind, Limit(seconds=seconds, early_stop=False)


# ---- simulated machines -------------------------------------------------------------------------------------------


def _messages(size: int, machines: int, **options: Any) -> dict[str, Any]:
    """What each machine sends in an exchange, and the seconds of its CPU that take part in it."""
    player = _player(size, cluster={"machines": machines, "sharings": SHARINGS, **options})
    player.search(Limit(simulations=SIMULATIONS, early_stop=False), most=1)
    search = player.current_search
    assert isinstance(search, LockstepSearch)
    tree = search.trees[0]
    start = time.process_time()
    search.share_now()
    seconds = (time.process_time() - start) / machines
    return {
        "machines": machines,
        **options,
        "rounds": tree.rounds / tree.exchanges,
        "steps": tree.rounds / tree.exchanges * ceil(log2(machines)),
        "bytes": tree.bytes / tree.exchanges,
        "microseconds": 1e6 * seconds,
    }


def _one_tree(size: int) -> dict[str, float]:
    """What machine 0 spends on a leaf, what another machine spends to play it out, and how many it can keep busy so."""
    player = _player(size, cluster={"machines": 2, "scheme": "fast-tree"})
    player.search(Limit(simulations=SIMULATIONS, early_stop=False), most=1)
    search = player.current_search
    assert isinstance(search, FastLockstep)
    here = there = 0.0
    for _ in range(BATCHES):
        start = time.process_time()
        words = search.first.hand_out(1, LEAVES)
        handed_out = time.process_time()
        results = search.helpers[0].playouts.run(words)
        played_out = time.process_time()
        search.first.take_in(1, results)
        here += handed_out - start + time.process_time() - played_out
        there += played_out - handed_out
    leaves = 1e-6 * BATCHES * LEAVES
    return {"leaf_microseconds": here / leaves, "playout_microseconds": there / leaves, "machines": there / here}


def _player(size: int, **options: Any) -> Searcher[Any]:
    spec = PlayerSpec(size=size, **options)
    return spec.kit.player(spec)


if __name__ == "__main__":
    _as_rank(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
