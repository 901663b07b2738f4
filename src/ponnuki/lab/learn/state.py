"""How far a campaign is: the fold over its races. Nothing else is kept anywhere, so nothing can disagree.

Each race of the journal has, beside its settings, what was drawn for it (`Drawn`): the candidates as data, and how many
were turned down before. From these and the trials follow the baseline, the risk of the next race and what may be
drawn for it.

Baselines are kept as settings, and made players on demand: a campaign can be shown also when this version no longer
has a setting that it names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ponnuki.errors import BadInput
from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.modification import Modification, Settings, changed, from_json, to_json
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.subject import Subject, subject_of
from ponnuki.lab.races.fold import StoredRace, stored_columns, stored_race
from ponnuki.players.spec import PlayerSpec
from ponnuki.race import Race, Verdict
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
    before_settings: Settings
    """Settings of the baseline that its candidates met."""
    race: Race
    """The race with everything told that the journal has."""
    verdict: Verdict
    over: bool

    @property
    def accepted(self) -> Modification | None:
        """What it added to the baseline."""
        names = self.stored.names
        return self.drawn.changes[names.index(str(self.verdict.accepted[0]))] if self.verdict.accepted else None

    @property
    def after_settings(self) -> Settings:
        """Settings of the baseline that it leaves."""
        change = self.accepted
        return self.before_settings if change is None else changed(change, self.before_settings)

    @property
    def before(self) -> Subject:
        """The baseline that its candidates met."""
        return subject_of(self.before_settings)

    @property
    def after(self) -> Subject:
        """The baseline that it leaves."""
        return subject_of(self.after_settings)

    def raced(self, verdict: Verdict, settings: CampaignSettings) -> "Iteration":
        """The iteration after more trials of its race."""
        return replace(self, verdict=verdict, over=_is_over(verdict, settings))


@dataclass(frozen=True, slots=True)
class State:
    """A campaign as its journal has it."""

    settings: CampaignSettings
    iterations: Sequence[Iteration]
    campaign: Campaign
    """The division of the risk, after what all finished races have spent."""

    @property
    def baseline_settings(self) -> Settings:
        """Settings of the program with everything that was accepted."""
        return self.iterations[-1].after_settings if self.iterations else self.settings.baseline

    @property
    def baseline(self) -> Subject:
        """The program with everything that was accepted."""
        return subject_of(self.baseline_settings)

    @property
    def game(self) -> str:
        """Which game it plays."""
        return self.settings.game

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
        return {change for one in self.iterations for change in one.drawn.changes} | set(_shapes(self.settings.spec()))

    def went_on(self, store: Store, one: Iteration) -> "State":
        """The campaign when its last race has gone on; what the report wants of it is read from the journal."""
        stored = replace(one.stored, columns=stored_columns(store, one.stored))
        return _state(self.settings, [*self.iterations[:-1], replace(one, stored=stored)])

    def with_race(self, store: Store, run: Run, budget: int | None) -> "State":
        """The campaign with one race more, which the journal has."""
        number = len(self.iterations)
        room = None if budget is None else budget - self.trials
        one = _folded(stored_race(store, run, number, room), self.settings, self.baseline_settings)
        return _state(self.settings, [*self.iterations, one])

    def parents(self) -> list[Shape]:
        """Shapes that were accepted or nearly so, oldest first."""
        return [shape for one in self.iterations for shape in _promising(one)]


def _shapes(spec: Subject) -> tuple[Shape, ...]:
    return spec.all_shapes() if isinstance(spec, PlayerSpec) else ()


def _promising(one: Iteration) -> Iterator[Shape]:
    for name, change in zip(one.stored.names, one.drawn.changes, strict=True):
        standing = one.verdict.bounds[name]
        near = standing.trials >= LEAST_TRIALS and standing.mean >= _threshold(one)
        if isinstance(change, Shape) and (standing.decision == "accepted" or near):
            yield change


def _threshold(one: Iteration) -> float:
    return rate(one.stored.settings["accept_above"], one.stored.settings["prior_variance"])


def read_state(store: Store, run: Run, budget: int | None) -> State:
    """Fold a campaign's journal; `budget` is the number of trials that it is to have in all."""
    state = _state(CampaignSettings.stored(run.settings, run.name), [])
    for _ in store.series(run):
        state = state.with_race(store, run, budget)
    return state


def _state(settings: CampaignSettings, iterations: Sequence[Iteration]) -> State:
    campaign = settings.campaign()
    for one in iterations:
        if one.over:
            campaign.close(one.verdict)
    return State(settings, iterations, campaign)


def _folded(stored: StoredRace, settings: CampaignSettings, before: Settings) -> Iteration:
    race = stored.resumed()
    verdict = race.verdict
    drawn = Drawn.from_json(stored.drawn, settings.game)
    return Iteration(stored, drawn, before, race, verdict, _is_over(verdict, settings))


def _is_over(verdict: Verdict, settings: CampaignSettings) -> bool:
    return verdict.status in ("accepted", "none") or verdict.trials == settings.patience


def campaign_named(store: Store, text: str) -> Run:
    """The campaign of a name or id."""
    run = store.find_run(text)
    if run.kind != KIND:
        raise BadInput(f"run {run.name!r} is a {run.kind}, not a campaign: ponnuki learn makes one")
    return run


def state_of(store: Store, run: Run) -> State:
    """A campaign as its journal has it, as far as it was to go."""
    with understood(store.path):
        return read_state(store, run, store.budget(run))
