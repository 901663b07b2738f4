"""How far a campaign is: the fold over its races. Nothing else is kept anywhere, so nothing can disagree.

Each race of the journal has, beside its settings, what was drawn for it (`Drawn`): the candidates as data, and how many
were turned down before. From these and the trials follow the baseline, the risk of the next race and what may be
drawn for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.learn.modification import Modification, apply, from_json, to_json
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.race_fold import StoredRace, stored_race
from ponnuki.lab.store import Run, Store
from ponnuki.players.spec import PlayerSpec
from ponnuki.race import Verdict
from ponnuki.race.campaign import Campaign
from ponnuki.race.thresholds import rate

KIND = "campaign"
LEAST_TRIALS = 32
"""Trials after which a mean above the accept threshold makes a shape a parent (a guess: two batches)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The candidates of an iteration, how each came about, and how many were turned down, by reason."""

    changes: tuple[Modification, ...]
    ways: tuple[str, ...]
    rejected: Mapping[str, int]

    def to_json(self, game: str) -> dict[str, Any]:
        """As the journal has it."""
        changes = [to_json(change, game) for change in self.changes]
        return {"changes": changes, "ways": list(self.ways), "rejected": dict(self.rejected)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], game: str) -> Self:
        """The inverse of `to_json`."""
        changes = tuple(from_json(change, game) for change in values["changes"])
        return cls(changes, tuple(values["ways"]), dict(values["rejected"]))


@dataclass(frozen=True, slots=True)
class Iteration:
    """One race of a campaign."""

    stored: StoredRace
    drawn: Drawn
    before: PlayerSpec
    """The baseline that its candidates met."""
    verdict: Verdict
    over: bool

    @property
    def accepted(self) -> Modification | None:
        """What it added to the baseline."""
        names = self.stored.names
        return self.drawn.changes[names.index(str(self.verdict.accepted[0]))] if self.verdict.accepted else None

    @property
    def after(self) -> PlayerSpec:
        """The baseline that it leaves."""
        change = self.accepted
        return self.before if change is None else apply(change, self.before)


@dataclass(frozen=True, slots=True)
class State:
    """A campaign as its journal has it."""

    settings: CampaignSettings
    iterations: Sequence[Iteration]
    campaign: Campaign
    """With the risk of all races that are over spent."""

    @property
    def baseline(self) -> PlayerSpec:
        """The program with everything that was accepted."""
        return self.iterations[-1].after if self.iterations else self.settings.spec()

    @property
    def accepted(self) -> list[Iteration]:
        """The iterations that added something."""
        return [one for one in self.iterations if one.accepted is not None]

    @property
    def trials(self) -> int:
        """Counted in all races."""
        return sum(one.verdict.trials for one in self.iterations)

    @property
    def current(self) -> Iteration | None:
        """The race that is not over."""
        return self.iterations[-1] if self.iterations and not self.iterations[-1].over else None

    def tried(self) -> set[Modification]:
        """Everything that was ever drawn, and what the first baseline has."""
        return {change for one in self.iterations for change in one.drawn.changes} | set(
            self.settings.spec().all_shapes()
        )

    def parents(self) -> list[Shape]:
        """Shapes that were accepted or nearly so, oldest first."""
        return [shape for one in self.iterations for shape in _promising(one)]


def _promising(one: Iteration) -> Iterator[Shape]:
    for name, change in zip(one.stored.names, one.drawn.changes, strict=True):
        standing = one.verdict.bounds[name]
        near = standing.trials >= LEAST_TRIALS and standing.mean >= _threshold(one)
        if isinstance(change, Shape) and (standing.decision == "accepted" or near):
            yield change


def _threshold(one: Iteration) -> float:
    return rate(one.stored.settings["accept_above"], one.stored.settings["prior_variance"])


def read_state(store: Store, run: Run, budget: int | None, known: Sequence[Iteration] = ()) -> State:
    """Fold a campaign's journal; `budget` is the number of trials that it is to have in all.

    Iterations that are known to be over are taken as they are: a long campaign is not folded again for each of its
    races.
    """
    settings = CampaignSettings.make(run.settings, run.name)
    baseline, campaign, spent = settings.spec(), settings.campaign(), 0
    iterations: list[Iteration] = []
    for number in range(len(store.races(run))):
        if number < len(known) and known[number].over:
            one = known[number]
        else:
            stored = stored_race(store, run, number, None if budget is None else budget - spent)
            one = _folded(stored, settings, baseline)
        iterations.append(one)
        baseline, spent = one.after, spent + one.verdict.trials
        if one.over:
            campaign.close(one.verdict)
    return State(settings, iterations, campaign)


def _folded(stored: StoredRace, settings: CampaignSettings, before: PlayerSpec) -> Iteration:
    verdict = stored.resumed().verdict
    over = verdict.status in ("accepted", "none") or verdict.trials == settings.patience
    return Iteration(stored, Drawn.from_json(stored.drawn, before.game), before, verdict, over)
