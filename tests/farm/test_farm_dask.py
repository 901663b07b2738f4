"""A cluster that shrinks to nothing and grows again, that loses results, and that gives trials up."""

import os
import signal
import time
from pathlib import Path

import pytest
from real_cluster import Cluster
from sample_trials import DiesOnce, Echo, EndsWorker
from test_farm_contract import collect, taken

from ponnuki.errors import BadInput
from ponnuki.farm.base import Done, FarmError, Lost, Outcome

pytest.importorskip("distributed", reason="Dask is missing: pip install 'ponnuki[cluster]'")
from ponnuki.farm.dask import DaskFarm


def test_the_coordinator_survives_the_loss_of_all_workers_for_a_while(cluster: Cluster) -> None:
    with DaskFarm(str(cluster.file)) as farm:
        for number in range(4):
            farm.submit((0, number), Echo(seconds=0.5))
        time.sleep(0.2)
        while cluster.workers:
            cluster.kill_worker()
        time.sleep(1.0)
        cluster.refill()
        outcomes = collect(farm)
    assert len([outcome for outcome in outcomes if isinstance(outcome, Done)]) == 4


def test_a_cluster_that_stays_empty_is_given_up(cluster: Cluster) -> None:
    while cluster.workers:
        cluster.kill_worker()
    with DaskFarm(str(cluster.file), patience=1.0) as farm:
        farm.submit((0, 0), Echo())
        with pytest.raises(FarmError, match="no worker"):
            collect(farm, 20)


@pytest.fixture
def nannies(cluster: Cluster) -> Cluster:
    """Two workers that are started again when they die."""
    while cluster.workers:
        cluster.kill_worker()
    for _ in range(2):
        cluster.add_worker(nanny=True)
    return cluster


@pytest.mark.slow
def test_a_trial_that_dask_gave_up_is_lost_as_often_as_it_had_begun(nannies: Cluster, tmp_path: Path) -> None:
    """Those that waited behind it at its workers were given up with it, or come back; none of them had begun."""
    mark = tmp_path / "mark"
    with DaskFarm(str(nannies.file)) as farm:
        farm.submit((0, 0), DiesOnce(mark, times=99))
        for number in range(1, 6):
            farm.submit((0, number), Echo(seconds=0.02))
        outcomes = {outcome.key: outcome for outcome in collect(farm, 120)}
    given_up = outcomes.pop((0, 0))
    assert isinstance(given_up, Lost)
    assert given_up.times == len(mark.read_text()) >= 3
    assert "Dask gave it up" in given_up.reason
    assert len(outcomes) == 5
    assert all(isinstance(one, Done) or (isinstance(one, Lost) and one.times == 1) for one in outcomes.values())


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_result_that_went_down_with_its_worker_is_played_again_or_lost(
    cluster: Cluster, tmp_path: Path, reproducible: bool
) -> None:
    """Dask leaves a result where it was made until it is fetched: this worker dies when it has just told its own."""
    cluster.refill()
    with DaskFarm(str(cluster.file)) as farm:
        farm.submit((0, 0), EndsWorker(tmp_path / "mark", tmp_path / "process", reproducible))
        if not reproducible:
            farm.answer(taken(farm, 1))
        cluster.wait_for_death(
            tmp_path / "process"
        )  # the result was there, nobody has fetched it, and its worker has gone
        [outcome] = collect(farm)
    assert isinstance(outcome, Done if reproducible else Lost)
    assert len((tmp_path / "mark").read_text()) == 1 + reproducible


def test_a_worker_that_hangs_does_not_hold_back_the_results_of_others(cluster: Cluster) -> None:
    """Results lie at the workers until they are fetched; those of the one that was stopped come when it goes on."""
    cluster.refill()
    with DaskFarm(str(cluster.file)) as farm:
        while farm.workers < 2:
            time.sleep(0.1)
            assert farm.capacity
        for number in range(8):
            farm.submit((0, number), Echo(seconds=0.05))
        time.sleep(1.0)
        hung = cluster.workers[0]
        os.killpg(hung.pid, signal.SIGSTOP)
        try:
            deadline = time.monotonic() + 60
            early: list[Outcome] = []
            while not early and time.monotonic() < deadline:
                early += farm.wait(0.05)
        finally:
            os.killpg(hung.pid, signal.SIGCONT)
        late = collect(farm)
    assert early
    assert sorted(outcome.key for outcome in [*early, *late]) == [(0, number) for number in range(8)]


def test_an_address_where_nobody_answers_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ponnuki.farm.dask.CONNECT_TIME", 0.5)
    with pytest.raises(BadInput, match="no Dask scheduler answers"):
        DaskFarm("tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="neither an address"):
        DaskFarm("no-such-file.json")
