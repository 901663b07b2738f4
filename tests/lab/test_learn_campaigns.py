"""Whole campaigns on a program whose modifications have known effects: the risk holds, and what is good is found."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from held_farm import HeldFarm
from race_samples import uniform
from scipy.stats import binom

from ponnuki.errors import BadInput
from ponnuki.farm.base import Farm, Outcome, run_trial
from ponnuki.farm.part import FarmPart
from ponnuki.lab.archive import JOURNAL, TRIALS, pack, unpack
from ponnuki.lab.learn.modification import Setting
from ponnuki.lab.learn.session import LearnSession, Limits
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import Drawn, Iteration, State, read_state
from ponnuki.lab.race_run import Interrupted
from ponnuki.lab.store import Store
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import Trial, TrialResult

NAME = "search.rave_equivalence"
RISK, ACCEPT, DROP = 0.2, 0.5, 0.7
GOOD = 0.8


@dataclass(frozen=True)
class Coin:
    """A trial that is won with a known probability."""

    chance: float
    seed: int
    reproducible: bool = True

    def run(self) -> TrialResult:
        return TrialResult(float(uniform(self.seed) < self.chance))


@dataclass(frozen=True)
class Coins:
    names: Sequence[str]
    chances: Sequence[float]
    seed: int
    race: int

    def seed_of(self, candidate: int, trial: int) -> int:
        return trial_seed("race", self.seed, self.race, candidate, trial)

    def trial(self, candidate: int, seed: int) -> Trial:
        return Coin(self.chances[candidate], seed)


@dataclass
class Simulated:
    """Modifications are numbers; one in five is really better, the others are as good as the threshold, no more."""

    seed: int
    good: float = 0.2
    effects: dict[float, float] = field(default_factory=dict)

    def draw(self, state: State) -> Drawn:
        number, each = len(state.iterations), state.settings.candidates
        random = np.random.default_rng([self.seed, number])
        values = [float(1000 + number * each + i) for i in range(each)]
        self.effects |= {value: GOOD if random.random() < self.good else ACCEPT for value in values}
        return Drawn(tuple(Setting(NAME, value) for value in values), ("settings",) * each, {})

    def contest(self, one: Iteration) -> Coins:
        chances = [self.effects[change.value] for change in one.drawn.changes if isinstance(change, Setting)]
        return Coins(one.stored.names, chances, self.seed, one.stored.number)


@dataclass
class HereFarm(HeldFarm):
    """Results come back in bunches, last first. It is killed after some trials if so told."""

    dies_after: int | None = None
    ran: int = 0

    capacity = 40

    def wait(self, timeout: float) -> Sequence[Outcome]:
        held, self.held = self.held, []
        self.ran += len(held)
        if self.dies_after is not None and self.ran > self.dies_after:
            raise KeyboardInterrupt
        return [run_trial(key, trial) for key, trial in reversed(held)]


def settings_of(seed: int, **changes: object) -> CampaignSettings:
    values = {
        "kind": "settings",
        "candidates": 3,
        "risk": RISK,
        "accept_above": ACCEPT,
        "drop_below": DROP,
        "seed": seed,
    }
    return CampaignSettings.make({**values, **changes}, "test")


def learn(
    store: Store, seed: int, limits: Limits, good: float = 0.2, farm: Farm | None = None, **changes: object
) -> tuple[State, Simulated]:
    workshop = Simulated(seed, good)
    session = LearnSession(f"campaign {seed}", settings_of(seed, **changes), limits, workshop)
    state, _ = session.run(store, lambda: farm or HereFarm())
    return state, workshop


def effects_of(state: State, workshop: Simulated) -> list[float]:
    return [workshop.effects[one.accepted.value] for one in state.accepted if isinstance(one.accepted, Setting)]


def test_hundreds_of_campaigns_keep_their_risk_and_find_what_is_good(tmp_path: Path) -> None:
    campaigns, false, accepted, planted = 300, 0, 0, 0
    with Store(tmp_path / "s.sqlite", write=True) as store:
        for seed in range(campaigns):
            state, workshop = learn(store, seed, Limits(iterations=3))
            effects = effects_of(state, workshop)
            false += ACCEPT in effects
            accepted += effects.count(GOOD)
            planted += sum(
                any(
                    workshop.effects[change.value] == GOOD
                    for change in one.drawn.changes
                    if isinstance(change, Setting)
                )
                for one in state.iterations
            )
    assert false <= binom.ppf(0.999, campaigns, RISK)
    assert accepted > 0.8 * planted
    assert planted > campaigns


def test_a_campaign_that_is_killed_again_and_again_learns_the_same(tmp_path: Path) -> None:
    limits = Limits(iterations=5)
    with Store(tmp_path / "whole.sqlite", write=True) as store:
        whole, _ = learn(store, 8, limits)
        pack(store, store.find_run("campaign 8"), tmp_path)
        expected = (tmp_path / TRIALS).read_bytes()
    workshop = Simulated(8)
    lives = 0
    while lives < 40:
        lives += 1
        with Store(tmp_path / "killed.sqlite", write=True) as store:
            session = LearnSession("campaign 8", settings_of(8), limits, workshop)
            try:
                state, _ = session.run(store, lambda: HereFarm(dies_after=60))
            except KeyboardInterrupt:
                continue
            pack(store, store.find_run("campaign 8"), tmp_path)
            break
    assert lives > 3
    assert state.baseline == whole.baseline
    assert (tmp_path / TRIALS).read_bytes() == expected


def test_a_budget_cuts_a_race_short_and_a_larger_one_goes_on_with_it(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        whole, _ = learn(store, 3, Limits(iterations=3))
    with Store(tmp_path / "t.sqlite", write=True) as store:
        workshop = Simulated(3)
        for trials in (10, 50, 51, 10_000):
            session = LearnSession("c", settings_of(3), Limits(trials=trials, iterations=3), workshop)
            state, why = session.run(store, HereFarm)
            assert state.trials <= trials
            assert "budget" in why or trials == 10_000
    assert state.trials == whole.trials
    assert state.baseline == whole.baseline


class StoppedFarm(HereFarm):
    """Somebody asks us to stop while a race ends."""

    def wait(self, timeout: float) -> Sequence[Outcome]:
        if not self.ran:
            os.kill(os.getpid(), signal.SIGINT)
        return super().wait(timeout)


def test_an_interruption_while_a_race_ends_is_not_lost(tmp_path: Path) -> None:
    session = LearnSession("c", settings_of(1, patience=10), Limits(iterations=50), Simulated(1))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        with pytest.raises(Interrupted):
            session.run(store, StoppedFarm)
        assert len(store.races(store.find_run("c"))) == 1


class Swallowing(Simulated):
    """Somebody asks us to stop while candidates are drawn, where an exception would get lost."""

    def draw(self, state: State) -> Drawn:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        return super().draw(state)


def test_an_interruption_while_candidates_are_drawn_is_not_lost(tmp_path: Path) -> None:
    handler = signal.getsignal(signal.SIGINT)
    session = LearnSession("c", settings_of(1), Limits(iterations=50), Swallowing(1))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        with pytest.raises(Interrupted):
            session.run(store, HereFarm)
        run = store.find_run("c")
        assert len(store.races(run)) == 1
        assert read_state(store, run, None).trials == 0
    assert signal.getsignal(signal.SIGINT) is handler


def test_patience_ends_an_iteration_and_the_next_one_begins(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        state, _ = learn(store, 1, Limits(iterations=3), good=0.0, patience=20)
    assert [one.verdict.status for one in state.iterations] == ["undecided"] * 3
    assert [one.verdict.trials for one in state.iterations] == [20] * 3
    assert not state.accepted


def test_a_campaign_goes_through_files_into_another_store_and_on(tmp_path: Path) -> None:
    workshop, folder = Simulated(5), tmp_path / "kept"
    folder.mkdir()
    with Store(tmp_path / "s.sqlite", write=True) as store:
        LearnSession("c", settings_of(5), Limits(iterations=2), workshop).run(store, HereFarm)
        pack(store, store.find_run("c"), folder)
        whole, _ = LearnSession("c", settings_of(5), Limits(iterations=4), workshop).run(store, HereFarm)
    with Store(tmp_path / "t.sqlite", write=True) as store:
        unpack(store, folder)
        state, _ = LearnSession("c", settings_of(5), Limits(iterations=4), workshop).run(store, HereFarm)
        with pytest.raises(BadInput, match="already"):
            unpack(store, folder)
    assert state.baseline == whole.baseline
    assert state.trials == whole.trials


def test_files_that_do_not_fit_together_leave_nothing_behind(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        learn(store, 5, Limits(iterations=2))
        pack(store, store.find_run("campaign 5"), tmp_path)
    lines = (tmp_path / TRIALS).read_text().splitlines(keepends=True)
    for damage in (lines[:1] + lines[2:], ["x\n", *lines], [*lines, "9,nobody,1,2,0.5\n"], [*lines, "0\n"]):
        (tmp_path / TRIALS).write_text("".join(damage))
        with Store(tmp_path / "t.sqlite", write=True) as store:
            with pytest.raises(BadInput, match=TRIALS):
                unpack(store, tmp_path)
            assert store.runs() == []
    for text in ("", "[]", "{}"):
        (tmp_path / JOURNAL).write_text(text)
        with Store(tmp_path / "t.sqlite", write=True) as store, pytest.raises(BadInput, match=JOURNAL):
            unpack(store, tmp_path)


def test_other_settings_under_the_same_name_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        LearnSession("c", settings_of(1), Limits(iterations=1), Simulated(1)).run(store, HereFarm)
        with pytest.raises(BadInput, match="another candidates"):
            LearnSession("c", settings_of(1, candidates=2), Limits(iterations=1), Simulated(1)).run(store, HereFarm)
        store.add_run("r", "race", {})
        with pytest.raises(BadInput, match="has a race named 'r'"):
            LearnSession("r", settings_of(1), Limits(iterations=1), Simulated(1)).run(store, HereFarm)


def test_part_of_a_farm_gives_back_its_own_trials_only() -> None:
    farm = HereFarm()
    first, second = FarmPart(farm, 1), FarmPart(farm, 2)
    first.submit((0, 7), Coin(1.0, 1))
    second.submit((0, 7), Coin(0.0, 1))
    assert [(one.key, one.result.reward) for one in second.wait(0)] == [((0, 7), 0.0)]  # type: ignore[union-attr]
    assert first.in_flight == 1
    assert second.in_flight == 0
    assert first.close() == []
    assert first.in_flight == 0
