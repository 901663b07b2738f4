"""A farm that holds what it is given, in this process; tests say when and how it comes back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ponnuki.farm.base import Farm, Key, Outcome, Taken
from ponnuki.match.trial import Trial


@dataclass
class HeldFarm(Farm):
    """To be subclassed with a `play`, which gets what may be played now and is to take some of it out."""

    held: list[tuple[Key, Trial]] = field(default_factory=list)
    asked: set[Key] = field(default_factory=set)
    begun: set[Key] = field(default_factory=set)

    most_begun: int = 10**9
    """Trials that may be played once and are taken at most."""

    capacity = 16
    workers = 1

    @property
    def in_flight(self) -> int:
        return len(self.held)

    def submit(self, key: Key, trial: Trial) -> None:
        self.held.append((key, trial))

    def wait(self, timeout: float) -> Sequence[Outcome]:
        """What has been played; before that, a trial that may be played once is taken."""
        asks = [key for key, trial in self.held if not trial.reproducible and key not in self.asked]
        if asks and len(self.asked) < self.most_begun:
            self.asked.add(asks[0])
            return [Taken(asks[0])]
        return self.play()

    def play(self) -> Sequence[Outcome]:
        """The next outcomes."""
        raise NotImplementedError

    def take(self, place: int = 0) -> tuple[Key, Trial] | None:
        """One that may be played, out of those that are held."""
        ready = [(key, trial) for key, trial in self.held if trial.reproducible or key in self.begun]
        if not ready:
            return None
        self.held.remove(ready[place])
        return ready[place]

    def answer(self, begin: Iterable[Key], leave: Iterable[Key] = ()) -> None:
        self.begun.update(begin)
        gone = set(leave)
        self.held = [(key, trial) for key, trial in self.held if key not in gone]

    def stop(self) -> Sequence[Outcome]:
        return []
