"""One session of a campaign: draw, race, keep what is accepted, and again, until a limit is reached.

    State -> propose -> journal -> Driver -> State ...

Candidates are written to the journal before their first game, so a campaign that was killed goes on with the same ones,
whatever became of the code that drew them.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Protocol

from ponnuki.farm.base import Farm
from ponnuki.knowledge.shapes import STONE, Shape
from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store, largest_budget
from ponnuki.lab.learn.modification import apply, changed, describe
from ponnuki.lab.learn.proposals import look_at, propose
from ponnuki.lab.learn.seen_moves import SeenMoves
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import KIND, Drawn, Iteration, State, read_state
from ponnuki.lab.learn.subject import DifferenceContest, Judged, player_of
from ponnuki.lab.races.contests import Contest, PairContest
from ponnuki.lab.races.fold import DRAWN, check_decisions
from ponnuki.lab.races.session import RaceProgress
from ponnuki.lab.races.supply import RaceSupply
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.interruption import StopFlag, stop_flag
from ponnuki.lab.runs.opening import opened_run
from ponnuki.lab.runs.source import TrialSource
from ponnuki.match.openings import find_openings
from ponnuki.match.trial import Trial
from ponnuki.players.spec import AnySpec


@dataclass(frozen=True, slots=True)
class Limits:
    """When a session ends; None never. The same campaign with larger limits goes on."""

    trials: int | None = None
    """Most trials of the whole campaign. A race that this cuts short goes on when the limit is raised."""
    iterations: int | None = None
    accepted: int | None = None
    seconds: float | None = None
    """Seconds of this session, by the clock."""

    def reached(self, state: State) -> str | None:
        """Which of them a campaign has reached between two races."""
        if self.trials is not None and state.trials >= self.trials:
            return "the games of its budget are played"
        if self.iterations is not None and sum(one.over for one in state.iterations) >= self.iterations:
            return "its iterations are over"
        if self.accepted is not None and len(state.accepted) >= self.accepted:
            return "it has accepted what was wanted"
        return None


class Proposer(Protocol):
    """Where candidates come from and how they are tried."""

    def propose(self, state: State) -> Drawn:
        """The candidates of the next iteration."""

    def source(self, one: Iteration) -> TrialSource:
        """Their trials."""


class GameProposer:
    """Modifications of a program, tried in games against it."""

    def __init__(self, settings: CampaignSettings, on_look: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._conditions = settings.conditions()
        self._openings = find_openings(settings.openings, self._conditions)
        self._on_look = on_look
        self._seen: tuple[int, SeenMoves | None] | None = None

    def propose(self, state: State) -> Drawn:
        """Look at games of the baseline, once for each, and draw; the games end when we are asked to stop."""
        if self._seen is None or self._seen[0] != len(state.accepted):
            if self._settings.kind != "settings":
                self._on_look()
            with stop_flag() as stop:
                self._seen = len(state.accepted), look_at(state, stop.check)
        return propose(state, self._seen[1])

    def source(self, one: Iteration) -> TrialSource:
        """Pairs of games against the baseline of the iteration."""
        before = player_of(one.before)
        candidates = [apply(change, before) for change in one.drawn.changes]
        names, number = tuple(one.stored.names), one.stored.number
        return PairContest(names, self._settings.seed, number, before, candidates, self._conditions, self._openings)

    def samples(self) -> list[Trial]:
        """A trial whose kernels all others use: a shape more or less needs no other code."""
        spec = player_of(self._settings.spec())
        other = spec if self._settings.kind == "settings" else apply(_any_shape(spec), spec)
        return PairContest(("sample",), 0, 0, spec, [other], self._conditions, self._openings).samples()


class FunctionProposer:
    """Arguments of a function, each compared with those of the baseline."""

    def __init__(self, settings: CampaignSettings, folder: str) -> None:
        self._settings = settings
        self._folder = folder

    def propose(self, state: State) -> Drawn:
        """What the proposer of parameters asks for."""
        return propose(state, None)

    def source(self, one: Iteration) -> TrialSource:
        """Calls for each candidate and for the baseline of the iteration."""
        before = one.before
        assert isinstance(before, Judged)
        candidates = [Judged.make(changed(change, before.settings()), "candidate") for change in one.drawn.changes]
        return self._contest(tuple(one.stored.names), one.stored.number, before, candidates)

    def samples(self) -> list[Trial]:
        """The first baseline against itself."""
        first = self._settings.spec()
        assert isinstance(first, Judged)
        return self._contest(("sample",), 0, first, [first]).samples()

    def _contest(self, names: tuple[str, ...], number: int, before: Judged, candidates: list[Judged]) -> Contest:
        return DifferenceContest(names, self._settings.seed, number, before, candidates, self._folder)


def proposer_of(
    settings: CampaignSettings, beside: Path | None = None, on_look: Callable[[], None] = lambda: None
) -> "GameProposer | FunctionProposer":
    """The proposer of a campaign, of a program or of a function; the function is looked for in the folder `beside`."""
    if isinstance(settings.spec(), Judged):
        return FunctionProposer(settings, str((beside or Path()).absolute()))
    return GameProposer(settings, on_look)


def _any_shape(spec: AnySpec) -> Shape:
    return Shape(frozenset({(spec.kit.surroundings.offsets[0], STONE)}), 1.0)


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """How a campaign stands while it is being worked on."""

    state: State
    race: RaceProgress | None
    """None between two races."""


Watcher = Callable[[CampaignProgress], None]


@dataclass(frozen=True, slots=True)
class LearnSession:
    """A campaign about to be worked on."""

    name: str
    settings: CampaignSettings
    limits: Limits
    proposer: Proposer

    def run(self, store: Store, make_farm: Callable[[], Farm], watch: Watcher = lambda _: None) -> tuple[State, str]:
        """Go on until a limit is reached: how it stands then, and which limit it was. What the campaign was given to
        play before is never taken back."""
        deadline = inf if self.limits.seconds is None else time.monotonic() + self.limits.seconds
        with opened_run(store, self.name, KIND, self.settings.identity()) as run:
            with understood(store.path):
                budget = largest_budget([*(session.budget for session in store.sessions(run)), self.limits.trials])
                state = read_state(store, run, budget)
                for one in state.iterations:
                    check_decisions(store, one.stored, one.verdict)
            limits = replace(self.limits, trials=budget)
            why = limits.reached(state)
            if why is not None:
                return state, why
            self._check(state)
            store.begin_session(run, budget)
            with Driver(store, make_farm()) as driver, stop_flag() as stop:
                return _Learning(store, run, self.proposer, limits, deadline, driver, stop, watch).learn(state)

    def _check(self, state: State) -> None:
        """Find out whether this version can still play what the journal has, before workers are started for it."""
        if state.current is not None:
            self.proposer.source(state.current)
        else:
            state.baseline  # noqa: B018 - it is made, or told why it cannot be


@dataclass(frozen=True, slots=True)
class _Learning:
    """A session that has begun."""

    store: Store
    run: Run
    proposer: Proposer
    limits: Limits
    """The limits of this session, with the budget of the whole campaign."""
    deadline: float
    driver: Driver
    stop: StopFlag
    watch: Watcher

    def learn(self, state: State) -> tuple[State, str]:
        """Race after race until a limit is reached."""
        while (why := self.limits.reached(state)) is None:
            if state.current is None:
                self._open(state)
                state = state.with_race(self.store, self.run, self.limits.trials)
            self.watch(CampaignProgress(state, None))
            self.stop.check()
            state = self._race(state)
            if time.monotonic() >= self.deadline:
                return state, "its time is over"
        return state, why

    def _open(self, state: State) -> None:
        """Draw the next iteration and write it down."""
        drawn, game = self.proposer.propose(state), state.game
        names = [describe(change, game) for change in drawn.changes]
        settings = state.settings.next_race(state.campaign, names)
        self.store.open_series(self.run, len(state.iterations), settings | {DRAWN: drawn.to_json(game)})

    def _race(self, state: State) -> State:
        """Play the current race to its end, or until time is over."""
        one = state.current
        assert one is not None
        supply = RaceSupply(self.store, one.stored, one.race)
        source = self.proposer.source(one)
        source.check()
        self.driver.play(
            one.stored.id,
            source,
            supply,
            lambda progress: self.watch(CampaignProgress(state, RaceProgress(supply.verdict, progress))),
            self.deadline,
        )
        if not supply.is_over:  # time is over: what has arrived counts
            self.driver.close()
        return state.went_on(self.store, one.raced(supply.verdict, state.settings))
