"""Matches, races and campaigns of Hex."""

import json
import sys

import pytest
from pair_points import recorded_reward
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.games.hex import Position, read_sgf
from ponnuki.kits.hex import KIT
from ponnuki.lab.races.file import RaceFile
from ponnuki.match.conditions import Conditions
from ponnuki.match.openings import find_openings
from ponnuki.match.pair import PairTrial
from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.players.toml import read_toml

SMALL = Conditions("hex", 3)
FAST = player_spec({"game": "hex", "program": "fast", "sims": 30})
SLOW = player_spec({"game": "hex", "program": "slow", "sims": 30})


def run(tmp_path, *words):
    answer = CliRunner().invoke(app, [*words, "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out")])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_a_pair_of_games_is_played_to_its_end_and_recorded():
    result = PairTrial(SLOW, FAST, SMALL, 7, 2).run()
    assert result.reward == recorded_reward(result, read_sgf)
    for game in result.details["games"]:
        record = read_sgf(game["sgf"])
        last = list(record.positions())[-1]
        assert (game["opening"], game["faults"]) == (2, {})
        assert record.result == game["result"]
        if game["reason"] == "resign":
            assert game["result"] == ("W+R" if last.to_move == "b" else "B+R")
        else:
            assert (game["reason"], game["how"], game["result"]) == ("score", "connection", f"{last.winner.upper()}+")


def test_the_same_seed_gives_the_same_games():
    first, second = (PairTrial(SLOW, FAST, SMALL, 3, 1).run() for _ in range(2))
    assert [game["sgf"] for game in first.details["games"]] == [game["sgf"] for game in second.details["games"]]


def test_games_with_a_swap_are_played_and_random_openings_have_none():
    conditions = Conditions("hex", 3, rules="swap")
    records = [
        read_sgf(game["sgf"])
        for seed in range(6)
        for game in PairTrial(FAST, FAST, conditions, seed, seed % 3).run().details["games"]
    ]
    assert all(record.rules.swap for record in records)
    second = [record.moves[1][1] for record in records if len(record.moves) > 1]
    assert "swap" in second
    assert all(list(record.positions()) for record in records)


def test_a_gtp_program_takes_part(tmp_path):
    """The program is our own, in a process of its own; it says swap-pieces, and is told swap."""
    program = f"gtp:{sys.executable} -m ponnuki gtp --game hex --program fast --size 3 --sims 20 --seed {{seed}}"
    words = ["match", f"{program} --rules swap", "program=fast,sims=20", "--game", "hex", "--size", "3", "--games", "2"]
    summary = json.loads(run(tmp_path, *words, "--rules", "swap", "--workers", "1", "--json"))
    assert summary["games"] == 2
    assert not any(any(faults.values()) for faults in summary["faults"].values() if isinstance(faults, dict))
    games = sorted((tmp_path / "out" / "games").glob("*.sgf"))
    records = [read_sgf(path.read_text(encoding="utf-8")) for path in games]
    assert len(records) == 2
    assert any(("w", "swap") in record.moves for record in records)


def test_the_board_says_who_has_won():
    won = KIT.as_it_stands(Position.from_rows(["X..", "X..", "X.."], "w"), 0.0)
    assert (won.score, won.result, won.how) == (1.0, "B+", "connection")
    assert KIT.as_it_stands(Position.empty(3), 0.0).score == 0.0


@pytest.mark.parametrize(
    ("word", "move"),
    [("A1", "a1"), ("swap-pieces", "swap"), ("SWAP", "swap"), ("resign", "resign"), ("pass", None), ("1a", None)],
)
def test_what_other_programs_answer_is_a_move_or_none(word, move):
    assert KIT.reply_move(word) == move


def test_openings_come_from_text_and_games(tmp_path):
    text = tmp_path / "openings.txt"
    text.write_text("a1 b2\nc3   # a corner\n", encoding="utf-8")
    assert find_openings("openings.txt", SMALL, tmp_path).listed == (("a1", "b2"), ("c3",))
    game = tmp_path / "game.sgf"
    game.write_text("(;FF[4]SZ[3]SO[www.littlegolem.com];W[ab];B[ca])", encoding="utf-8")
    assert find_openings("game.sgf", SMALL, tmp_path).listed == (("a2", "c1"),)
    text.write_text("a1 a1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="opening 1: illegal move W a1"):
        find_openings("openings.txt", SMALL, tmp_path)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 20}, "sides of 2 to 19 cells"),
        ({"size": 3, "rules": "AGA"}, "unknown rules 'AGA'"),
        ({"size": 3, "referee": "gtp:gnugo"}, "in hex the board says who has won"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(values, message):
    with pytest.raises(BadInput, match=message):
        Conditions("hex", **values)


def test_a_race_names_the_game_once(tmp_path):
    race = RaceFile.make(
        {
            "game": "hex",
            "size": 3,
            "openings": "random:1",
            "baseline": {"program": "fast", "sims": 8},
            "candidate": [{"name": "slow", "program": "slow"}],
        },
        "race",
    )
    raced = race.contest(tmp_path).seeded(0, 5).run()
    assert raced.reward == recorded_reward(raced, read_sgf)


def test_shapes_are_learned(tmp_path):
    words = ["learn", "program=fast,sims=8,size=3", "--game", "hex", "--candidates", "2", "--accept-above", "0.5"]
    words += ["--drop-below", "0.8", "--risk", "0.5", "--iterations", "1", "--workers", "1", "--json"]
    found = json.loads(run(tmp_path, *words, "--name", "shapes"))
    assert found["iterations"] == 1
    spec = PlayerSpec.make(read_toml(tmp_path / "out" / "learned.toml"))
    assert (spec.game, len(spec.shapes)) == ("hex", len(found["accepted"]))
