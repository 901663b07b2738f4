"""Any schedule of arrival, batching, pausing and replaying gives what telling one by one gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponnuki.race import BOUNDS, SELECTIONS, Ask, Race

NAMES = ("a", "b", "c")
REWARDS = {
    "games": (0.0, 1.0),
    "pairs": (0.0, 0.25, 0.5, 0.75, 1.0),
    "anything": (0.013, 0.4999, 0.52, 0.777, 0.31337, 1.0),
}


def table(kind, seed, length=4000):
    """Rewards of every trial of every candidate; a few are lost (None)."""
    rng = np.random.default_rng(seed)
    values = np.array(REWARDS[kind])
    picks = {name: values[rng.integers(len(values), size=length)] for name in NAMES}
    lost = {name: set(np.flatnonzero(rng.random(length) < 0.02).tolist()) for name in NAMES}
    return picks, lost


def tell(race, picks, lost, name, first, count):
    gone = [trial for trial in range(first, first + count) if trial in lost[name]]
    race.tell(name, first, picks[name][first : first + count], lost=gone)


def one_by_one(rules, picks, lost):
    race = Race(NAMES, **rules)
    journal = []
    while ask := race.ask():
        for trial in range(ask.first_trial, ask.first_trial + ask.count):
            tell(race, picks, lost, ask.candidate, trial, 1)
            gone = [trial] if trial in lost[ask.candidate] else []
            journal.append((ask.candidate, trial, float(picks[ask.candidate][trial]), gone))
    return race.verdict, journal


SETTINGS = st.fixed_dictionaries(
    {
        "bound": st.sampled_from(sorted(BOUNDS)),
        "selection": st.sampled_from(sorted(SELECTIONS)),
        "accept": st.sampled_from(["first", "all"]),
        "accept_above": st.just(0.52),
        "drop_below": st.just(0.6),
        "first": st.integers(1, 20),
        "budget": st.integers(20, 400),
        "seed": st.integers(0, 5),
    }
)
WORLD = {"rules": SETTINGS, "kind": st.sampled_from(sorted(REWARDS)), "seed": st.integers(0, 10_000)}


@settings(max_examples=60)
@given(whim=st.randoms(use_true_random=False), ahead=st.integers(0, 200), **WORLD)
def test_a_wide_farm_that_answers_in_any_order_and_pieces_reaches_the_same_verdict(whim, ahead, rules, kind, seed):
    picks, lost = table(kind, seed)
    expected, _ = one_by_one(rules, picks, lost)
    race, flying, out = Race(NAMES, **rules), [], set()
    while (ask := race.ask(ahead)) is not None:
        if ask.count:
            trials = {(ask.candidate, ask.first_trial + i) for i in range(ask.count)}
            assert not trials & out
            out |= trials
            flying.append((ask.candidate, ask.first_trial, ask.count))
            if whim.random() < 0.5:
                continue
        name, first, count = flying.pop(whim.randrange(len(flying)))
        cut = whim.randint(1, count)
        tell(race, picks, lost, name, first, cut)
        if cut < count:
            flying.append((name, first + cut, count - cut))
    assert race.verdict == expected


@given(order=st.randoms(use_true_random=False), **WORLD)
def test_replaying_the_journal_in_any_order_gives_the_same_verdict(order, rules, kind, seed):
    picks, lost = table(kind, seed)
    expected, journal = one_by_one(rules, picks, lost)
    shuffled = list(journal)
    order.shuffle(shuffled)
    assert Race(NAMES, **rules).replay(shuffled).verdict == expected


@given(cut=st.integers(0, 400), **WORLD)
def test_a_race_killed_and_resumed_from_its_journal_ends_the_same(cut, rules, kind, seed):
    picks, lost = table(kind, seed)
    expected, journal = one_by_one(rules, picks, lost)
    race = Race(NAMES, **rules).replay(journal[:cut])
    while ask := race.ask():
        tell(race, picks, lost, ask.candidate, ask.first_trial, ask.count)
    assert race.verdict == expected


@given(look=st.lists(st.integers(0, 300), min_size=1, max_size=5), **WORLD)
def test_looking_at_the_verdict_on_the_way_changes_nothing(look, rules, kind, seed):
    picks, lost = table(kind, seed)
    expected, _ = one_by_one(rules, picks, lost)
    race = Race(NAMES, **rules)
    while ask := race.ask():
        tell(race, picks, lost, ask.candidate, ask.first_trial, ask.count)
        if race.verdict.trials % 7 in look:
            _ = race.verdict.bounds
    assert race.verdict == expected


@settings(max_examples=40)
@given(ahead=st.integers(0, 300), **WORLD)
def test_no_trial_is_handed_out_twice(ahead, rules, kind, seed):
    picks, lost = table(kind, seed)
    race, out = Race(NAMES, **rules), set()
    while (ask := race.ask(ahead)) is not None:
        trials = {(ask.candidate, ask.first_trial + i) for i in range(ask.count)}
        assert not trials & out
        out |= trials
        if not ask.count:
            first = min(trial for name, trial in out if name == ask.candidate)
            count = next(i for i in range(1, 9) if i == 8 or (ask.candidate, first + i) not in out)
            out -= {(ask.candidate, first + i) for i in range(count)}
            tell(race, picks, lost, ask.candidate, first, count)


def test_trials_given_back_are_handed_out_again_under_the_same_numbers():
    race = Race(["a"], first=16)
    ask = race.ask()
    assert race.ask().count == 0
    race.tell("a", 0, [0.5] * 4)
    race.give_back(ask)
    again = race.ask()
    assert (again.first_trial, again.count) == (4, 12)
    assert race.ask().count == 0


def test_a_resumed_race_asks_for_what_was_in_flight():
    resumed = Race(["a"], first=16).replay([("a", 5, 0.5)])
    assert [resumed.ask(), resumed.ask()] == [Ask("a", 0, 5), Ask("a", 6, 10)]


def test_looking_ahead_goes_past_the_batch_by_as_many_trials_as_asked():
    race, handed = Race(["a", "b"], selection="round-robin", first=16), []
    while (ask := race.ask(ahead=20)).count:
        handed.append((ask.candidate, ask.first_trial, ask.count))
    assert handed == [("a", 0, 16), ("b", 0, 16), ("a", 16, 4)]


def test_what_is_told_early_waits_and_what_is_not_needed_is_discarded():
    race = Race(["a", "b"], selection="one-at-a-time", accept_above=0.52, drop_below=0.6)
    race.tell("b", 0, [0.0] * 50)
    assert race.verdict.trials == 0
    race.tell("a", 0, [1.0] * 200)
    verdict = race.verdict
    assert verdict.accepted == ("a",)
    assert verdict.trials < 200
    assert verdict.bounds["b"].trials == 0
    race.tell("b", 50, [1.0])
    assert race.verdict == verdict


@pytest.mark.parametrize("bound", ["betting", "paper-2"])
def test_rewards_after_the_crossing_are_ignored(bound):
    short, long = (Race(["a"], bound=bound, accept_above=0.52, drop_below=0.6) for _ in range(2))
    long.tell("a", 0, [1.0] * 5000 + [0.0] * 5000)
    while ask := short.ask():
        short.tell("a", ask.first_trial, [1.0] * ask.count)
    assert long.verdict == short.verdict
