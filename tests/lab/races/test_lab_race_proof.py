"""The same race however it is run: any number of workers, a cluster, killed and resumed."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from race_commands import children, kill_after, kill_in_commit, run_race, start, trials_of, write_race
from real_cluster import Cluster

SEED = 21
GO = """
size = 5
komi = 0.5
seed = 3
risk = 0.2
accept_above = 0.5
drop_below = 0.55
first = 4
budget = 20
[baseline]
program = "light"
sims = 8
[[candidate]]
name = "more"
sims = 10
[[candidate]]
name = "same"
"""
LIVES = 6
"""Each is ended when some more trials are in the journal; all of them together have not enough for the race."""
COINS = [{"name": "good", "p": 0.56, "wait": 0.02}, {"name": "equal", "p": 0.5, "wait": 0.02},
         {"name": "bad", "p": 0.42, "wait": 0.02}]  # fmt: skip


def test_real_games_give_the_same_bytes_on_any_number_of_workers_and_on_a_cluster(
    tmp_path: Path, cluster: Cluster
) -> None:
    cluster.refill()
    results = []
    for way in (("--workers", "1"), ("--workers", "3"), ("--dask", str(cluster.file))):
        folder = tmp_path / way[1].replace("/", "_")
        folder.mkdir()
        (folder / "race.toml").write_text(GO)
        results.append(run_race(folder, *way))
    assert results[0][0].count("\n") == 21
    assert all(result == results[0] for result in results)


@pytest.mark.slow
def test_a_race_killed_at_random_moments_gives_the_same_bytes(tmp_path: Path) -> None:
    """The coordinator is killed at any moment, in the middle of a commit, and after one of its workers was."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
        write_race(folder, COINS, accept_above=0.501, drop_below=0.52, seed=SEED, budget=600)
    expected = run_race(whole, "--workers", "2")
    chance = random.Random(SEED)
    deaths, journals = 0, [0]
    for life in range(LIVES):
        process = start("race", "race.toml", "--json", "--workers", "2", folder=killed)
        goal = journals[-1] + chance.randrange(1, 60)
        while process.poll() is None and trials_of(killed) < goal:
            time.sleep(0.005)
        if life % 3 == 0:
            kill_after(process, chance.uniform(0.0, 0.1), False)
        elif life % 3 == 1:
            kill_in_commit(process, killed / "ponnuki.sqlite-wal", chance.uniform(0.0, 0.1))
        else:
            kill_after(process, chance.uniform(0.0, 0.1), True)
            kill_after(process, chance.uniform(0.05, 0.2), False)
        process.communicate()
        deaths += process.returncode == -9
        journals.append(trials_of(killed))
        assert children(process.pid) == []
        if process.returncode == 0:
            break
    assert deaths >= 3
    assert journals == sorted(journals)
    assert run_race(killed, "--workers", "2") == expected
    assert expected[0].count("\n") > 500


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed: apt install strace")
def test_a_coordinator_killed_between_two_pages_of_a_transaction_gives_the_same_bytes(tmp_path: Path) -> None:
    """The kernel kills it when SQLite writes a page to its log, or flushes it: nearer to a commit nobody can be."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
        write_race(folder, COINS[:2], accept_above=0.501, drop_below=0.52, seed=SEED, budget=300)
    for call, number in (("pwrite64", 31), ("fdatasync", 9), ("pwrite64", 44)):
        inject = ["-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={number}"]
        command = ["strace", "-o", os.devnull, *inject, sys.executable, "-m", "ponnuki", "race", "race.toml"]
        done = subprocess.run(command, cwd=killed, capture_output=True, timeout=120)
        if b"ptrace" in done.stderr:
            pytest.skip("strace may not trace here")
        assert done.returncode in (-9, 137)
    before = trials_of(killed)
    assert run_race(killed, "--workers", "2") == run_race(whole, "--workers", "2")
    assert 0 < before < trials_of(killed)
