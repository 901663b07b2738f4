"""The compiled race plays what the real race plays, batch by batch and trial by trial."""

import numpy as np
import pytest

from ponnuki.lab.simulation.fast_race import Rules, rewards_of, simulate
from ponnuki.lab.simulation.fast_race.simulate import KINDS, RULES, trace
from ponnuki.race import BOUNDS, SELECTIONS, Race

REWARDS = {
    "games": (np.array([0.0, 1.0]), np.array([0.45, 0.55]), 0.25),
    "pairs": (np.array([0.0, 0.5, 1.0]), np.array([0.2, 0.5, 0.3]), 0.125),
    "off the grid": (np.array([0.0, 0.1, 0.3, 1.0]), np.array([0.3, 0.2, 0.2, 0.3]), 0.125),
}
CODES = {0: None, 1: "accepted", 2: "dropped"}


def test_every_bound_and_every_rule_has_a_compiled_twin():
    assert set(KINDS) == set(BOUNDS)
    assert set(RULES) == set(SELECTIONS)


def both(rules, kind, race_number, candidates=4, seed=7):
    """The batches and decisions of the compiled race, and of the real one told the same rewards."""
    values, chances, _ = REWARDS[kind]
    field = np.tile(chances, (candidates, 1))
    field[1:2, 0] -= 0.05
    field[1:2, -1] += 0.05
    batches, decisions = trace(rules, values, field, race_number, seed)
    race = Race(
        range(candidates),
        bound=rules.bound,
        selection=rules.selection,
        accept="all" if rules.accept_all else "first",
        risk=rules.risk,
        accept_above=rules.accept_above,
        drop_below=rules.drop_below,
        prior_variance=rules.prior_variance,
        first=rules.first,
        budget=rules.budget,
        seed=race_number,
    )
    real, before = [], 0
    while ask := race.ask():
        rewards = rewards_of(
            values,
            field,
            seed=seed,
            race=race_number,
            candidate=ask.candidate,
            first=ask.first_trial,
            count=ask.count,
        )
        race.tell(ask.candidate, ask.first_trial, rewards)
        real.append([ask.candidate, race._trials - before])
        before = race._trials
    standings = [standing.decision for standing in race.verdict.bounds.values()]
    return batches.tolist(), [CODES[code] for code in decisions.tolist()], real, standings


@pytest.mark.parametrize("kind", REWARDS)
@pytest.mark.parametrize("selection", RULES)
@pytest.mark.parametrize("bound", KINDS)
def test_the_compiled_race_equals_the_real_one_batch_by_batch(bound, selection, kind):
    values, chances, variance = REWARDS[kind]
    mean = float(values @ chances)
    rules = Rules(
        bound=bound,
        selection=selection,
        accept_above=mean - 0.01,
        drop_below=mean + 0.04,
        prior_variance=variance,
        budget=5000,
    )
    for race_number in range(2):
        batches, decisions, real, standings = both(rules, kind, race_number)
        assert batches == real
        assert decisions == standings


@pytest.mark.parametrize("bound", ["betting", "beta-binomial", "stitched", "gsprt", "paper-2"])
def test_single_candidates_are_decided_at_the_same_trial_at_the_thresholds_of_the_papers(bound):
    rules = Rules(bound=bound, accept_above=0.501, drop_below=0.504, prior_variance=0.25, budget=60_000)
    for race_number in range(3):
        batches, decisions, real, standings = both(rules, "games", race_number, candidates=1)
        assert batches == real
        assert decisions == standings


@pytest.mark.kernel
@pytest.mark.uncompiled
@pytest.mark.filterwarnings("ignore:overflow encountered")  # hashing wraps around, uncompiled numpy says so
@pytest.mark.parametrize("bound", KINDS)
def test_accepting_all_is_the_same_too(bound):
    rules = Rules(bound=bound, accept_all=True, accept_above=0.5, drop_below=0.58, prior_variance=0.25, budget=3000)
    batches, decisions, real, standings = both(rules, "games", 3, candidates=3)
    assert batches == real
    assert decisions == standings


def test_same_seed_same_outcomes_and_another_seed_others():
    values, chances, variance = REWARDS["games"]
    rules = Rules(accept_above=0.52, drop_below=0.6, prior_variance=variance)
    first, again, other = (simulate(rules, values, chances[np.newaxis], 50, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.trials, again.trials)
    assert not np.array_equal(first.trials, other.trials)
