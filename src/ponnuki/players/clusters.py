"""Simulated machines that search together, as a spec has them.

    [cluster]
    machines = 32
    scheme = "slow-tree"
    sharings = 24

`sims` are then those of each machine.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ponnuki.cluster.network import Network
from ponnuki.cluster.scheme import MOST_MACHINES, Scheme, make_scheme
from ponnuki.errors import BadInput
from ponnuki.players.program import Number, changed

LATER = ("slow-tree", "slow-root")
"""The schemes that have as many exchanges as `Scheme` says."""


@dataclass(frozen=True, slots=True)
class SimulatedCluster:
    """Machines that one process simulates, what they share, and what is between them."""

    machines: int
    scheme: Scheme
    network: Network


@dataclass(frozen=True)
class _SchemeSettings:
    """What may be said of any scheme, with the type of each; what is left out, `Scheme` knows."""

    depth: int = 0
    share: float = 0.0
    sharings: int = 0
    merging: str = ""
    rave: bool = True
    choice: str = ""


@dataclass(frozen=True)
class _RealSettings(_SchemeSettings):
    """And of one that real machines follow, which have a clock."""

    period: float = 0.0


@dataclass(frozen=True)
class _Settings(_SchemeSettings):
    """And what `[cluster]` may say besides; what it leaves out, `Network` knows."""

    machines: int = 1
    scheme: str = "slow-tree"
    latency: int = 0
    late: float = 0.0


def read_scheme(name: str, values: Mapping[str, Number]) -> Scheme:
    """A scheme for real machines, with some of its settings."""
    given = {key: value for key, value in asdict(changed(_RealSettings(), values, "cluster")).items() if key in values}
    return make_scheme(name, **given)


def later_defaults(values: Mapping[str, Number]) -> dict[str, int]:
    """What a digest says of a cluster beyond its settings: exchanges where it leaves them to a default that has changed
    (20 before 24), so that the same settings do not name two players."""
    left_open = bool(values) and "sharings" not in values
    return {"sharings": Scheme().sharings} if left_open and values.get("scheme", "slow-tree") in LATER else {}


def read_cluster(values: Mapping[str, Number]) -> SimulatedCluster:
    """The simulated cluster that a spec describes; an error names the setting."""
    if "machines" not in values:
        raise BadInput("cluster: say how many machines")
    given = {key: value for key, value in asdict(changed(_Settings(), values, "cluster")).items() if key in values}
    machines, name = given.pop("machines"), given.pop("scheme", _Settings().scheme)
    if not 1 <= machines <= MOST_MACHINES:
        raise BadInput(f"cluster.machines must be from 1 to {MOST_MACHINES}, not {machines}")
    try:
        network = Network(**{key: given.pop(key) for key in ("latency", "late") if key in given})
        return SimulatedCluster(machines, make_scheme(name, **given), network)
    except BadInput as error:
        raise BadInput(f"cluster: {error}") from None
