"""Whole campaigns on a program whose modifications have known effects: the risk holds, and what is good is found."""

import os
import signal
from collections import Counter
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
from ponnuki.lab.journal.archive import JOURNAL, TRIALS, pack, unpack
from ponnuki.lab.journal.store import Store
from ponnuki.lab.learn.modification import Setting
from ponnuki.lab.learn.session import LearnSession, Limits
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import Drawn, Iteration, State, read_state
from ponnuki.lab.races.fold import StoredRace
from ponnuki.lab.races.history import history_of
from ponnuki.lab.runs.interruption import Interrupted
from ponnuki.lab.runs.source import TrialSource
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import Trial, TrialResult
from ponnuki.race import Race

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
class Coins(TrialSource):
    chances: Sequence[float]
    seed: int
    race: int

    def seed_of(self, key: tuple[int, int]) -> int:
        return trial_seed("race", self.seed, self.race, *key)

    def trial(self, key: tuple[int, int]) -> Trial:
        return Coin(self.chances[key[0]], self.seed_of(key))

    def label(self, key: tuple[int, int]) -> str:
        return f"coin {key}"

    def samples(self) -> list[Trial]:
        return []


@dataclass
class Simulated:
    """Modifications are numbers; one in five is really better, the others are as good as the threshold, no more."""

    seed: int
    good: float = 0.2
    effects: dict[float, float] = field(default_factory=dict)

    def propose(self, state: State) -> Drawn:
        number, each = len(state.iterations), state.settings.candidates
        random = np.random.default_rng([self.seed, number])
        values = [float(1000 + number * each + i) for i in range(each)]
        self.effects |= {value: GOOD if random.random() < self.good else ACCEPT for value in values}
        return Drawn(tuple(Setting(NAME, value) for value in values), ("settings",) * each, {})

    def source(self, one: Iteration) -> Coins:
        chances = [self.effects[change.value] for change in one.drawn.changes if isinstance(change, Setting)]
        return Coins(chances, self.seed, one.stored.number)


@dataclass
class HereFarm(HeldFarm):
    """Results come back in bunches, last first. It is killed after some trials if so told."""

    dies_after: int | None = None
    ran: int = 0

    capacity = 40

    def play(self) -> Sequence[Outcome]:
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
    proposer = Simulated(seed, good)
    session = LearnSession(f"campaign {seed}", settings_of(seed, **changes), limits, proposer)
    state, _ = session.run(store, lambda: farm or HereFarm())
    return state, proposer


def keep(store: Store, name: str, folder: Path) -> None:
    run = store.find_run(name)
    pack(store, run, history_of(store, run).races, folder)


def effects_of(state: State, proposer: Simulated) -> list[float]:
    return [proposer.effects[one.accepted.value] for one in state.accepted if isinstance(one.accepted, Setting)]


def test_hundreds_of_campaigns_keep_their_risk_and_find_what_is_good(tmp_path: Path) -> None:
    campaigns, false, accepted, planted = 200, 0, 0, 0
    with Store(tmp_path / "s.sqlite", write=True) as store:
        for seed in range(campaigns):
            state, proposer = learn(store, seed, Limits(iterations=3))
            effects = effects_of(state, proposer)
            false += ACCEPT in effects
            accepted += effects.count(GOOD)
            planted += sum(
                any(
                    proposer.effects[change.value] == GOOD
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
        keep(store, "campaign 8", tmp_path)
        expected = (tmp_path / TRIALS).read_bytes()
    proposer = Simulated(8)
    lives = 0
    while lives < 40:
        lives += 1
        with Store(tmp_path / "killed.sqlite", write=True) as store:
            session = LearnSession("campaign 8", settings_of(8), limits, proposer)
            try:
                state, _ = session.run(store, lambda: HereFarm(dies_after=60))
            except KeyboardInterrupt:
                continue
            keep(store, "campaign 8", tmp_path)
            break
    assert lives > 3
    assert state.baseline == whole.baseline
    assert (tmp_path / TRIALS).read_bytes() == expected


def test_a_budget_cuts_a_race_short_and_a_larger_one_goes_on_with_it(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        whole, _ = learn(store, 3, Limits(iterations=3))
    with Store(tmp_path / "t.sqlite", write=True) as store:
        proposer, played, cut_short = Simulated(3), [], []
        for trials in (10, 50, 51, 10_000):
            session = LearnSession("c", settings_of(3), Limits(trials=trials, iterations=3), proposer)
            state, why = session.run(store, HereFarm)
            played.append(state.trials)
            cut_short.append("budget" in why)
    assert played == [10, 50, 51, whole.trials]
    assert cut_short == [True, True, True, False]
    assert state.baseline == whole.baseline


def test_a_session_folds_each_race_of_the_journal_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        learn(store, 3, Limits(trials=50, iterations=3))
        fold, folded = StoredRace.resumed, Counter[int]()

        def counted(stored: StoredRace) -> Race:
            folded[stored.number] += 1
            return fold(stored)

        monkeypatch.setattr(StoredRace, "resumed", counted)
        proposer = Simulated(3)
        proposer.effects = dict.fromkeys((float(1000 + i) for i in range(30)), GOOD)
        session = LearnSession("campaign 3", settings_of(3), Limits(trials=10_000, iterations=3), proposer)
        state, _ = session.run(store, HereFarm)
    assert folded == dict.fromkeys(range(len(state.iterations)), 1)
    assert len(state.iterations) == 3


class StoppedFarm(HereFarm):
    """Somebody asks us to stop while a race ends."""

    def play(self) -> Sequence[Outcome]:
        if not self.ran:
            os.kill(os.getpid(), signal.SIGINT)
        return super().play()


def test_an_interruption_while_a_race_ends_is_not_lost(tmp_path: Path) -> None:
    session = LearnSession("c", settings_of(1, patience=10), Limits(iterations=50), Simulated(1))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        with pytest.raises(Interrupted):
            session.run(store, StoppedFarm)
        assert len(store.series(store.find_run("c"))) == 1


class Swallowing(Simulated):
    """Somebody asks us to stop while candidates are drawn, where an exception would get lost."""

    def propose(self, state: State) -> Drawn:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        return super().propose(state)


def test_an_interruption_while_candidates_are_drawn_is_not_lost(tmp_path: Path) -> None:
    handler = signal.getsignal(signal.SIGINT)
    session = LearnSession("c", settings_of(1), Limits(iterations=50), Swallowing(1))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        with pytest.raises(Interrupted):
            session.run(store, HereFarm)
        run = store.find_run("c")
        assert len(store.series(run)) == 1
        assert read_state(store, run, None).trials == 0
    assert signal.getsignal(signal.SIGINT) is handler


def test_patience_ends_an_iteration_and_the_next_one_begins(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        state, _ = learn(store, 1, Limits(iterations=3), good=0.0, patience=20)
    assert [one.verdict.status for one in state.iterations] == ["undecided"] * 3
    assert [one.verdict.trials for one in state.iterations] == [20] * 3
    assert not state.accepted


def test_a_campaign_goes_through_files_into_another_store_and_on(tmp_path: Path) -> None:
    proposer, folder = Simulated(5), tmp_path / "kept"
    folder.mkdir()
    with Store(tmp_path / "s.sqlite", write=True) as store:
        LearnSession("c", settings_of(5), Limits(iterations=2), proposer).run(store, HereFarm)
        keep(store, "c", folder)
        whole, _ = LearnSession("c", settings_of(5), Limits(iterations=4), proposer).run(store, HereFarm)
    with Store(tmp_path / "t.sqlite", write=True) as store:
        unpack(store, folder)
        state, _ = LearnSession("c", settings_of(5), Limits(iterations=4), proposer).run(store, HereFarm)
        with pytest.raises(BadInput, match="already"):
            unpack(store, folder)
    assert state.baseline == whole.baseline
    assert state.trials == whole.trials


def test_files_that_do_not_fit_together_leave_nothing_behind(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        learn(store, 5, Limits(iterations=2))
        keep(store, "campaign 5", tmp_path)
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
