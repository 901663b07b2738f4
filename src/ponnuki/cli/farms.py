"""Which farm a command's trials run on: processes of this machine, or a Dask cluster."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ponnuki.farm.base import Farm
    from ponnuki.match.trial import Trial

Workers = Annotated[int | None, typer.Option(help="Processes. Default: one for each core.")]
Dask = Annotated[str | None, typer.Option(help="Use a Dask cluster, tcp://HOST:PORT or a scheduler file, instead.")]


def farm_maker(workers: int | None, dask: str | None, samples: "Callable[[], Sequence[Trial]]") -> "Callable[[], Farm]":
    """What starts the farm; `samples` makes trials whose kernels are compiled before the workers start."""
    from ponnuki.errors import BadInput

    if dask is not None:
        if workers is not None:
            raise BadInput("--workers and --dask exclude each other: a Dask cluster has its own workers")
        from ponnuki.farm.dask import DaskFarm

        return lambda: DaskFarm(dask)
    from ponnuki.farm.local import LocalFarm, granted_cores

    count = workers if workers is not None else granted_cores()
    if count < 1:
        raise BadInput(f"workers is {count}: it must be at least 1")
    return lambda: LocalFarm(count, prepare=samples())
