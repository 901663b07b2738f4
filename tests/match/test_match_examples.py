"""The examples are races and tournaments that can be run."""

import shutil
from pathlib import Path

import pytest

from ponnuki.gtp.programs import find_program
from ponnuki.lab.fixtures import read_tournament
from ponnuki.lab.race_session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
RACES = sorted(path for path in EXAMPLES.rglob("*.toml") if path.name != "tournament.toml")


def test_there_is_an_example_of_every_kind():
    assert [path.relative_to(EXAMPLES).as_posix() for path in RACES] == [
        "chess/stockfish.toml",
        "function/coin.toml",
        "gnugo-levels.toml",
        "havannah.toml",
        "settings.toml",
    ]
    text = (EXAMPLES / "README.md").read_text()
    assert all(path.relative_to(EXAMPLES).as_posix() in text for path in RACES)


@pytest.mark.parametrize("path", RACES, ids=lambda path: path.stem)
def test_races_are_read(path):
    contest = Session.of_file(path).contest
    assert len(contest.samples()) == len(contest.names) >= 2


def test_the_tournament_is_read(tmp_path):
    text = (EXAMPLES / "tournament.toml").read_text().replace("balanced:16", "random:2")
    (tmp_path / "cup.toml").write_text(text)
    assert len(read_tournament(tmp_path / "cup.toml", {}).pairings) == 6


def test_the_function_gives_a_reward_that_the_seed_decides():
    contest = Session.of_file(EXAMPLES / "function" / "coin.toml").contest
    first = [contest.trial(0, seed).run().reward for seed in range(200)]
    assert first == [contest.trial(0, seed).run().reward for seed in range(200)]
    assert 0.49 < sum(first) / 200 < 0.55


@pytest.mark.slow
@pytest.mark.skipif(find_program("stockfish") is None, reason="Stockfish is not installed: apt install stockfish")
@pytest.mark.skipif(shutil.which("python3") is None, reason="the example calls python3")
def test_two_equal_stockfishes_score_one_half():
    contest = Session.of_file(EXAMPLES / "chess" / "stockfish.toml").contest
    assert contest.trial(contest.names.index("same"), 2).run().reward == 0.5
