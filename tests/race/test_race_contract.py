"""What every bound must do in a race: one set of tests over all of them."""

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.race import BOUNDS, SELECTIONS, Ask, Race

THRESHOLDS = {"accept_above": 0.52, "drop_below": 0.6}
EVERY_BOUND = pytest.mark.parametrize("bound", BOUNDS)


def run(race, rewards_of):
    while ask := race.ask():
        race.tell(ask.candidate, ask.first_trial, rewards_of(ask.candidate, ask.first_trial, ask.count))
    return race.verdict


def coins(rate_of, seed=1, length=60_000):
    """Coin flips of each candidate, the same however they are cut into pieces."""
    flips = {name: np.random.default_rng([seed, i]).random(length) for i, name in enumerate(rate_of)}
    return lambda name, first, count: (flips[name][first : first + count] < rate_of[name]).astype(float)


@EVERY_BOUND
def test_a_strong_candidate_is_accepted(bound):
    verdict = run(Race(["abc"], bound=bound, **THRESHOLDS), coins({"abc": 0.8}))
    assert verdict.status == "accepted"
    assert verdict.accepted == ("abc",)


@EVERY_BOUND
def test_the_best_of_three_is_found(bound):
    rates = {"bad": 0.45, "good": 0.75, "worse": 0.4}
    verdict = run(Race(list(rates), bound=bound, **THRESHOLDS), coins(rates))
    assert verdict.accepted == ("good",)
    assert "good" not in verdict.dropped


@EVERY_BOUND
def test_when_all_are_weak_all_are_dropped_and_none_is_accepted(bound):
    rates = {"a": 0.3, "b": 0.35}
    verdict = run(Race(list(rates), bound=bound, **THRESHOLDS), coins(rates))
    assert verdict.status == "none"
    assert set(verdict.dropped) == {"a", "b"}


@EVERY_BOUND
def test_the_interval_holds_the_sample_mean_and_agrees_with_the_decision(bound):
    rates = {"a": 0.5, "b": 0.72}
    verdict = run(Race(list(rates), bound=bound, **THRESHOLDS), coins(rates))
    for standing in verdict.bounds.values():
        assert 0 <= standing.lower <= standing.mean <= standing.upper <= 1
        if standing.decision == "accepted":
            assert standing.lower >= THRESHOLDS["accept_above"] - 1e-9
        if standing.decision == "dropped":
            assert standing.upper <= THRESHOLDS["drop_below"] + 1e-9


@EVERY_BOUND
def test_one_by_one_and_all_at_once_give_the_same_bits(bound):
    rates = {"a": 0.56, "b": 0.57, "c": 0.55}
    flips = coins(rates)
    at_once, singly = Race(list(rates), bound=bound, **THRESHOLDS), Race(list(rates), bound=bound, **THRESHOLDS)
    while ask := at_once.ask():
        rewards = flips(ask.candidate, ask.first_trial, ask.count)
        at_once.tell(ask.candidate, ask.first_trial, rewards)
        for i, reward in enumerate(rewards.tolist()):
            singly.tell(ask.candidate, ask.first_trial + i, reward)
        assert singly.verdict == at_once.verdict


@EVERY_BOUND
def test_lost_trials_count_against_both_decisions(bound):
    settings = {"bound": bound, "budget": 64, **THRESHOLDS}
    lost, as_zero, as_one = (Race(["a"], **settings) for _ in range(3))
    for race, value in ((lost, 0.5), (as_zero, 0.0), (as_one, 1.0)):
        for first in range(0, 64, 16):
            rewards = [value, value, *[0.0, 1.0] * 7]
            race.tell("a", first, rewards, lost=[first, first + 1] if race is lost else [])
    middle = lost.verdict.bounds["a"]
    assert middle.lower == as_zero.verdict.bounds["a"].lower
    assert middle.upper == as_one.verdict.bounds["a"].upper


@EVERY_BOUND
def test_losing_every_trial_decides_nothing(bound):
    race = Race(["a"], bound=bound, budget=2000, **THRESHOLDS)
    while ask := race.ask():
        trials = range(ask.first_trial, ask.first_trial + ask.count)
        race.tell("a", ask.first_trial, [float("nan")] * ask.count, lost=trials)
    assert race.verdict.status == "undecided"


@EVERY_BOUND
def test_a_budget_ends_the_race_undecided_and_accepts_nothing(bound):
    race = Race(["a", "b"], bound=bound, budget=100, **THRESHOLDS)
    verdict = run(race, coins({"a": 0.56, "b": 0.56}))
    assert verdict.status == "undecided"
    assert verdict.accepted == ()
    assert verdict.trials == 100


@EVERY_BOUND
def test_a_larger_budget_goes_on_where_the_smaller_one_stopped(bound):
    rates = {"a": 0.56, "b": 0.57}
    journal = []
    small = Race(list(rates), bound=bound, budget=150, **THRESHOLDS)
    while ask := small.ask():
        entry = (ask.candidate, ask.first_trial, coins(rates)(ask.candidate, ask.first_trial, ask.count))
        journal.append(entry)
        small.tell(*entry)
    large = Race(list(rates), bound=bound, **THRESHOLDS).replay(journal)
    never_stopped = Race(list(rates), bound=bound, **THRESHOLDS)
    assert large.verdict.bounds == small.verdict.bounds
    assert run(large, coins(rates)) == run(never_stopped, coins(rates))


@EVERY_BOUND
def test_accepting_all_goes_on_after_an_acceptance(bound):
    rates = {"a": 0.8, "b": 0.3, "c": 0.8}
    verdict = run(Race(list(rates), bound=bound, accept="all", **THRESHOLDS), coins(rates))
    assert set(verdict.accepted) == {"a", "c"}
    assert verdict.dropped == ("b",)


@pytest.mark.parametrize("selection", SELECTIONS)
def test_every_selection_rule_finds_the_good_one(selection):
    rates = {"a": 0.45, "b": 0.5, "c": 0.72, "d": 0.4}
    verdict = run(Race(list(rates), selection=selection, **THRESHOLDS), coins(rates))
    assert verdict.accepted == ("c",)


def test_only_the_gsprt_is_marked_asymptotic():
    marked = {name for name in BOUNDS if Race(["a"], bound=name).verdict.asymptotic}
    assert marked == {"gsprt"}
    assert "no finite-sample guarantee" in BOUNDS["gsprt"].summary


GOOD = {"candidates": ["a", "b"], "risk": 0.05}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"candidates": []}, "at least one candidate"),
        ({"candidates": ["a", "a"]}, "'a' is named twice"),
        ({"risk": 0.0}, "risk is 0.0"),
        ({"risk": 1.0}, "strictly between 0 and 1"),
        ({"risk": float("nan")}, "risk is nan"),
        ({"accept_above": 0.6, "drop_below": 0.5}, "drop_below 0.5 is below accept_above 0.6"),
        ({"accept_above": 0.5, "drop_below": 0.5}, "needs it strictly above"),
        ({"accept_above": 1.2}, "a rate lies strictly between 0 and 1"),
        ({"accept_above": "2 elos"}, "write a rate"),
        ({"bound": "magic"}, "unknown bound 'magic': choose from betting"),
        ({"selection": "magic"}, "unknown selection 'magic'"),
        ({"accept": "some"}, "choose 'first'"),
        ({"first": 0}, "first is 0"),
        ({"budget": -1}, "budget is -1"),
        ({"prior_variance": 0.3}, "at most 0.25"),
    ],
)
def test_a_race_that_cannot_be_run_says_why(wrong, said):
    with pytest.raises(BadInput, match=said.replace("(", r"\(")):
        Race(**{**GOOD, **wrong})


@pytest.mark.parametrize("bound", BOUNDS)
def test_with_equal_thresholds_a_race_decides_both_ways_or_says_which_bounds_need_a_gap(bound):
    equal = {"bound": bound, "accept_above": 0.5, "drop_below": 0.5}
    if bound in ("betting", "gsprt"):
        with pytest.raises(BadInput, match=f"the bound '{bound}' needs it strictly above"):
            Race(["good", "bad"], **equal)
        return
    verdict = run(Race(["good", "bad"], accept="all", **equal), coins({"good": 0.8, "bad": 0.2}))
    assert (verdict.accepted, verdict.dropped) == (("good",), ("bad",))


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (("a", 16, [0.5, 1.5]), "the reward of trial 17 is 1.5: rewards lie between 0 and 1"),
        (("a", 16, -0.1), "the reward of trial 16 is -0.1"),
        (("a", 16, [0.5, float("nan")]), "trial 17 is not a number"),
        (("c", 16, [0.5]), "unknown candidate 'c': the race is between 'a', 'b'"),
        (("a", -1, [0.5]), "first_trial is -1"),
        (("a", 3, [0.5]), "trial 3 of candidate 'a' was told already"),
        (("a", 15, [0.5, 0.5]), "trial 15 of candidate 'a' was told already"),
        (("a", 39, [0.5, 0.5]), "trial 40 of candidate 'a' was told already"),
        (("a", 16, [[0.5]]), "not a table"),
        (("a", 16, ["win"]), "rewards must be numbers"),
        (("a", 16, [0.5, 0.5], [18]), "a lost trial is outside the trials told, 16 to 17"),
    ],
)
def test_bad_results_are_refused_and_change_nothing(told, said):
    def prepared():
        race = Race(["a", "b"], selection="one-at-a-time", **THRESHOLDS)
        race.tell("a", 0, [0.5, 1.0, 0.5, 0.5] * 4)
        race.tell("a", 40, [0.0, 1.0])
        return race

    race, untouched = prepared(), prepared()
    with pytest.raises(BadInput, match=said):
        race.tell(*told)
    assert race.verdict == untouched.verdict
    assert race.ask() == untouched.ask()


def test_an_ask_is_a_value():
    assert Race(["a"]).ask() == Ask("a", 0, 16)


def test_a_race_says_in_one_line_how_it_stands():
    race = Race(["bold", "timid", "late"], selection="one-at-a-time", accept_above=0.52, drop_below=0.6)
    assert repr(race) == "<Race of 3 candidates, 0 dropped: running after 0 trials>"
    ask = race.ask()
    while ask and ask.candidate == "bold":
        race.tell("bold", ask.first_trial, [0.0] * ask.count)
        ask = race.ask()
    trials = race.verdict.trials
    assert repr(race) == f"<Race of 3 candidates, 1 dropped: running after {trials} trials>"
    while ask:
        race.tell(ask.candidate, ask.first_trial, [1.0] * ask.count)
        ask = race.ask()
    assert repr(race) == (
        f"<Race of 3 candidates, accepted 'timid', 1 dropped: accepted after {race.verdict.trials} trials>"
    )
    assert repr(Race(["only"])) == "<Race of one candidate, 0 dropped: running after 0 trials>"
