"""The race: which trials to run next, and what they prove. Pure and deterministic; start reading at `Race`.

*Canonical order.* The state is a fold over rewards in the order in which `ask()` names trials when every
earlier result has been told: batch after batch, trial after trial. A batch is chosen by the selection rule
from the state at the end of the batch before; inside a batch every trial may decide. When a result arrives
plays no part: what comes early waits in `pending`, and what turns out not to be needed (trials of a decided
candidate, or after the end) is discarded unseen. Counting games as they arrive would count short games
first, and that alone can push a 5 % risk to 100 %.

*Looking ahead.* `ask(ahead=n)` hands out trials of the current batch first. Then it guesses: it lets the
selection rule choose again as if the batches so far had ended without changing any evidence, and hands out
up to `n` trials that still lack a result along that guess. A wrong guess wastes trials, never truth. A
trial is handed out once; `give_back` names trials that will not be told (their worker died), and they are
handed out again under the same number, hence with the same seed.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from numpy.typing import ArrayLike

from ponnuki.errors import BadInput
from ponnuki.race.bounds import BoundSettings, bound_class
from ponnuki.race.checks import (
    check_candidates,
    check_count,
    check_mode,
    check_risk,
    check_thresholds,
    check_variance,
    checked_rewards,
)
from ponnuki.race.journal import Entry, joined
from ponnuki.race.pending import Pending
from ponnuki.race.risks import AcceptMode, RaceRisk
from ponnuki.race.selection import Field, selection_rule
from ponnuki.race.thresholds import PAIR_VARIANCE, rate
from ponnuki.race.verdict import Ask, Standing, Status, Verdict

NAMES_SHOWN = 5  # candidates listed in an error message


class Batch(NamedTuple):
    """The trials to count next: of this candidate, up to and not including `stop`."""

    who: int
    stop: int


class Race:
    """Candidates against a baseline, one acceptance (`accept="first"`) or all (`accept="all"`).

    >>> race = Race(["bold", "timid"], accept_above=0.52, drop_below=0.6)
    >>> while ask := race.ask():
    ...     race.tell(ask.candidate, ask.first_trial, [1.0 if ask.candidate == "bold" else 0.0] * ask.count)
    >>> race.verdict.status, race.verdict.accepted
    ('accepted', ('bold',))

    With probability at least 1 - risk nothing at or below `accept_above` is accepted, and if the best
    candidate is above `drop_below` something is accepted. A `budget` of trials may end the race before
    that: "undecided" accepts nothing, so the first half still holds and the second is given up. `drop_risk`
    is the risk of the drop side where it differs (campaigns spend only the other one); `countable` gives
    risk by rank instead of by number.
    """

    def __init__(
        self,
        candidates: Sequence[Hashable],
        *,
        risk: float = 0.05,
        accept_above: float | str = 0.501,
        drop_below: float | str = 0.504,
        bound: str = "betting",
        selection: str = "best-bet",
        accept: AcceptMode = "first",
        first: int = 16,
        budget: int | None = None,
        prior_variance: float = PAIR_VARIANCE,
        drop_risk: float | None = None,
        countable: bool = False,
        seed: int = 0,
    ) -> None:
        self.candidates = check_candidates(candidates)
        kind = bound_class(bound)
        variance = check_variance(prior_variance)
        low, high = rate(accept_above, variance), rate(drop_below, variance)
        check_thresholds(low, high, kind)
        check_mode(accept)
        self._mode = accept
        self._budget = None if budget is None else check_count("budget", budget)
        risks = check_risk("risk", risk), check_risk("drop_risk", risk if drop_risk is None else drop_risk)
        size, first = len(self.candidates), check_count("first", first)
        self._bounds = [
            kind(BoundSettings(low, high, RaceRisk(*risks, size, i + 1, countable, accept), variance, first))
            for i in range(size)
        ]
        self._index = {name: i for i, name in enumerate(self.candidates)}
        self._rule = selection_rule(selection)
        self._field = Field.start(self._bounds, check_count("seed", seed, 0))
        self._pending = [Pending() for _ in range(size)]
        self._trials = 0
        self._accepted: list[int] = []
        self._dropped: list[int] = []
        self._batch: Batch | None = None
        self._begin_batch()

    def ask(self, ahead: int = 0) -> Ask | None:
        """The next trials to run, up to `ahead` of them past the current batch; None when the race is over.

        A count of 0 means that all of these have been handed out: tell results, or look further ahead.
        """
        if self._batch is None:
            return None
        for index, first, stop in self._wanted(check_count("ahead", ahead, 0)):
            run = self._pending[index].hand_out(first, stop)
            if run is not None:
                return Ask(self.candidates[index], run[0], run[1] - run[0])
        return Ask(self.candidates[self._batch.who], self._bounds[self._batch.who].n, 0)

    def tell(self, candidate: Hashable, first_trial: int, rewards: ArrayLike, lost: Collection[int] = ()) -> None:
        """The rewards of consecutive trials of one candidate, in any order of arrival.

        `lost` numbers those among them that cannot be replayed honestly; whatever stands in their place in
        `rewards` is ignored. Bad input raises and leaves the race as it was.
        """
        index = self._find(candidate)
        first = check_count("first_trial", first_trial, 0)
        chunk = checked_rewards(rewards, first, lost)
        if not len(chunk[0]) or self._batch is None or self._bounds[index].decision:
            return
        self._check_fresh(index, first, first + len(chunk[0]))
        self._pending[index].put(first, chunk)
        if index == self._batch.who:
            self._settle()

    def give_back(self, ask: Ask) -> None:
        """Trials that were handed out and will not be told: they will be handed out again."""
        index = self._find(ask.candidate)
        self._pending[index].give_back(ask.first_trial, ask.first_trial + ask.count)

    def replay(self, journal: Iterable[Entry]) -> Self:
        """Tell a whole journal, each entry as `tell` takes it; single trials that follow each other are
        joined."""
        for entry in joined(journal):
            self.tell(*entry)
        return self

    @property
    def verdict(self) -> Verdict:
        """What the trials counted so far have proved."""
        return Verdict(
            status=self._status(),
            accepted=tuple(self.candidates[i] for i in self._accepted),
            dropped=tuple(self.candidates[i] for i in self._dropped),
            trials=self._trials,
            bounds={
                name: Standing(bound.n, bound.mean, *bound.interval(), bound.decision)
                for name, bound in zip(self.candidates, self._bounds, strict=True)
            },
            asymptotic=self._bounds[0].asymptotic,
        )

    def __repr__(self) -> str:
        names = [f"{len(self.candidates)} candidates" if len(self.candidates) > 1 else "one candidate"]
        names += [f"accepted {self.candidates[i]!r}" for i in self._accepted]
        return (
            f"<Race of {', '.join(names)}, {len(self._dropped)} dropped: {self._status()} after {self._trials} trials>"
        )

    def _status(self) -> Status:
        if self._batch is not None:
            return "running"
        if self._accepted:
            return "accepted"
        return "undecided" if self._field.active else "none"

    def _settle(self) -> None:
        """Count what is pending for as long as the next trial in canonical order is there."""
        while self._batch is not None:
            index, stop = self._batch
            bound = self._bounds[index]
            chunk = self._pending[index].take(bound.n, stop)
            if chunk is None:
                return
            self._trials += bound.fold(*chunk)
            if bound.decision is not None:
                self._decide(index)
            if bound.decision is not None or bound.n == stop:
                self._field.note_batch(index)
                self._begin_batch()

    def _decide(self, index: int) -> None:
        (self._accepted if self._bounds[index].decision == "accepted" else self._dropped).append(index)
        self._field.active.remove(index)
        self._pending[index] = Pending()

    def _begin_batch(self) -> None:
        self._batch = None
        stopped = self._mode == "first" and self._accepted
        if self._field.active and not stopped:
            self._batch = self._next_batch(self._field, [bound.n for bound in self._bounds], self._trials)

    def _next_batch(self, field: Field, played: Sequence[int], trials: int) -> "Batch | None":
        """What the rule chooses next, within the budget."""
        room = None if self._budget is None else self._budget - trials
        if room == 0:
            return None
        index = self._rule.choose(field)
        size = self._bounds[index].batch(played[index])
        return Batch(index, played[index] + (size if room is None else min(size, room)))

    def _wanted(self, ahead: int) -> Iterator[tuple[int, int, int]]:
        """Runs of trials without a result: those of the current batch, then `ahead` more along the guess."""
        assert self._batch is not None
        batch: Batch | None = self._batch
        field, played, trials = self._field.copy(), [bound.n for bound in self._bounds], self._trials
        room: int | None = None
        while batch is not None and room != 0:
            for first, stop in self._pending[batch.who].untold(played[batch.who], batch.stop):
                if room is not None:
                    stop = min(stop, first + room)
                    room -= stop - first
                if first < stop:
                    yield batch.who, first, stop
            room = ahead if room is None else room
            field.note_batch(batch.who)
            trials += batch.stop - played[batch.who]
            played[batch.who] = batch.stop
            batch = self._next_batch(field, played, trials) if room else None

    def _find(self, candidate: Hashable) -> int:
        index = self._index.get(candidate)
        if index is None:
            shown = ", ".join(repr(name) for name in self.candidates[:NAMES_SHOWN])
            more = ", ..." if len(self.candidates) > NAMES_SHOWN else ""
            raise BadInput(f"unknown candidate {candidate!r}: the race is between {shown}{more}")
        return index

    def _check_fresh(self, index: int, first: int, stop: int) -> None:
        told = first if first < self._bounds[index].n else self._pending[index].overlap(first, stop)
        if told is not None:
            raise BadInput(f"trial {told} of candidate {self.candidates[index]!r} was told already")
