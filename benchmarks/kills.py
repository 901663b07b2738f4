"""The proof that nothing is lost: one race of real 9x9 games, run in five ways, must give the same bytes and verdict.

    python benchmarks/kills.py            # some minutes; --kills, --seed

On 1, 2 and 4 processes, on a Dask cluster of two real workers, and on 2 processes with SIGKILLs at moments drawn over
the whole run: half of them hit a worker or the reaper, a quarter the coordinator, a quarter the coordinator in the
middle of a commit (at the first write to SQLite's log that is seen). After each death of the coordinator the same
command is given again. Needs Linux and the `dev` extra.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import zip_longest
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "lab"), str(TESTS / "farm")]

from race_commands import children, kill_in_commit, run_race, start, trials_of  # noqa: E402
from real_cluster import Cluster  # noqa: E402

RACE = """
size = 9
seed = 3
accept = "all"
selection = "round-robin"
risk = 0.1
accept_above = 0.5
drop_below = 0.54
[baseline]
program = "light"
sims = 24
[[candidate]]
name = "triple"
sims = 72
[[candidate]]
name = "nearly"
sims = 26
[[candidate]]
name = "third"
sims = 8
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as base:
        results = {}
        for workers in ("1", "2", "4"):
            results[f"{workers} local workers"] = timed(base, "--workers", workers)
        cluster = Cluster(Path(base))
        try:
            cluster.wait_for_file()
            cluster.refill()
            results["2 Dask workers"] = timed(base, "--dask", str(cluster.file))
        finally:
            cluster.close()
        (first, (expected, verdict)), *_ = results.items()
        folder, trials = race_folder(base), len(expected.splitlines()) - 1
        killed = kill_often(folder, moments(trials, chosen.kills, random.Random(chosen.seed)))
        results["2 local workers, killed"] = run_race(folder, "--workers", "2")
    print(f"{first}: {trials} trials, accepted {verdict['accepted']}, dropped {verdict['dropped']}")
    for name, result in results.items():
        print(f"{name}: {difference(result, (expected, verdict)) or 'the same bytes and verdict'}")
    print(", ".join(f"{count} {what}" for what, count in killed.items()))
    sys.exit(any(result != (expected, verdict) for result in results.values()))


def difference(one: tuple[str, dict[str, object]], other: tuple[str, dict[str, object]]) -> str:
    """The first thing in which two results differ; "" if none."""
    lines = zip_longest(one[0].splitlines(), other[0].splitlines())
    where = next((f"line {number}: {a} instead of {b}" for number, (a, b) in enumerate(lines, 1) if a != b), "")
    keys = [key for key in other[1] if one[1][key] != other[1][key]]
    verdicts = f"verdict: {keys}" if keys else ""
    return f"DIFFERENT, {where or verdicts}" if where or verdicts else ""


def race_folder(base: str) -> Path:
    folder = Path(tempfile.mkdtemp(dir=base))
    (folder / "race.toml").write_text(RACE)
    return folder


def timed(base: str, *words: str) -> tuple[str, dict[str, object]]:
    began = time.monotonic()
    result = run_race(race_folder(base), *words)
    print(f"{' '.join(words)}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    return result


def moments(trials: int, kills: int, chance: random.Random) -> list[tuple[int, str]]:
    """After how many trials in the journal, and whom."""
    whom = ["worker"] * (kills - 2 * (kills // 4)) + ["coordinator", "commit"] * (kills // 4)
    chance.shuffle(whom)
    return list(zip(sorted(chance.randrange(trials - trials // 10) for _ in whom), whom, strict=True))


def kill_often(folder: Path, plan: list[tuple[int, str]]) -> Counter[str]:
    """Carry it out; who was killed how often."""
    chance, found = random.Random(len(plan)), Counter[str]()
    process = race(folder)
    for after, whom in plan:
        while trials_of(folder) < after and process.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.uniform(0.0, 0.1))
        if whom == "worker":
            while not (victims := children(process.pid)):
                time.sleep(0.01)
            os.kill(chance.choice(victims), signal.SIGKILL)
        elif whom == "coordinator":
            process.kill()
        else:
            kill_in_commit(process, folder / "ponnuki.sqlite-wal", 0.0)
        found[f"{whom} killed"] += 1
        print(f"{trials_of(folder)} trials: {whom} killed", file=sys.stderr)
        if whom != "worker":
            process.communicate()
            assert process.returncode == -signal.SIGKILL
            process = race(folder)
    process.kill()
    process.communicate()
    return found


def race(folder: Path) -> "subprocess.Popen[str]":
    return start("race", "race.toml", "--workers", "2", folder=folder)


if __name__ == "__main__":
    main()
