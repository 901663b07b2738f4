"""What all functions of the public interface share: where trials run, and what an interruption says."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.farm.base import Farm
from ponnuki.lab.runs.interruption import Interrupted
from ponnuki.match.trial import Trial

MOST_WORKERS = 4096
"""Processes on one machine; a number beyond it is a slip."""


def farm_maker(workers: int | None, executor: Any, samples: Callable[[], Sequence[Trial]]) -> Callable[[], Farm]:
    """What starts the farm: processes of this machine, a pool of `concurrent.futures`, or a Dask cluster, given as a
    client, an address or a scheduler file. `samples` makes trials whose kernels processes of ours compile first."""
    if workers is not None and (isinstance(workers, bool) or not 1 <= workers <= MOST_WORKERS):
        raise BadInput(f"workers is {workers}: it must be a number of processes from 1 to {MOST_WORKERS}")
    if executor is None:
        from ponnuki.farm.local import LocalFarm, granted_cores

        return lambda: LocalFarm(workers or granted_cores(), prepare=samples())
    if isinstance(executor, Executor):
        from ponnuki.farm.executor import ExecutorFarm

        return lambda: ExecutorFarm(executor, workers)
    if not isinstance(executor, str) and not hasattr(executor, "scheduler"):
        raise BadInput(
            f"executor is of type {type(executor).__name__}: it must be a pool of concurrent.futures, a Dask client, "
            "or the address of a Dask scheduler"
        )
    if workers is not None:
        raise BadInput("workers and a Dask cluster exclude each other: the cluster has its own workers")
    from ponnuki.farm.dask import DaskFarm

    return lambda: DaskFarm(executor)


@contextmanager
def resumable(store: Path) -> Iterator[None]:
    """An interruption says that nothing is lost, and how to go on."""
    try:
        yield
    except Interrupted:
        raise KeyboardInterrupt(f"interrupted; what has finished is in {store}: the same call again goes on") from None
