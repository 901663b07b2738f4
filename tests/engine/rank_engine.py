"""What the ranks of a job run in the tests of the engine: `mpiexec -n 2 python rank_engine.py JOB SCHEME...`.

Rank 0 holds stored conversations, or is sent anything (`fuzzer.py`), and prints how much under each scheme; the others
search with it.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from conversation import SCRIPTS, Partner, check, settings
from fuzzer import Fuzzer
from model import Model
from own_player import SIMULATIONS

from ponnuki.cli import main
from ponnuki.cluster import mpi
from ponnuki.cluster.mpi import Ranks, serve, world
from ponnuki.cluster.ranks import Rank
from ponnuki.cluster.scheme import make_scheme
from ponnuki.engine.serve import new_session
from ponnuki.players.kit import Kit
from ponnuki.players.spec import PlayerSpec

LINES = 2000
HASTE = 2.0
"""Seconds that ranks have here to end together."""


def session(ranks, **options):
    return new_session(PlayerSpec.make({"sims": SIMULATIONS, "komi": 7.5, **options}), ranks=ranks)


def hold_conversations(ranks):
    """All stored conversations on 5x5, one after the other."""
    os.chdir(SCRIPTS)
    held = 0
    for path in sorted(SCRIPTS.glob("*.gtp")):
        if settings(path.read_text(encoding="utf-8")).get("size") == 5:
            check(path, lambda text: session(ranks, **settings(text)))
            held += 1
    return held


def fuzz(ranks):
    """Legal games among hostile input on 5x5."""
    partner = Partner(session(ranks, size=5))
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(7, Model(5, 7.5), Path(folder), thinking=0.03, sizes=(5,))
        for _ in range(LINES):
            step = fuzzer.step()
            fuzzer.judge(step, partner.say(step.line))
            assert partner.engine.session.position.rows() == fuzzer.model.rows(), step.line
    return fuzzer.counts["thinking"]


def work(job, *schemes):
    """A job under one scheme after the other."""
    Kit.warm = lambda kit, spec: None  # nobody searches on some of the boards
    results = {}
    for scheme in schemes:
        rank = Rank(world())
        if rank.comm.rank:
            serve(rank)
            continue
        try:
            results[scheme] = job(Ranks(rank, make_scheme(scheme)))
            rank.tell("quit")
        except BaseException as error:
            print(f"{scheme}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            rank.comm.Abort(1)
    if results:
        print(json.dumps(results))


if __name__ == "__main__":
    if sys.argv[1] == "gtp":
        mpi.GRACE = HASTE
        print(f"rank {world().rank} is process {os.getpid()}", file=sys.stderr, flush=True)
        main()
    else:
        work({"conversations": hold_conversations, "fuzz": fuzz}[sys.argv[1]], *sys.argv[2:])
