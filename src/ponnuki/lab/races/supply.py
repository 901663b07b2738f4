"""The trials that a race asks for, in the order in which it asks; what they decide is written down."""

from collections import deque
from collections.abc import Sequence

from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.fold import StoredRace, check_decisions
from ponnuki.lab.runs.source import Key
from ponnuki.race import Race
from ponnuki.race.journal import Entry


class RaceSupply:
    """A race that goes on from where its journal ends; `race` has been told everything that the journal has."""

    def __init__(self, store: Store, stored: StoredRace, race: Race) -> None:
        self._store, self._id, self._race = store, stored.id, race
        self._names = stored.names
        self._index = {name: i for i, name in enumerate(self._names)}
        self.verdict = race.verdict
        check_decisions(store, stored, self.verdict)
        self._decided = {i for i, name in enumerate(self._names) if self.verdict.bounds[name].decision}
        self._asked: deque[Key] = deque()

    @property
    def is_over(self) -> bool:
        """Whether the race is."""
        return self.verdict.status != "running"

    def next_key(self, ahead: int) -> Key | None:
        """The next trial that is wanted and not of a candidate that has been decided meanwhile."""
        while True:
            while self._asked:
                key = self._asked.popleft()
                if key[0] not in self._decided:
                    return key
            ask = self._race.ask(ahead=ahead)
            if ask is None or not ask.count:
                return None
            candidate = self._index[str(ask.candidate)]
            self._asked.extend((candidate, ask.first_trial + i) for i in range(ask.count))

    def tell(self, rows: Sequence[TrialRow]) -> None:
        """Tell the race, and write what that has decided."""
        if rows:
            self._race.replay(self._entry(row) for row in sorted(rows))
            self.verdict = self._race.verdict
            self._note_decisions()

    def _entry(self, row: TrialRow) -> Entry:
        candidate, trial = row.key
        if row.reward is None:
            return self._names[candidate], trial, [0.0], [trial]
        return self._names[candidate], trial, row.reward

    def _note_decisions(self) -> None:
        standings = self.verdict.bounds
        news = [
            (i, standings[name].decision or "", standings[name].trials)
            for i, name in enumerate(self._names)
            if i not in self._decided and standings[name].decision
        ]
        if news:
            self._decided.update(i for i, _, _ in news)
            self._store.write_decisions(self._id, news)
