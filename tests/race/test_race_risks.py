"""Risk splits, thresholds, campaigns and selection rules."""

from math import pi

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.race import Campaign, Race
from ponnuki.race.risks import RaceRisk, split, union_split
from ponnuki.race.selection import Field, normals, selection_rule
from ponnuki.race.thresholds import (
    PRESETS,
    elo_from_rate,
    nelo_from_rate,
    preset,
    rate,
    rate_from_elo,
    rate_from_nelo,
)


def risk_of(candidates=1, rank=1, countable=False, mode="first", accept=0.05, drop=0.05):
    return RaceRisk(accept, drop, candidates, rank, countable, mode)


def test_one_candidate_gets_the_whole_risk_on_each_side():
    risks = split(risk_of(1))
    assert (risks.accept, risks.drop) == (0.05, 0.05)


def test_many_candidates_share_the_accept_side_and_not_the_drop_side():
    risks = split(risk_of(11))
    assert risks.accept == pytest.approx(0.5 * 0.05 / 10)
    assert risks.drop == pytest.approx(0.025)


@pytest.mark.parametrize("candidates", [2, 3, 10, 100, 1000])
def test_the_two_ways_to_fail_never_sum_to_more_than_the_risk(candidates):
    risks = split(risk_of(candidates))
    assert candidates * risks.accept <= 0.05 + 1e-12
    assert (candidates - 1) * risks.accept + risks.drop <= 0.05 + 1e-12


def test_countably_many_share_the_accept_side_by_rank():
    shares = [split(risk_of(3, rank, countable=True)) for rank in range(1, 100_000)]
    assert shares[2].accept == pytest.approx(0.025 * 6 / (pi**2 * 9))
    assert shares[2].drop == pytest.approx(0.025)
    assert sum(share.accept for share in shares) == pytest.approx(0.025, rel=1e-4)


def test_accepting_all_divides_both_sides():
    risks = split(risk_of(10, mode="all"))
    assert (risks.accept, risks.drop) == (pytest.approx(0.005), pytest.approx(0.005))


def test_the_papers_divide_by_the_number_of_candidates():
    assert union_split(risk_of(10)).accept == pytest.approx(0.005)


def test_elo_and_rate_are_two_spellings_of_one_thing():
    assert rate_from_elo(0) == 0.5
    assert rate_from_elo(400) == pytest.approx(10 / 11)
    assert elo_from_rate(rate_from_elo(3.7)) == pytest.approx(3.7)
    assert rate("2elo") == pytest.approx(0.502878, abs=1e-6)
    assert rate(" -2 Elo ") == pytest.approx(1 - rate("2elo"))


def test_normalised_elo_counts_in_deviations_of_a_game():
    assert rate_from_nelo(nelo_from_rate(0.51, 0.0324), 0.0324) == pytest.approx(0.51)
    assert nelo_from_rate(0.51, 0.125) == pytest.approx(0.01 / 0.5 * 800 / np.log(10))
    assert rate("2nelo", 0.0324) - 0.5 < rate("2nelo", 0.125) - 0.5


def test_a_race_takes_thresholds_in_any_spelling():
    race = Race(["a"], accept_above="0.7elo", drop_below="2.8elo")
    assert race._bounds[0].settings.accept_above == pytest.approx(0.501, abs=1e-4)


def test_presets_say_what_they_mean():
    assert (preset("gain").accept_above, preset("gain").drop_below) == (0.501, 0.504)
    assert preset("simplify").accept_above < 0.5
    assert all("accept what is proven" in known.meaning for known in PRESETS.values())
    with pytest.raises(BadInput, match="choose from gain, simplify"):
        preset("win")


def test_a_campaign_spends_its_risk_over_races_and_never_more():
    campaign, spent = Campaign(risk=0.05), 0.0
    for _ in range(200):
        spent += campaign.next_risk
        campaign.close(_over())
    assert spent < 0.05
    assert campaign.next_risk == pytest.approx(0.05 * 6 / (pi**2 * 201**2))


def test_a_known_number_of_races_shares_the_risk_evenly():
    campaign = Campaign(risk=0.05, horizon=4)
    for _ in range(4):
        assert campaign.next_risk == pytest.approx(0.0125)
        campaign.close(_over())
    with pytest.raises(BadInput, match="planned for 4 races"):
        _ = campaign.next_risk


def test_only_the_accept_side_is_spent():
    campaign = Campaign(risk=0.05)
    for _ in range(9):
        campaign.close(_over())
    risks = campaign.next_race(["a", "b", "c"])._bounds[0].risks
    assert risks.accept == pytest.approx(0.05 * 6 / (pi**2 * 100) / 4)
    assert risks.drop == pytest.approx(0.025)


def test_e_lond_gives_more_after_every_acceptance():
    plain, lond = Campaign(), Campaign(spending="e-lond")
    for campaign in (plain, lond):
        campaign.close(_over(accepted=True))
        campaign.close(_over(accepted=True))
    assert lond.next_risk == pytest.approx(3 * plain.next_risk)


def test_a_running_race_cannot_be_closed():
    with pytest.raises(BadInput, match="still running"):
        Campaign().close(Race(["a"]).verdict)
    with pytest.raises(BadInput, match="unknown spending"):
        Campaign(spending="all")


def test_best_bet_follows_the_evidence_and_looks_up_every_eighth_time():
    race = Race(list("abc"), selection="best-bet")
    race._field.strengths[:] = [0.0, 2.0, 1.0]
    chosen = []
    for turn in range(16):
        race._field.turn = turn
        chosen.append(selection_rule("best-bet").choose(race._field))
    assert chosen == ([1] * 7 + [0]) * 2


def test_ties_go_to_the_first_one_named():
    field = Race(list("abcd"))._field
    for name in ("best-bet", "max-ub", "round-robin", "one-at-a-time"):
        assert selection_rule(name).choose(field) == 0


def test_round_robin_gives_everybody_a_turn():
    race, seen = Race(list("abc"), selection="round-robin"), []
    for _ in range(6):
        ask = race.ask()
        seen.append(ask.candidate)
        race.tell(ask.candidate, ask.first_trial, [0.5] * ask.count)
    assert seen == list("abcabc")


def test_thompson_draws_are_normal_and_depend_on_seed_turn_and_place_only():
    draws = np.concatenate([normals(3, turn, 50) for turn in range(400)])
    assert abs(draws.mean()) < 0.03
    assert draws.std() == pytest.approx(1, abs=0.02)
    assert np.array_equal(normals(3, 7, 5), normals(3, 7, 50)[:5])
    assert not np.array_equal(normals(3, 7, 5), normals(4, 7, 5))


def test_looking_ahead_works_on_a_copy():
    field = Race(list("ab"))._field
    other = field.copy()
    other.note_batch(1)
    assert isinstance(other, Field)
    assert (field.batches, field.turn) == ([0, 0], 0)


def _over(accepted=False):
    race = Race(["a"], accept_above=0.52, drop_below=0.6)
    while ask := race.ask():
        race.tell("a", ask.first_trial, [float(accepted)] * ask.count)
    return race.verdict
