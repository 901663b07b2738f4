"""What a race keeps of each candidate beside its bounds: results told before their turn, and trials handed out and not
yet told.

Nothing here is part of the state that decides: the fold takes results from here in canonical order, and
what is handed out only keeps a farm from running a trial twice. A new race that replays a journal starts
with an empty hand-out list, so whatever was in flight when the old one died is simply asked for again.

Per candidate, results are kept as chunks of consecutive trials (they start where nothing was told before),
and trials are handed out in increasing order, so one number says how far, and a set holds those given back.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field

from ponnuki.race.bounds.base import Floats

Span = tuple[int, int]  # trials from the first number up to, not including, the second
Chunk = tuple[Floats, Floats]  # rewards as they count for accepting and for dropping


@dataclass(slots=True)
class Pending:
    """Results that wait for their turn, and trials that are out, of one candidate."""

    starts: list[int] = field(default_factory=list)  # sorted
    chunks: dict[int, Chunk] = field(default_factory=dict)
    handed_out: int = 0
    given_back: set[int] = field(default_factory=set)

    def overlap(self, first: int, stop: int) -> int | None:
        """A trial of this span that was told already and waits for its turn."""
        return next((max(start, first) for start, _ in self._told(first, stop)), None)

    def put(self, first: int, chunk: Chunk) -> None:
        """Add results that do not overlap others."""
        insort(self.starts, first)
        self.chunks[first] = chunk

    def take(self, first: int, stop: int) -> Chunk | None:
        """Remove and return the results that start at `first`, no further than `stop`; None if that trial is
        missing."""
        if first not in self.chunks:
            return None
        low, high = self.chunks.pop(first)
        del self.starts[bisect_left(self.starts, first)]
        room = stop - first
        if len(low) > room:
            self.put(stop, (low[room:], high[room:]))
            return low[:room], high[:room]
        return low, high

    def untold(self, first: int, stop: int) -> Iterator[Span]:
        """The spans of trials between `first` and `stop` that wait for a result."""
        for start, end in self._told(first, stop):
            if start > first:
                yield first, start
            first = max(first, end)
        if first < stop:
            yield first, stop

    def hand_out(self, first: int, stop: int) -> Span | None:
        """Hand out the first span of trials in this range that is not out already."""
        back = sorted(trial for trial in self.given_back if first <= trial < stop)
        if back:
            length = next((i for i, trial in enumerate(back) if trial != back[0] + i), len(back))
            self.given_back.difference_update(back[:length])
            return back[0], back[0] + length
        first = max(first, self.handed_out)
        if first >= stop:
            return None
        self.handed_out = stop
        return first, stop

    def give_back(self, first: int, stop: int) -> None:
        """Note trials that will not come back from whoever had them, so that they are handed out again."""
        self.given_back.update(range(first, min(stop, self.handed_out)))

    def _told(self, first: int, stop: int) -> Iterator[Span]:
        place = bisect_left(self.starts, first)
        if place:
            place -= 1
        for start in self.starts[place:]:
            if start >= stop:
                return
            end = start + len(self.chunks[start][0])
            if end > first:
                yield start, end
