"""What one machine notes of exchanges: accounts of nodes, which stay, and the rounds of the exchange that goes on."""

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from ponnuki.cluster.statistics import Table
from ponnuki.kernels.records import Records
from ponnuki.search.tree import COUNT_BITS, moved

Path = tuple[int, ...]
Entry = tuple[int, int, int, int]
"""A node as kernels read it (`statistics.LEVEL`)."""
Rounds = Generator[Table, Table, None]
"""What a machine adds to a sum, and what it is sent back: the sum over all machines."""


@dataclass(slots=True)
class Account:
    """What has been exchanged about the moves of one node; its tables are in those of the tree, by their slots."""

    slot: int
    """Of the totals over all machines, which are the same on all of them."""
    ply: int
    """Moves of the game before the node, the largest if there are several ways to it."""
    given: dict[int, int] = field(default_factory=dict)
    """Slots of what this machine's nodes were given so far, by the place of the first of them in the tree. There may be
    more than one family: threads may have expanded the same position twice."""


@dataclass(slots=True)
class RootAccount:
    """The same of the root itself: tables of one row."""

    totals: Table
    given: Table


@dataclass(slots=True)
class Parcel:
    """A round: what kernels read of its nodes (`statistics.LEVEL`), our numbers, and the sums."""

    level: Table
    own: Table
    total: Table


class Parcels:
    """The rounds of an exchange so far, and where in them each node is."""

    def __init__(self) -> None:
        self.all: list[Parcel] = []
        self.places: dict[Path, tuple[int, int]] = {}

    def add(self, paths: list[Path], parcel: Parcel) -> None:
        """Another round, about some nodes."""
        self.places.update((path, (len(self.all), row)) for row, path in enumerate(paths))
        self.all.append(parcel)


def after_move(slots: dict[int, int], old: Records) -> dict[int, int]:
    """By the places that families have in the new tree; those that were left out of it are forgotten."""
    places = {}
    for first, slot in slots.items():
        word = int(moved(old, np.uint64(first) << COUNT_BITS | np.uint64(1)))
        if word:
            places[word >> int(COUNT_BITS)] = slot
    return places
