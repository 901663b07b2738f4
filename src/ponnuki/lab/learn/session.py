"""One session of a campaign: draw, race, keep what is accepted, and again, until a limit is reached.

    read_state -> draw -> journal -> RaceRun -> read_state ...

Candidates are written to the journal before their first game, so a campaign that was killed goes on with the same ones,
whatever became of the code that drew them.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.base import Farm, FarmError
from ponnuki.farm.part import FarmPart
from ponnuki.knowledge.shapes import STONE, Shape
from ponnuki.lab.contests import Contest, PairContest
from ponnuki.lab.learn.draw import draw, look_at
from ponnuki.lab.learn.modification import apply, describe
from ponnuki.lab.learn.seen_moves import SeenMoves
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import KIND, Drawn, Iteration, State, read_state
from ponnuki.lab.race_fold import DRAWN, check_decisions
from ponnuki.lab.race_history import budget_of
from ponnuki.lab.race_run import Interrupted, Progress, RaceRun, stop_flag
from ponnuki.lab.store import Run, Store
from ponnuki.match.openings import find_openings
from ponnuki.match.trial import Trial
from ponnuki.players.shape_spec import NEIGHBOURHOODS


@dataclass(frozen=True, slots=True)
class Limits:
    """When a session ends; None never. The same campaign with larger limits goes on."""

    trials: int | None = None
    """Of the whole campaign; a race that it cuts short goes on when it grows."""
    iterations: int | None = None
    accepted: int | None = None
    seconds: float | None = None
    """Of this session, by the clock."""

    def reached(self, state: State) -> str | None:
        """Which of them a campaign has reached between two races."""
        if self.trials is not None and state.trials >= self.trials:
            return "the games of its budget are played"
        if self.iterations is not None and sum(one.over for one in state.iterations) >= self.iterations:
            return "its iterations are over"
        if self.accepted is not None and len(state.accepted) >= self.accepted:
            return "it has accepted what was wanted"
        return None


class Workshop(Protocol):
    """Where candidates come from and how they are tried."""

    def draw(self, state: State) -> Drawn:
        """The candidates of the next iteration."""

    def contest(self, one: Iteration) -> Contest:
        """Their trials."""


class GameWorkshop:
    """Modifications of a program, tried in games against it."""

    def __init__(self, settings: CampaignSettings, on_look: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._conditions = settings.conditions()
        self._openings = find_openings(settings.openings, self._conditions)
        self._on_look = on_look
        self._seen: tuple[int, SeenMoves | None] | None = None

    def draw(self, state: State) -> Drawn:
        """Look at games of the baseline, once for each, and draw."""
        if self._seen is None or self._seen[0] != len(state.accepted):
            if self._settings.kind != "settings":
                self._on_look()
            self._seen = len(state.accepted), look_at(state)
        return draw(state, self._seen[1])

    def contest(self, one: Iteration) -> Contest:
        """Pairs of games against the baseline of the iteration."""
        candidates = [apply(change, one.before) for change in one.drawn.changes]
        names, number = tuple(one.stored.names), one.stored.number
        return PairContest(names, self._settings.seed, number, one.before, candidates, self._conditions, self._openings)

    def samples(self) -> list[Trial]:
        """A trial whose kernels all others use: a shape more or less needs no other code."""
        spec = self._settings.spec()
        anything = Shape(frozenset({(NEIGHBOURHOODS[spec.game].offsets[0], STONE)}), 1.0)
        changed = spec if self._settings.kind == "settings" else apply(anything, spec)
        return PairContest(("sample",), 0, 0, spec, [changed], self._conditions, self._openings).samples()


@dataclass(frozen=True, slots=True)
class Campaigning:
    """How a campaign stands while it is being worked on."""

    state: State
    race: Progress | None
    """None between two races."""


Watcher = Callable[[Campaigning], None]


@dataclass(frozen=True, slots=True)
class LearnSession:
    """A campaign about to be worked on."""

    name: str
    settings: CampaignSettings
    limits: Limits
    workshop: Workshop

    def run(self, store: Store, make_farm: Callable[[], Farm], watch: Watcher = lambda _: None) -> tuple[State, str]:
        """Go on until a limit is reached: how it stands then, and which limit it was."""
        run = store.run_named(self.name)
        is_new = run is None
        if run is None:
            run = store.add_run(self.name, KIND, self.settings.identity())
        budget = self._budget(store, run)
        try:
            return self._learn(store, run, budget, make_farm, watch)
        except Interrupted:
            raise
        except PonnukiError as error:
            if is_new and not isinstance(error, FarmError):
                store.discard(run)
            raise

    def _budget(self, store: Store, run: Run) -> int | None:
        """Trials of the whole campaign: never fewer than it was given before."""
        if run.kind != KIND:
            raise BadInput(
                f"{store.path} has a {run.kind} named {run.name!r} already: give this campaign another --name"
            )
        wanted = self.settings.identity()
        changed = [key for key in wanted if wanted[key] != run.settings.get(key)]
        if changed:
            raise BadInput(
                f"run {run.name!r} in {store.path} was started with another {', '.join(changed)}: give this campaign "
                "another --name, or name another --store"
            )
        extents = [extent for _, extent, _ in store.sessions(run)]
        return budget_of([*extents, self.limits.trials])

    def _learn(
        self, store: Store, run: Run, budget: int | None, make_farm: Callable[[], Farm], watch: Watcher
    ) -> tuple[State, str]:
        limits = replace(self.limits, trials=budget)
        deadline = inf if limits.seconds is None else time.monotonic() + limits.seconds
        state = read_state(store, run, budget)
        for one in state.iterations:
            check_decisions(store, one.stored, one.verdict)
        with ExitStack() as then:
            stop = then.enter_context(stop_flag())
            farm: Farm | None = None
            while (why := limits.reached(state)) is None:
                if farm is None:
                    store.begin_session(run, budget)
                    farm = then.enter_context(make_farm())
                if state.current is None:
                    self._open(store, run, state)
                    state = read_state(store, run, budget, state.iterations)
                watch(Campaigning(state, None))
                if stop.is_set():
                    raise Interrupted("interrupted")
                self._race(store, state, farm, watch, deadline)
                state = read_state(store, run, budget, state.iterations)
                if time.monotonic() >= deadline:
                    return state, "its time is over"
        return state, why

    def _open(self, store: Store, run: Run, state: State) -> None:
        """Draw the next iteration and write it down."""
        drawn, game = self.workshop.draw(state), self.settings.spec().game
        names = [describe(change, game) for change in drawn.changes]
        settings = self.settings.next_race(state.campaign, names)
        store.open_race(run, len(state.iterations), settings | {DRAWN: drawn.to_json(game)})

    def _race(self, store: Store, state: State, farm: Farm, watch: Watcher, deadline: float) -> None:
        """Play the current race to its end, or until time is over."""
        one = state.current
        assert one is not None
        race = RaceRun(store, one.stored, self.workshop.contest(one), FarmPart(farm, one.stored.number))
        try:
            race.drive(lambda progress: watch(Campaigning(state, progress)), deadline)
        finally:
            race.finish()
