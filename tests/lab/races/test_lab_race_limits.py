"""How long candidates think: what they say of it replaces what the baseline says."""

from pathlib import Path
from typing import Any

import pytest

from ponnuki.cli.learn import _campaign
from ponnuki.lab.races.contests import PairContest
from ponnuki.lab.races.file import LATER, RaceFile
from ponnuki.players.spec import PlayerSpec


def race(baseline: dict[str, Any], candidate: dict[str, Any], **keys: Any) -> RaceFile:
    return RaceFile.make({"baseline": baseline, "candidate": [{"name": "c", **candidate}], **keys}, "race.toml")


@pytest.mark.parametrize(
    ("baseline", "candidate", "plays"),
    [
        ({"sims": 50}, {"cpu": 0.3}, {"cpu": 0.3}),
        ({"cpu": 0.3}, {"sims": 50}, {"sims": 50}),
        ({"cpu": 0.3, "carry_over": False}, {"sims": 50}, {"sims": 50}),
        ({"time": 0.3}, {"cpu": 0.5}, {"cpu": 0.5}),
        ({"cpu": 0.3}, {"time": 0.5}, {"time": 0.5}),
        ({"sims": 50, "time": 1.0}, {"sims": 70}, {"sims": 70}),
        ({"sims": 50}, {"threads": 2}, {"sims": 50, "threads": 2}),
    ],
)
def test_a_candidate_thinks_as_it_says(
    baseline: dict[str, Any], candidate: dict[str, Any], plays: dict[str, Any]
) -> None:
    contest = race(baseline, candidate).contest(Path())
    assert isinstance(contest, PairContest)
    assert list(contest.candidates) == [PlayerSpec(**plays)]


@pytest.mark.parametrize(
    ("baseline", "candidate"),
    [({"sims": 50}, {"cpu": 0.3}), ({"cpu": 0.3}, {"sims": 50}), ({"sims": 5, "time": 1.0}, {"cpu": 0.3})],
)
def test_a_race_whose_candidates_once_thought_otherwise_is_another_race(
    baseline: dict[str, Any], candidate: dict[str, Any]
) -> None:
    assert race(baseline, candidate).identity()["limits"] == "replaced"


@pytest.mark.parametrize(
    ("baseline", "candidate"),
    [
        ({"sims": 50}, {"sims": 70}),
        ({"sims": 50}, {"time": 1.0}),
        ({"cpu": 0.3}, {"cpu": 0.5}),
        ({"cpu": 0.3}, {"cpu": 0.5, "sims": 5}),
        ({}, {"cpu": 0.5}),
        ({"sims": 50}, {"gtp": "gnugo"}),
    ],
)
def test_any_other_race_is_the_one_that_it_was(baseline: dict[str, Any], candidate: dict[str, Any]) -> None:
    apart = {"name", "budget", "preset", *LATER}
    assert set(race(baseline, candidate).identity()) == set(RaceFile.model_fields) - apart


def test_what_a_function_is_given_has_nothing_to_do_with_limits() -> None:
    file = RaceFile.make({"evaluate": "m:f", "candidate": [{"name": "c", "cpu": 1}]}, "race.toml")
    assert "limits" not in file.identity()


def test_simulations_for_a_campaign_replace_the_cpu_time_of_its_baseline() -> None:
    campaign = _campaign("cpu=0.3,carry_over=false,program=bare", {"game": None, "size": 5, "sims": 20}, {})
    assert campaign.spec() == PlayerSpec(program="bare", size=5, sims=20)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"budget": 2**63}, "budget: Input should be less than or equal to 9223372036854775807"),
        ({"first": 2**63}, "first: Input should be less than or equal to"),
    ],
)
def test_numbers_that_no_journal_holds_are_refused(keys: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        race({}, {"sims": 5}, **keys)
