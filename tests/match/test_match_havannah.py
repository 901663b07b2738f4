"""Matches, tournaments and races of Havannah."""

import json
import sys

import pytest
from pair_points import recorded_reward
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.games.havannah import Position, read_sgf
from ponnuki.kits.havannah import KIT
from ponnuki.lab.matches.schedule import read_tournament
from ponnuki.lab.races.file import RaceFile
from ponnuki.match.conditions import Conditions, agree
from ponnuki.match.openings import find_openings
from ponnuki.match.pair import PairTrial
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import player_spec

SMALL = Conditions("havannah", 3)
FAST = player_spec({"game": "havannah", "program": "fast", "sims": 30})
SLOW = player_spec({"game": "havannah", "program": "slow", "sims": 30})


def test_a_pair_of_games_is_played_to_its_end_and_recorded():
    result = PairTrial(SLOW, FAST, SMALL, 7, 2).run()
    assert result.reward == recorded_reward(result, read_sgf)
    for game in result.details["games"]:
        record = read_sgf(game["sgf"])
        last = list(record.positions())[-1]
        assert game["opening"] == 2
        assert game["faults"] == {}
        assert record.result == game["result"]
        if game["reason"] == "resign":
            assert game["result"] == ("W+R" if last.to_move == "b" else "B+R")
        elif last.winner is None:
            assert (game["reason"], game["how"], game["result"]) == ("score", "full board", "0")
        else:
            shapes = "/".join(last.won_by)
            assert (game["reason"], game["how"]) == ("score", shapes)
            assert game["result"] == f"{last.winner.upper()}+{shapes}"


def test_the_same_seed_gives_the_same_games():
    first, second = (PairTrial(SLOW, FAST, SMALL, 3, 1).run() for _ in range(2))
    assert [game["sgf"] for game in first.details["games"]] == [game["sgf"] for game in second.details["games"]]


def test_a_player_against_itself_scores_one_half():
    assert all(PairTrial(FAST, FAST, SMALL, seed, 1).run().reward == 0.5 for seed in range(3))


def test_a_gtp_program_takes_part(tmp_path):
    """The program is our own, in a process of its own; White begins, and moves are cells with any letter."""
    program = f"gtp:{sys.executable} -m ponnuki gtp --game havannah --program fast --size 3 --sims 20 --seed {{seed}}"
    words = ["match", program, "program=fast,sims=20", "--game", "havannah", "--size", "3", "--games", "2"]
    words += ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out"), "--workers", "1", "--json"]
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    summary = json.loads(answer.stdout)
    assert summary["games"] == 2
    assert not any(any(faults.values()) for faults in summary["faults"].values() if isinstance(faults, dict))
    games = sorted((tmp_path / "out" / "games").glob("*.sgf"))
    assert len(games) == 2
    assert all(read_sgf(path.read_text(encoding="utf-8")).moves[0][0] == "w" for path in games)


def test_the_board_says_who_has_won():
    won = KIT.as_it_stands(Position.from_rows(["XXX", "....", ".....", "....", "..."], "w"), 0.0)
    assert (won.score, won.result, won.how) == (1.0, "B+bridge", "bridge")
    assert KIT.as_it_stands(Position.empty(3), 0.0).score == 0.0


def test_openings_come_from_random_moves_text_and_games(tmp_path):
    assert find_openings("random:2", SMALL).random_moves == 2
    text = tmp_path / "openings.txt"
    text.write_text("a1 b2\nc3   # the centre\n", encoding="utf-8")
    assert find_openings("openings.txt", SMALL, tmp_path).listed == (("a1", "b2"), ("c3",))
    game = tmp_path / "game.sgf"
    game.write_text("(;FF[4]SZ[3]RU[LG];W[E1];B[A1])", encoding="utf-8")
    assert find_openings("game.sgf", SMALL, tmp_path).listed == (("e3", "a1"),)
    text.write_text("a1 a1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="opening 1: illegal move B a1"):
        find_openings("openings.txt", SMALL, tmp_path)
    text.write_text("a1 e5 b1 e4 c1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="the game is over before it begins"):
        find_openings("openings.txt", SMALL, tmp_path)


def test_random_openings_never_end_the_game():
    for seed in range(30):
        result = PairTrial(FAST, FAST, Conditions("havannah", 2), seed, 3).run()
        assert all(sum(game["thought"].values()) > 0 for game in result.details["games"])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 11}, "sides of 2 to 10 cells"),
        ({"size": 3, "rules": "AGA"}, "unknown rules 'AGA'"),
        ({"size": 3, "referee": "gtp:gnugo"}, "in havannah the board says who has won"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(values, message):
    with pytest.raises(BadInput, match=message):
        Conditions("havannah", **values)


def test_players_agree_on_the_game():
    players = [parse_player("sims=8", "havannah"), parse_player("sims=9,size=4", "havannah")]
    conditions = agree(players, {})
    assert (conditions.game, conditions.size) == ("havannah", 4)
    with pytest.raises(BadInput, match="do not agree on game"):
        agree([players[0], parse_player("sims=8,game=go")], {})


def test_a_tournament_and_a_race_name_the_game_once(tmp_path):
    path = tmp_path / "cup.toml"
    players = '[[player]]\nname = "a"\nprogram = "fast"\nsims = 8\n[[player]]\nname = "b"\nprogram = "slow"\nsims = 8\n'
    path.write_text(f'game = "havannah"\nsize = 3\ngames = 2\nopenings = "random:1"\n{players}', encoding="utf-8")
    plan = read_tournament(path, {})
    assert plan.conditions.game == "havannah"
    played = plan.trial((0, 0)).run()
    assert played.reward == recorded_reward(played, read_sgf)
    race = RaceFile.make(
        {
            "game": "havannah",
            "size": 3,
            "openings": "random:1",
            "baseline": {"program": "fast", "sims": 8},
            "candidate": [{"name": "slow", "program": "slow"}],
        },
        "race",
    )
    raced = race.contest(tmp_path).seeded(0, 5).run()
    assert raced.reward == recorded_reward(raced, read_sgf)
