"""What the ranks of a job run in the tests: `mpiexec -n 4 python rank_job.py JOB`; rank 0 prints JSON."""

import contextlib
import hashlib
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from machines import new_player, snapshot

import ponnuki
from ponnuki.cli import main
from ponnuki.cluster import watch
from ponnuki.cluster.fast_tree import Helper
from ponnuki.cluster.mpi import MpiSearch, serve, world
from ponnuki.cluster.ranks import Rank
from ponnuki.cluster.scheme import make_scheme
from ponnuki.cluster.sharing import SharedTree
from ponnuki.errors import BadInput
from ponnuki.search.limits import Limit

SCHEMES = (
    {"name": "slow-tree"},
    {"name": "slow-tree", "merging": "average", "rave": False, "depth": 1},
    {"name": "slow-root", "sharings": 6},
    {"name": "voting", "choice": "majority"},
    {"name": "fast-tree", "sharings": 12},
)
LIMIT = Limit(simulations=60)


def two_moves(search, player):
    """Search, make the move that was found, and search again."""
    search.run(LIMIT)
    best = int(search.report(str).best.move)
    player.set_position(player._known_position().play(player._name(best)), player._komi)
    search.advance([best], player._problem())
    search.run(LIMIT)


def digest(tree):
    """Of all nodes; None for a machine that has no tree."""
    return None if isinstance(tree, Helper) else hashlib.sha256(snapshot(tree.search)).hexdigest()


def trees_of(comm):
    """The trees of all ranks after two moves under each scheme, as digests; None but on rank 0."""
    rank, results = Rank(comm), []
    for options in SCHEMES:
        if comm.rank == 0:
            player = new_player()
            scheme = make_scheme(**options)
            search = MpiSearch(rank, player._problem(), player.spec.search_settings(), scheme, seed=7)
            two_moves(search, player)
            rank.tell("quit")
        else:
            serve(rank)
        results.append(comm.gather(digest(rank.tree)))
    return results


def compare(comm):
    """The digests with 2, 3 and 4 ranks."""
    results = {}
    for ranks in (2, 3, 4):
        part = comm.Split(0 if comm.rank < ranks else 1, comm.rank)
        results[ranks] = trees_of(part) if comm.rank < ranks else None
    if comm.rank == 0:
        print(json.dumps(results))


def by_time(comm, *schemes):
    """What `ends` gives, by scheme."""
    results = {scheme: ends(comm, scheme) for scheme in schemes}
    if comm.rank == 0:
        print(json.dumps(results))


def ends(comm, scheme):
    """Searches that end by the clock, by a stop, and while another rank stands still; then all is well again."""
    rank = Rank(comm)
    pids = comm.gather(os.getpid())
    if comm.rank:
        serve(rank)
        return None
    player = new_player(size=5)
    search = MpiSearch(rank, player._problem(), player.spec.search_settings(), make_scheme(scheme))
    search.run(LIMIT)  # all kernels are loaded
    results = {}

    def timed(name, seconds, **options):
        before = rank.tree.exchanges
        search.run(Limit(seconds=seconds, early_stop=False), **options)
        report, other = search.report(str), Path(f"/proc/{pids[-1]}/stat").read_text().rpartition(")")[2].split()[0]
        results[name] = {
            "exchanges": rank.tree.exchanges - before,
            "own": rank.made,
            "all": report.simulations,
            "other": other,
            "visits": sum(move.visits for move in report.moves),
        }

    timed("clock", 0.6)
    stop = threading.Event()
    timed("stop", 3600.0, stop=stop, on_progress=lambda: stop.set() if rank.made else None, every=0.1)
    timed("slow", 0.6, on_progress=lambda: os.kill(pids[-1], signal.SIGSTOP), every=0.2)
    os.kill(pids[-1], signal.SIGCONT)
    timed("after", 0.6)
    rank.tell("quit")
    return results


def drift(comm):
    """Rank 1 gets to another position than rank 0."""
    rank = Rank(comm)
    if comm.rank == 0:
        player = new_player()
        search = MpiSearch(rank, player._problem(), player.spec.search_settings(), make_scheme("slow-tree"))
        search.reset(player._problem())
    else:
        reset = Rank.reset

        def elsewhere(rank, problem):
            problem.board["to_move"] = 3 - problem.board["to_move"]
            reset(rank, problem)

        Rank.reset = elsewhere
        serve(rank)


def versions(comm):
    """Rank 1 has another version."""
    if comm.rank:
        ponnuki.__version__ = "0.0.1"
    sys.argv = ["ponnuki", "gtp", "--cluster", "slow-tree"]
    main()


def refusals(comm, *options):
    """The engine with bad input, one after the other: rank 0 prints how it ends on each rank."""
    codes = []
    for words in options:
        sys.argv = ["ponnuki", "gtp", "--size", "5", *words.split()]
        try:
            main()
        except SystemExit as end:
            codes.append(end.code)
    found = comm.gather(codes)
    if comm.rank == 0:
        print(json.dumps(found))


def fail(comm):
    """All ranks outlive bad input and an error of rank 0 between chunks; then rank 1 fails in a search."""
    rank = Rank(comm)
    if comm.rank == 0:
        player = new_player()
        search = MpiSearch(rank, player._problem(), player.spec.search_settings(), make_scheme("slow-tree"))
        with contextlib.suppress(BadInput):
            search.restrict({9999})
        with contextlib.suppress(ZeroDivisionError):
            search.run(Limit(seconds=60.0), on_progress=lambda: 1 / 0, every=0.0)
        search.run(LIMIT)
        print(search.simulations, flush=True)
        search.run(Limit(simulations=100_000, early_stop=False))
    else:
        share = SharedTree.share

        def failing(tree):
            if rank.made >= 5000:
                raise RuntimeError("out of order")
            return share(tree)

        SharedTree.share = failing
        serve(rank)


def die(comm, victim):
    """A rank is killed in the middle of a search."""
    rank = Rank(comm)
    watch.begin(comm)
    if comm.rank == int(victim):
        threading.Thread(target=_kill_when_searching, args=(rank,), daemon=True).start()
    if comm.rank == 0:
        player = new_player()
        search = MpiSearch(rank, player._problem(), player.spec.search_settings(), make_scheme("slow-tree"))
        search.run(Limit(seconds=3600.0, early_stop=False))
    else:
        serve(rank)


def _kill_when_searching(rank):
    while not rank.made:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    jobs = (compare, by_time, refusals, fail, die, drift, versions)
    {job.__name__: job for job in jobs}[sys.argv[1]](world(), *sys.argv[2:])
