"""Which nodes the machines share, how often, and how statistics are merged: the schemes of Bourki and others as data.

- `slow-tree`: every so often, the moves of all nodes down to some depth that have enough of the root's simulations
- `slow-root`: the same with depth 0, the root's moves alone
- `voting`: the root's moves, once, at the end of the thinking time
- `fast-tree`: nothing, as there is one tree, on machine 0; the others make playouts for it, by the batch
"""

from dataclasses import dataclass, replace
from typing import Any

from ponnuki.errors import BadInput

SCHEMES = ("slow-tree", "slow-root", "voting", "fast-tree")
MERGINGS = ("sum", "average")
CHOICES = ("visits", "majority")
MOST_MACHINES = 4096
"""Far below what the sums of proofs in `statistics` have room for; nobody has simulated more (a guess)."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """How machines share a search; `make_scheme` knows what each named scheme leaves open."""

    name: str = "slow-tree"
    depth: int = 3
    """Moves from the root to the deepest node that is shared (3 in Bourki and others)."""
    share: float = 0.05
    """Part of the root's simulations that a shared node has at least (5 % in Bourki and others)."""
    sharings: int = 24
    """Exchanges in a search with a number of simulations, evenly spaced, the last at its end (24: accepted against six
    by the race cluster32-settings). With `fast-tree`, the batches that each machine plays out."""
    period: float = 0.05
    """Seconds between two exchanges in a search with a time limit (0.05 in Table 4 of Bourki and others). With
    `fast-tree`, those that a batch takes (0.01: a guess)."""
    merging: str = "sum"
    """`sum`: every tree counts the simulations of all machines; `average`: their mean, as in Bourki and others."""
    rave: bool = True
    """Whether RAVE statistics are exchanged too."""
    choice: str = "visits"
    """The move that is played: `visits` has most visits on all machines together; `majority`, for `voting` only, is
    the first choice of most machines."""

    def __post_init__(self) -> None:
        for what, value, known in (
            ("scheme", self.name, SCHEMES),
            ("merging", self.merging, MERGINGS),
            ("choice", self.choice, CHOICES),
        ):
            if value not in known:
                raise BadInput(f"unknown {what} {value!r}; known: {', '.join(known)}")
        if not 0 <= self.depth <= 20:
            raise BadInput(f"depth must be from 0 to 20, not {self.depth}")
        if not 0 < self.share <= 1:
            raise BadInput(f"share must be above 0 and at most 1, not {self.share}")
        if not 1 <= self.sharings <= 10_000:
            raise BadInput(f"sharings must be from 1 to 10000, not {self.sharings}")
        if not 0.001 <= self.period <= 60:
            raise BadInput(f"period must be from 0.001 to 60 seconds, not {self.period}")
        if self.name != "slow-tree" and self.depth != 0:
            shares = "has one tree" if self.name == "fast-tree" else "shares the root alone"
            raise BadInput(f"{self.name} {shares}: its depth is 0, not {self.depth}")
        if self.name == "voting" and self.sharings != 1:
            raise BadInput(f"voting shares once, at the end, not {self.sharings} times")
        if self.name != "voting" and self.choice == "majority":
            raise BadInput(f"{self.name} makes all machines think alike: a majority chooses with voting only")
        if self.name == "fast-tree" and (self.merging != "sum" or not self.rave):
            raise BadInput("fast-tree has one tree: there is nothing to merge, and RAVE is part of every result")


_GIVEN: dict[str, dict[str, Any]] = {
    "slow-root": {"depth": 0},
    "voting": {"depth": 0, "sharings": 1},
    "fast-tree": {"depth": 0, "sharings": 100, "period": 0.01},
}


def make_scheme(name: str, **options: Any) -> Scheme:
    """A scheme by its name, with some of its options; those that the name decides need not be given."""
    if name not in SCHEMES:
        raise BadInput(f"unknown scheme {name!r}; known: {', '.join(SCHEMES)}")
    return replace(Scheme(), name=name, **(_GIVEN.get(name, {}) | options))


def sharing_times(simulations: int, sharings: int) -> list[int]:
    """After how many simulations of each machine they share: evenly spaced, the last at the end, none twice."""
    return sorted({simulations * k // sharings for k in range(1, sharings + 1)} - {0})
