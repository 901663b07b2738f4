"""Farms of both kinds for the tests: workers must be able to import the trials defined here."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from real_cluster import Cluster, cluster

from ponnuki.farm.base import Farm
from ponnuki.farm.local import LocalFarm

__all__ = ["cluster"]
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes import `sample_trials`."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(params=["local", "dask"])
def make_farm(request: pytest.FixtureRequest) -> Callable[[], Farm]:
    """A farm of two workers, of either kind."""
    if request.param == "local":
        return lambda: LocalFarm(2)
    from ponnuki.farm.dask import DaskFarm

    started: Cluster = request.getfixturevalue("cluster")
    started.refill()

    def connected() -> Farm:
        farm = DaskFarm(str(started.file))
        deadline = time.monotonic() + 30
        while farm.capacity < 4 and time.monotonic() < deadline:
            time.sleep(0.1)
        return farm

    return connected
