"""A fixed number of trials on a real farm: nothing twice, nothing lost, and what may be played again is."""

import os
import signal
from dataclasses import dataclass

import pytest

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.local import LocalFarm
from ponnuki.lab.journal.store import Store
from ponnuki.lab.matches.schedule import match_schedule
from ponnuki.lab.matches.session import play
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.interruption import Interrupted
from ponnuki.lab.runs.source import TrialSource
from ponnuki.lab.runs.supply import ListSupply
from ponnuki.match.command import CommandTrial
from ponnuki.players.spec import PlayerSpec


@dataclass
class Commands(TrialSource):
    text: str
    count: int
    reproducible: bool = True

    def all_keys(self):
        return [(0, number) for number in range(self.count)]

    def label(self, key):
        return f"trial {key[1]}"

    def samples(self):
        return []

    def seed_of(self, key):
        return 2**64 - 1 - key[1]

    def trial(self, key):
        return CommandTrial(self.text, str(key[1]), self.seed_of(key), reproducible=self.reproducible)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "store.sqlite", write=True) as opened:
        yield opened


def open_series(store):
    run = store.add_run("test", "match", {})
    store.begin_session(run, None)
    return store.open_series(run, 0, {"candidates": ["x"]})


def drive(store, series, commands, farm, watch=lambda progress: None):
    with Driver(store, farm) as driver:
        driver.play(series, commands, ListSupply(commands.all_keys(), store.keys(series)), watch)


def rewards(store, series):
    return {trial: reward for _, trial, _, reward in store.rewards(series)}


def test_trials_that_are_written_are_not_played_again(store, tmp_path):
    series, note = open_series(store), tmp_path / "note"
    text = f"echo {{candidate}} >> {note}; echo 0.5"
    for count in (3, 5, 5):
        drive(store, series, Commands(text, count), LocalFarm(1))
    assert rewards(store, series) == dict.fromkeys(range(5), 0.5)
    assert sorted(note.read_text().split()) == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(("reproducible", "reward"), [(True, 1.0), (False, None)])
def test_a_trial_whose_worker_dies_is_played_again_only_if_that_is_honest(store, tmp_path, reproducible, reward):
    series, note, farm = open_series(store), tmp_path / "begun", LocalFarm(1)
    text = f"test {{candidate}} != 1 || test -e {note} || (touch {note}; sleep 100); echo 1"

    def kill_when_begun(progress):
        if 0 in rewards(store, series) and not killed:
            while not note.exists():
                pass
            killed.append(os.kill(farm.process_ids[0], signal.SIGKILL))

    killed = []
    drive(store, series, Commands(text, 3, reproducible), farm, kill_when_begun)
    assert rewards(store, series) == {0: 1.0, 1: reward, 2: 1.0}


def test_a_trial_that_was_begun_and_may_not_begin_again_is_void(store):
    series = open_series(store)
    store.write(series, [], begun=[(0, 1)])
    drive(store, series, Commands("echo 1", 2, reproducible=False), LocalFarm(1))
    assert rewards(store, series) == {0: 1.0, 1: None}


def test_what_had_begun_is_remembered_when_a_later_start_goes_wrong(store):
    def no_farm():
        raise BadInput("nobody is there")

    match = match_schedule(("a", PlayerSpec(time=0.1)), ("b", PlayerSpec(time=0.2)), 4, "none", 0, {})
    with pytest.raises(BadInput):
        play(store, "fresh", match, no_farm)
    assert store.run_named("fresh") is None  # a mistake at the first start leaves nothing behind
    run = store.add_run("begun", "match", match.settings())
    series = store.open_series(run, 0, {"candidates": ["a vs b"]})
    store.write(series, [], begun=[(0, 1)])
    with pytest.raises(BadInput):
        play(store, "begun", match, no_farm)
    assert list(store.unfinished(series)) == [(0, 1)]


def test_an_evaluator_that_fails_stops_the_run_and_what_was_written_stays(store):
    series = open_series(store)
    with pytest.raises(PonnukiError, match=r"trial 1: .* ended with code 5"):
        drive(store, series, Commands("test {candidate} = 0 || exit 5; echo 1", 2), LocalFarm(1))
    assert rewards(store, series) == {0: 1.0}


def test_an_interruption_before_a_trial_has_begun_costs_nothing(store):
    class Interrupting(Commands):
        def trial(self, key):
            os.kill(os.getpid(), signal.SIGINT if key == (0, 0) else 0)
            return super().trial(key)

    series = open_series(store)
    with pytest.raises(Interrupted):
        drive(store, series, Interrupting("echo 1", 4, reproducible=False), LocalFarm(1))
    assert store.keys(series) == set()
    assert store.unfinished(series) == []
