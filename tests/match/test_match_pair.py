"""A pair of games: fair between equals, the same for the same seed, and told in full."""

import json
import pickle

import pytest
from programs import bad, ours

from ponnuki.games.go.position import Position
from ponnuki.games.go.record import read_sgf
from ponnuki.kits.go_judge import without
from ponnuki.match.conditions import Conditions, agree
from ponnuki.match.pair import PairTrial
from ponnuki.match.seeds import trial_seed
from ponnuki.players.spec import player_spec
from ponnuki.processes.programs import find_program

FIVE = Conditions(size=5, komi=0.5)
SEVEN = Conditions(size=7, komi=7.5)
needs_gnugo = pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed: apt install gnugo")


def pair(a, b, seed=1, conditions=FIVE, opening=2, **more):
    return PairTrial(a, b, conditions, seed, opening, **more)


def moves(game):
    return read_sgf(game["sgf"]).moves


@pytest.mark.parametrize("settings", [{}, {"program": "light"}, {"program": "uct"}, {"resign": 0.0}])
def test_identical_programs_score_one_half_in_every_pair(settings):
    for seed in range(6):
        result = pair(ours(**settings), ours(**settings), trial_seed("match", 0, 0, 0, seed)).run()
        first, second = result.details["games"]
        assert result.reward == 0.5
        assert moves(first) == moves(second)
        assert first["result"] == second["result"]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_game():
    def texts(seed):
        return [game["sgf"] for game in pair(ours(8), ours(16), seed, SEVEN).run().details["games"]]

    assert texts(5) == texts(5)
    assert texts(5) != texts(6)


def test_simulated_machines_play_like_any_other_player():
    def texts(seed):
        many = ours(8, cluster={"machines": 3, "scheme": "slow-root", "sharings": 2})
        return [game["sgf"] for game in pair(many, ours(8), seed).run().details["games"]]

    assert texts(5) == texts(5)
    assert texts(5) != texts(6)


def test_a_trial_survives_pickling():
    trial = pair(ours(8), ours(16), 3)
    again = pickle.loads(pickle.dumps(trial)).run()
    assert [game["sgf"] for game in again.details["games"]] == [game["sgf"] for game in trial.run().details["games"]]


def test_remarks_say_what_our_players_considered_and_change_no_move():
    silent = pair(ours(60), ours(40), conditions=SEVEN).run().details["games"]
    talking = pair(ours(60, remarks=3), ours(40), conditions=SEVEN).run().details["games"]
    assert [moves(game) for game in talking] == [moves(game) for game in silent]
    for game, color in zip(talking, "bw", strict=True):
        record = read_sgf(game["sgf"])
        assert len(record.comments) > 5
        for number, text in record.comments.items():
            if number > 0:
                mover, move = record.moves[number - 1]
                visits = dict(part.split() for part in text.split(": ")[1].split(", "))
                assert mover == color
                assert next(iter(visits)) == move
                assert len(visits) <= 3
                assert sum(map(int, visits.values())) > 0
    assert all(set(read_sgf(game["sgf"]).comments) == {0} for game in silent)


def test_details_are_json_and_say_what_a_report_needs():
    result = pair(ours(8), ours(16), opening=("C3", "B2")).run()
    assert json.loads(json.dumps(result.details)) == result.details
    first, second = result.details["games"]
    assert (first["black"], second["black"]) == ("candidate", "baseline")
    for game in (first, second):
        assert game["opening"] == 2
        assert game["moves"] == len(moves(game))
        assert moves(game)[:2] == (("b", "C3"), ("w", "B2"))
        assert sum(game["thought"].values()) in (game["moves"] - 2, game["moves"] - 1)  # a resignation is no move
        assert set(game["seconds"]) == {"candidate", "baseline"}


def test_the_record_has_seeds_and_specs_in_its_root_comment():
    trial = pair(ours(8, program="light"), bad("passes"), 77, names=("light", "passer"))
    record = read_sgf(trial.run().details["games"][1]["sgf"])
    assert (record.black, record.white, record.komi, record.size) == ("passer", "light", 0.5, 5)
    comment = record.comments[0]
    assert "trial seed 77" in comment
    assert 'program = "light"' in comment
    assert "sims = 8" in comment
    assert f"digest {trial.candidate.digest}" in comment
    assert comment.count(", seed ") == 2


def test_the_specs_own_seed_does_not_matter():
    games = [pair(ours(8, seed=seed), ours(16)).run().details["games"][0] for seed in (0, 9)]
    assert moves(games[0]) == moves(games[1])


def test_only_players_without_clock_and_threads_are_reproducible():
    assert pair(ours(), ours(16)).reproducible
    assert not pair(ours(), player_spec({"time": 0.1})).reproducible
    assert not pair(ours(threads=2), ours()).reproducible
    assert not pair(ours(), bad("passes")).reproducible
    assert pair(ours(), player_spec({"gtp": "gnugo --mode gtp --seed {seed}"})).reproducible
    assert not pair(ours(), player_spec({"gtp": "gnugo --seed {seed}", "game_limit": 10})).reproducible


def test_two_passing_programs_share_the_empty_board_and_komi_decides():
    games = pair(bad("passes"), bad("passes"), opening=()).run().details["games"]
    assert [game["result"] for game in games] == ["W+0.5", "W+0.5"]
    assert [game["reason"] for game in games] == ["score", "score"]
    drawn = pair(bad("passes"), bad("passes"), conditions=Conditions(size=5, komi=0), opening=()).run()
    assert drawn.reward == 0.5
    assert [game["winner"] for game in drawn.details["games"]] == [None, None]


def test_a_game_that_is_too_long_is_scored_as_it_stands():
    games = pair(ours(resign=0.0), ours(resign=0.0), conditions=Conditions(size=5, longest=6)).run().details["games"]
    assert {(game["reason"], game["moves"]) for game in games} == {("limit", 6)}


def test_dead_stones_are_taken_off():
    position = Position.from_rows([".X...", ".XO..", "OX...", ".X...", ".X..."])
    assert position.score() == 5 - 2
    assert without(position, frozenset({"A3", "C4"})).score() == 25


@needs_gnugo
def test_games_against_gnu_go_are_reproducible_and_scored():
    gnugo = player_spec({"gtp": "gnugo --mode gtp --level 1 --chinese-rules --seed {seed}"})
    trial = pair(ours(50, resign=0.0), gnugo, 3, SEVEN)
    first, second = trial.run(), trial.run()
    assert [game["sgf"] for game in first.details["games"]] == [game["sgf"] for game in second.details["games"]]
    for game in first.details["games"]:
        assert not game["faults"]
        assert game["reason"] in ("score", "resign")


@needs_gnugo
def test_gnu_go_can_be_the_referee():
    conditions = Conditions(size=5, komi=0.5, referee="gtp:gnugo --mode gtp --chinese-rules")
    game = pair(bad("passes"), bad("passes"), conditions=conditions, opening=("C3", "pass")).run().details["games"][0]
    assert (game["how"], game["result"]) == ("referee", "B+24.5")


def test_conditions_come_from_options_then_from_specs_that_agree():
    a, b = ("a", player_spec({"size": 7, "komi": 3.5})), ("b", player_spec({"size": 7}))
    assert agree([a, b], {"komi": None}) == Conditions(size=7, komi=3.5)
    assert agree([a, b], {"size": 5}).size == 5
    with pytest.raises(ValueError, match="do not agree on size: a has 7, c has 9; say --size"):
        agree([a, ("c", player_spec({"size": 9}))], {})
