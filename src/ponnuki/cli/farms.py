"""Which farm a command's trials run on: processes of this machine, or a Dask cluster."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ponnuki.farm.base import Farm
    from ponnuki.match.trial import Trial


def farm_maker(workers: int | None, dask: str | None, samples: "Callable[[], Sequence[Trial]]") -> "Callable[[], Farm]":
    """What starts the farm; `samples` makes trials whose kernels are compiled before the workers start."""
    from ponnuki.errors import BadInput
    from ponnuki.lab.public import surroundings

    if dask is not None and workers is not None:
        raise BadInput("--workers and --dask exclude each other: a Dask cluster has its own workers")
    return surroundings.farm_maker(workers, dask, samples)
