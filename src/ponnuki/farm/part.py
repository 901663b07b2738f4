"""Part of a farm that outlives it: a campaign plays many races on the same workers.

When a race ends, some of its trials are still under way. They are left to end, and what becomes of them is not told to
the next race: keys get the number of the part on their way out, and only its own come back.
"""

from collections.abc import Sequence
from dataclasses import replace

from ponnuki.farm.base import Farm, Key, Outcome
from ponnuki.match.trial import Trial


class FarmPart(Farm):
    """The farm, for one race; closing it leaves the farm running."""

    def __init__(self, farm: Farm, number: int) -> None:
        self._farm, self._number = farm, number
        self._under_way: set[Key] = set()

    @property
    def capacity(self) -> int:
        """That of the farm."""
        return self._farm.capacity

    @property
    def workers(self) -> int:
        """Those of the farm."""
        return self._farm.workers

    @property
    def in_flight(self) -> int:
        """Of this part alone, for whoever waits for all of them."""
        return len(self._under_way)

    @property
    def room(self) -> int:
        """What earlier parts left under way takes room too."""
        return self._farm.room

    def submit(self, key: Key, trial: Trial) -> None:
        """Queue a trial."""
        self._under_way.add(key)
        self._farm.submit(self._outside(key), trial)

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """The outcomes of this part that have arrived."""
        own = []
        for outcome in self._farm.wait(timeout):
            key = (outcome.key[0] - (self._number << _BITS), outcome.key[1])
            if key in self._under_way:
                self._under_way.remove(key)
                own.append(replace(outcome, key=key))
        return own

    def close(self) -> Sequence[Key]:
        """Forget what is under way; none of it is known not to have begun."""
        self._under_way.clear()
        return []

    def _outside(self, key: Key) -> Key:
        return key[0] + (self._number << _BITS), key[1]


_BITS = 24
"""Room for candidates below the number of the part."""
