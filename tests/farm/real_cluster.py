"""A Dask cluster for tests: the standard programs, started as people start them."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

HERE = Path(__file__).parent


class Cluster:
    """A real scheduler and real workers, as people start them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        places = [str(HERE), os.environ.get("PYTHONPATH", "")]
        self.environment = os.environ | {"PYTHONPATH": os.pathsep.join(place for place in places if place)}
        dashboard = f"127.0.0.1:{_free_port()}"
        where = ("--host", "127.0.0.1", "--port", "0", "--dashboard-address", dashboard)
        self.scheduler = self._start("scheduler", *where, "--scheduler-file", str(self.file))

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", *words]
        with (self.folder / "dask.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=self.environment, start_new_session=True)

    def add_worker(self, nanny: bool = False) -> None:
        """A worker; with a nanny it is started again when it dies."""
        looks = "--nanny" if nanny else "--no-nanny"
        words = ("--scheduler-file", str(self.file), "--nthreads", "1", looks, "--no-dashboard")
        local = ("--local-directory", str(self.folder), "--memory-limit", "0", "--host", "127.0.0.1")
        self.workers.append(self._start("worker", *words, *local))

    def kill_worker(self) -> None:
        worker = self.workers.pop(0)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def wait_for_death(self, note: Path) -> None:
        """Until the process has gone whose number is in a file; the cluster's own or one that a nanny looks after."""
        deadline = time.monotonic() + 60
        while not note.exists() or not (number := note.read_text()) or psutil.pid_exists(int(number)):
            assert time.monotonic() < deadline, "nobody has died"
            time.sleep(0.05)
            for worker in self.workers:
                worker.poll()

    def refill(self) -> None:
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < 2:
            self.add_worker()

    def wait_for_file(self) -> None:
        deadline = time.monotonic() + 30
        while not self.file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="Dask is missing: pip install 'ponnuki[cluster]'")
    folder = tmp_path_factory.mktemp("dask")
    started = Cluster(folder)
    try:
        started.wait_for_file()
        started.refill()
        yield started
    finally:
        started.close()
        shutil.rmtree(folder, ignore_errors=True)
