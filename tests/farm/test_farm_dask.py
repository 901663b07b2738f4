"""A cluster that shrinks to nothing and grows again."""

import time

import pytest
from real_cluster import Cluster
from sample_trials import Echo
from test_farm_contract import collect

from ponnuki.errors import BadInput
from ponnuki.farm.base import Done, FarmError

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


def test_an_address_where_nobody_answers_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ponnuki.farm.dask.CONNECT_TIME", 0.5)
    with pytest.raises(BadInput, match="no Dask scheduler answers"):
        DaskFarm("tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="neither an address"):
        DaskFarm("no-such-file.json")
