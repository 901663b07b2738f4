"""Processes of this machine: exact about what was lost, and outliving nobody."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sample_trials import DiesOnce, Echo, StartsProgram, Unreadable
from test_farm_contract import collect

from ponnuki.errors import BadInput
from ponnuki.farm import local
from ponnuki.farm.base import Done, FarmError, Lost
from ponnuki.farm.local import LocalFarm

COORDINATOR = """
import sys
from pathlib import Path
from sample_trials import StartsProgram
from ponnuki.farm.local import LocalFarm
farm = LocalFarm(1)
farm.submit((0, 0), StartsProgram(Path(sys.argv[1])))
while True:
    farm.wait(1.0)
"""


def is_running(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(condition, seconds: float = 60.0) -> bool:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_only_the_trial_that_was_under_way_is_lost(tmp_path: Path) -> None:
    with LocalFarm(1) as farm:
        farm.submit((0, 0), DiesOnce(tmp_path / "mark", times=9, reproducible=False))
        farm.submit((0, 1), Echo(reproducible=False))
        outcomes = {outcome.key: outcome for outcome in collect(farm)}
    assert isinstance(outcomes[0, 0], Lost)
    assert "signal 9" in outcomes[0, 0].reason
    assert isinstance(outcomes[0, 1], Done)


def test_a_dead_worker_is_replaced_again_and_again(tmp_path: Path) -> None:
    with LocalFarm(2) as farm:
        for number in range(6):
            farm.submit((0, number), DiesOnce(tmp_path / str(number)))
        assert sum(isinstance(outcome, Lost) for outcome in collect(farm)) == 6
        farm.submit((1, 0), Echo())
        [outcome] = collect(farm)
    assert isinstance(outcome, Done)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
@pytest.mark.parametrize("victim", ["coordinator", "worker"])
def test_nothing_outlives_a_coordinator_or_worker_that_is_killed(victim: str, tmp_path: Path) -> None:
    note = tmp_path / "note"
    coordinator = subprocess.Popen([sys.executable, "-c", COORDINATOR, str(note)])
    assert wait_until(lambda: note.exists() and len(note.read_text().split()) == 2)
    worker, program = (int(number) for number in note.read_text().split())
    assert is_running(worker)
    assert is_running(program)
    os.kill(coordinator.pid if victim == "coordinator" else worker, signal.SIGKILL)
    assert wait_until(lambda: not is_running(worker))
    assert wait_until(lambda: not is_running(program))
    coordinator.kill()
    coordinator.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
def test_closing_ends_workers_and_what_they_started(tmp_path: Path) -> None:
    note = tmp_path / "note"
    farm = LocalFarm(1)
    farm.submit((0, 0), StartsProgram(note))
    farm.submit((0, 1), Echo())
    assert wait_until(lambda: farm.wait(0.05) == [] and note.exists() and len(note.read_text().split()) == 2)
    assert farm.stop() == []
    assert not any(is_running(int(number)) for number in note.read_text().split())


def test_workers_that_cannot_start_are_an_error_and_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local.protocol, "__name__", "ponnuki.no_such_module")
    with LocalFarm(1) as farm:
        farm.submit((0, 0), Echo())
        with pytest.raises(FarmError, match="died before they were ready"):
            collect(farm)


def test_prepared_trials_are_compiled_before_the_others_start(tmp_path: Path) -> None:
    with LocalFarm(2, prepare=[Echo()]) as farm:
        farm.submit((0, 0), Echo())
        assert len(collect(farm)) == 1


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_trial_that_workers_cannot_read_is_lost_again_and_again(reproducible: bool) -> None:
    with LocalFarm(1) as farm:
        farm.submit((0, 0), Unreadable(reproducible))
        [outcome] = collect(farm)
    assert isinstance(outcome, Lost)


def test_a_trial_that_cannot_be_sent_is_bad_input() -> None:
    with LocalFarm(1) as farm, pytest.raises(BadInput, match="cannot be sent"):
        farm.submit((0, 0), lambda: None)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="at least 1"):
        LocalFarm(0)
