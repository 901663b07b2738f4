"""The examples are races and tournaments that can be run."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.lab.learn.parameters import read_parameters, read_tuning
from ponnuki.lab.learn.proposed import first_values
from ponnuki.lab.matches.schedule import read_tournament
from ponnuki.lab.races.session import Session
from ponnuki.match.difference import DifferenceTrial
from ponnuki.match.pair import BASELINE, CANDIDATE
from ponnuki.players.check import check_player
from ponnuki.players.spec import player_spec
from ponnuki.players.toml import read_toml
from ponnuki.processes.programs import find_program

EXAMPLES = Path(__file__).parents[2] / "examples"
RACES = sorted(path for path in EXAMPLES.rglob("*.toml") if "[[candidate]]" in path.read_text())
STOCKFISH = pytest.mark.skipif(find_program("stockfish") is None, reason="needs Stockfish: apt install stockfish")
SIDES = (CANDIDATE, BASELINE)
PLAIN = player_spec({"uci": "stockfish"})


def test_there_is_an_example_of_every_kind():
    assert [path.relative_to(EXAMPLES).as_posix() for path in RACES] == [
        "chess/patch.toml",
        "chess/stockfish.toml",
        "chess/takes.toml",
        "function/coin.toml",
        "gnugo-levels.toml",
        "havannah.toml",
        "hex.toml",
        "settings.toml",
    ]
    text = (EXAMPLES / "README.md").read_text()
    assert all(path.relative_to(EXAMPLES).as_posix() in text for path in EXAMPLES.rglob("*.toml"))


@pytest.mark.parametrize("path", RACES, ids=lambda path: path.stem)
def test_races_are_read(path):
    contest = Session.of_file(path).contest
    assert len(contest.samples()) == len(contest.names) >= 1


@pytest.mark.parametrize("name", ["havannah.toml", "hex.toml", "settings.toml"])
def test_no_candidate_plays_like_another_or_like_the_baseline(name):
    contest = Session.of_file(EXAMPLES / name).contest
    players = [
        (spec.search_settings(), spec.playout_rules(), spec.prior_weights(), spec.limit())
        for spec in (contest.baseline, *contest.candidates)
    ]
    assert all(one not in players[:place] for place, one in enumerate(players))


def test_the_tournament_is_read(tmp_path):
    text = (EXAMPLES / "tournament.toml").read_text().replace("balanced:16", "random:2")
    (tmp_path / "cup.toml").write_text(text)
    assert len(read_tournament(tmp_path / "cup.toml", {}).pairings) == 6


def test_the_function_that_is_tuned_rewards_a_better_temperature_under_every_seed_alike():
    tuning = read_tuning(EXAMPLES / "function" / "tuning.toml")
    folder, hot = str(EXAMPLES / "function"), tuning.judged.arguments
    cold = {**hot, "temperature": 0.1}
    trials = [DifferenceTrial.make(tuning.judged.evaluate, cold, hot, seed, folder=folder) for seed in range(40)]
    rewards = [trial.run().reward for trial in trials]
    assert rewards == [trial.run().reward for trial in trials]
    assert sum(rewards) / len(rewards) > 0.53


def test_the_function_gives_a_reward_that_the_seed_decides():
    contest = Session.of_file(EXAMPLES / "function" / "coin.toml").contest
    first = [contest.seeded(0, seed).run().reward for seed in range(200)]
    assert first == [contest.seeded(0, seed).run().reward for seed in range(200)]
    assert 0.49 < sum(first) / 200 < 0.55


@STOCKFISH
@pytest.mark.parametrize("name", ["patch", "takes"])
def test_races_of_stockfish_play(name):
    contest = Session.of_file(EXAMPLES / "chess" / f"{name}.toml").contest
    contest.check()
    games = contest.seeded(0, 1).run().details["games"]
    assert all(game["reason"] == "score" and game["opening"] == 0 for game in games)


@STOCKFISH
def test_the_gauntlet_of_stockfish_plays_with_clocks():
    schedule = read_tournament(EXAMPLES / "chess" / "gauntlet.toml", {})
    assert schedule.pairings == ((0, 1), (0, 2))
    schedule.check()
    pair = schedule.trial((1, 0))
    quick = {side: getattr(pair, side).model_copy(update={"tc": "0.3+0.01", "margin": 5}) for side in SIDES}
    games = replace(pair, **quick).run().details["games"]
    assert not any(game["faults"] for game in games)
    assert all("[%clk 0:00:00" in game["pgn"] for game in games)


@STOCKFISH
def test_the_options_to_be_tuned_are_those_of_stockfish():
    parameters = read_parameters(EXAMPLES / "chess" / "tuning.toml")
    options = {name.partition(".")[2]: value for name, value in first_values(parameters, PLAIN).items()}
    assert check_player(player_spec({"uci": "stockfish", "options": options})).startswith("Stockfish")


@STOCKFISH
def test_the_tuning_of_stockfish_runs_and_changes_nothing_that_was_not_accepted(tmp_path):
    chess = EXAMPLES / "chess"
    words = ["learn", "uci=stockfish,nodes=20,random=true,options.'Skill Level'=0", "--settings", "--json"]
    words += ["--parameters", str(chess / "tuning.toml"), "--openings", str(chess / "book.epd"), "--proposer", "tpe"]
    words += ["--candidates", "2", "--iterations", "1", "--patience", "4", "--workers", "1", "--name", "tuned"]
    words += ["--accept-above", "0.55", "--drop-below", "0.8"]
    words += ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out")]
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.stdout)
    assert found["iterations"] == 1
    tuned = player_spec(read_toml(tmp_path / "out" / "learned.toml")).settings()["options"]
    assert (tuned == {"Skill Level": 0}) == (not found["accepted"])
    assert set(tuned) <= {"Skill Level", "Slow Mover"}


@pytest.mark.slow
@STOCKFISH
@pytest.mark.skipif(shutil.which("python3") is None, reason="the example calls python3")
def test_two_equal_stockfishes_score_one_half():
    contest = Session.of_file(EXAMPLES / "chess" / "stockfish.toml").contest
    assert contest.seeded(contest.names.index("same"), 2).run().reward == 0.5
