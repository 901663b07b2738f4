"""The proof that a trial which may be played once is played once: runs of such trials, ended by signals at
random moments.

    python benchmarks/interruptions.py            # some minutes; --signals, --seed, --kind, --local, --dask

Races, matches, campaigns and confirmations, on two local workers and on two Dask workers: each is ended so many times
by Ctrl-C, SIGTERM or SIGKILL, and given again, and then runs to its end. Every trial writes down when it begins and
when it ends; the table compares that with the journal. Nothing may begin twice; what had ended when we were asked to
stop must be there; a SIGKILL may cost what had begun and was not yet written, at most a trial of each worker. Needs
Linux and the `dev` extra.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "lab"), str(TESTS / "farm")]

from real_cluster import Cluster  # noqa: E402
from witness import KINDS, WORKERS, Lives  # noqa: E402

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
COLUMNS = ("run", "farm", "signals", "-9", "begun", "twice", "ended and lost", "lost", "of these never begun")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--signals", type=int, default=8, help="for each run")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--kind", choices=KINDS, action="append")
    options.add_argument("--local", action="store_true", help="local workers only")
    options.add_argument("--dask", action="store_true", help="Dask workers only")
    chosen = options.parse_args()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a background job, whose programs inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    chance = random.Random(chosen.seed)
    print(" | ".join(COLUMNS), flush=True)
    good = True
    with tempfile.TemporaryDirectory() as base:
        for kind in chosen.kind or KINDS:
            if not chosen.dask:
                good &= play(Lives(kind, new_folder(base), chance), "local", chosen.signals)
        if not chosen.local:
            os.environ["PYTHONPATH"] = os.pathsep.join([str(TESTS / "lab"), os.environ.get("PYTHONPATH", "")])
            cluster = Cluster(Path(base))
            try:
                cluster.wait_for_file()
                cluster.refill()
                for kind in chosen.kind or KINDS:
                    lives = Lives(kind, new_folder(base), chance, [str(cluster.file)])
                    good &= play(lives, "Dask", chosen.signals)
            finally:
                cluster.close()
    sys.exit(not good)


def new_folder(base: str) -> Path:
    return Path(tempfile.mkdtemp(dir=base))


def play(lives: Lives, farm: str, signals: int) -> bool:
    """One run and its line of the table; whether it is as it must be."""
    for _ in range(signals):
        lives.interrupted(lives.chance.choice(SIGNALS))
    lives.whole()
    found = lives.findings()
    kills = sum(life.signal == signal.SIGKILL for life in lives.lives)
    numbers = (signals, kills, found.begun, len(found.twice), len(found.finished_and_lost), len(found.lost))
    print(" | ".join(map(str, (lives.kind, farm, *numbers, len(found.lost_and_never_begun)))), flush=True)
    few = len(found.lost) <= WORKERS * signals and len(found.lost_and_never_begun) <= WORKERS * kills
    return few and not (found.twice or found.finished_and_lost or found.missing)


if __name__ == "__main__":
    main()
