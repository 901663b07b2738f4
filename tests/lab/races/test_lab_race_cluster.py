"""Races on a real Dask cluster: a coordinator that is killed goes on, a trial that kills its workers ends the run."""

import json
import random
import time
from pathlib import Path

import pytest
from commands_here import here
from race_commands import kill_after, kill_in_commit, run_race, start, trials_of, write_race
from real_cluster import Cluster

COINS = [{"name": "good", "p": 0.52, "wait": 0.03}, {"name": "equal", "p": 0.5, "wait": 0.03}]
RACE = {"accept_above": 0.501, "drop_below": 0.52, "seed": 5, "budget": 400}
BETWEEN_KILLS = 120
"""Trials in the journal from one kill to the next."""


@pytest.mark.slow
def test_a_coordinator_killed_in_the_middle_of_a_race_on_a_cluster_goes_on_to_the_bytes_of_a_local_one(
    tmp_path: Path, cluster: Cluster
) -> None:
    local, killed = tmp_path / "local", tmp_path / "killed"
    for folder in (local, killed):
        folder.mkdir()
        write_race(folder, COINS, **RACE)
    expected = run_race(local, "--workers", "2")
    cluster.refill()
    chance, journals = random.Random(5), [0]
    for in_commit in (False, True):
        process = start("race", "race.toml", "--dask", str(cluster.file), folder=killed)
        while process.poll() is None and trials_of(killed) < journals[-1] + BETWEEN_KILLS:
            time.sleep(0.01)
        if in_commit:
            kill_in_commit(process, killed / "ponnuki.sqlite-wal", 0.0)
        else:
            kill_after(process, chance.uniform(0.0, 0.2), worker=False)
        process.communicate()
        assert process.returncode == -9
        journals.append(trials_of(killed))
    assert journals == sorted(set(journals))
    assert run_race(killed, "--dask", str(cluster.file)) == expected
    assert expected[0].count("\n") > journals[-1]


@pytest.mark.slow
def test_a_trial_that_kills_every_worker_of_a_cluster_ends_the_run_in_one_line(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Dask gives it up after some workers; the others' results stay, and the run can go on when the fault is mended."""
    while cluster.workers:
        cluster.kill_worker()
    for _ in range(2):
        cluster.add_worker(nanny=True)
    path = write_race(tmp_path, [{"name": "a", "p": 0.5}], evaluate="race_samples:coin_or_death", budget=40)
    done = here("race", path.name, "--dask", str(cluster.file), folder=tmp_path)
    assert done.returncode == 1
    [line] = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert "of candidate 'a' was lost" in line
    assert "times in a row; the last time its worker died, and Dask gave it up" in line
    status = json.loads(here("status", "--json", folder=tmp_path).stdout)
    assert [run["status"] for run in status["runs"]] == ["interrupted"]
