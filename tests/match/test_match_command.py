"""`ponnuki match` and `ponnuki tournament` as people run them: real processes, real games, real kills."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time

import pytest
from programs import PONNUKI, all_gone, command, new_token

from ponnuki.games.go.record import read_sgf_file
from ponnuki.processes.programs import find_program

SMALL = ("--size", "5", "--komi", "0.5", "--openings", "random:2", "--workers", "1")


def test_a_match_reports_rate_colours_elo_times_and_games(ponnuki, ponnuki_here, tmp_path):
    text = ponnuki("match", "sims=30", "sims=4", "--games", 12, *SMALL).stdout
    for words in ("A scores", "Elo of A over B", "A with black", "time for a move", "games lost by a fault of B: none"):
        assert words in text
    summary = json.loads(ponnuki_here("match", "sims=30", "sims=4", "--games", 12, *SMALL, "--json").stdout)
    assert (summary["a"], summary["b"], summary["games"], summary["pairs"]) == ("sims=30", "sims=4", 12, 6)
    assert summary["wins"] + summary["draws"] + summary["losses"] == 12
    assert summary["rate"] == (summary["wins"] + summary["draws"] / 2) / 12
    assert summary["as_black"]["games"] == summary["as_white"]["games"] == 6
    assert summary["elo_interval"][0] < summary["elo_interval"][1]
    assert summary["seconds_per_move"]["a"] > 0
    files = sorted((tmp_path / summary["out"] / "games").iterdir())
    assert [file.name for file in files[:3]] == ["00001-1.sgf", "00001-2.sgf", "00002-1.sgf"]
    assert len(files) == 12
    assert read_sgf_file(files[0]).black == "sims=30"


def test_the_same_command_tells_again_and_more_games_go_on(ponnuki_here, tmp_path):
    words = ("match", "sims=8", "sims=4", *SMALL, "--json", "--games")
    first, again = (json.loads(ponnuki_here(*words, 4).stdout) for _ in range(2))
    assert first == again
    more = json.loads(ponnuki_here(*words, 8).stdout)
    assert (more["run"], more["games"]) == (first["run"], 8)
    fresh = json.loads(ponnuki_here(*words, 8, "--store", "other.sqlite", "--out", "elsewhere", "--workers", 2).stdout)
    for key in ("rate", "pair_results", "as_black", "reasons", "moves_per_game"):
        assert fresh[key] == more[key]
    games = [sorted((tmp_path / place / "games").iterdir()) for place in (more["out"], "elsewhere")]
    assert [file.read_bytes() for file in games[0]] == [file.read_bytes() for file in games[1]]


def test_a_match_against_a_bad_program_goes_on_to_its_end(ponnuki):
    token = new_token()
    done = ponnuki("match", "sims=8", f"gtp:{command('exits', token)}", "--games", 6, *SMALL)
    assert "games lost by a fault of B: 6 by crash" in done.stdout
    assert "A scores 1.0000" in done.stdout
    assert "does not start as it should, and may lose all its games" in done.stderr
    assert "cannot find my opening book" in done.stderr
    assert all_gone(token)


def pairs_in(store):
    """How many pairs a store has; none before it is there."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as opened:
            return opened.execute("SELECT count(*) FROM trial").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def wait_for_a_pair(store, process, beyond):
    """Wait until a process has written more pairs than there were, or has ended."""
    while pairs_in(store) <= beyond and process.poll() is None:
        time.sleep(0.01)


def test_a_match_that_is_killed_goes_on_and_leaves_nothing_behind(ponnuki_here, tmp_path):
    token, pairs = new_token(), 0
    words = ["match", "sims=8", f"gtp:{command('passes', token)} {{seed}}", *SMALL, "--games", "24"]
    for number in (signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(
            [*PONNUKI, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_for_a_pair(tmp_path / "ponnuki.sqlite", process, beyond=pairs)
        pairs = pairs_in(tmp_path / "ponnuki.sqlite")
        os.kill(process.pid, number)
        _, errors = process.communicate(timeout=60)
        assert all_gone(token)
        if process.returncode == 130:
            assert "every finished game is in ponnuki.sqlite. To go on: " in errors
    summary = json.loads(ponnuki_here(*words, "--json").stdout)
    assert (summary["games"], summary["void"]) == (24, 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sims=8", "nobody"), "'nobody' is no player"),
        (("sims=8", "gtp:no-such-program --gtp"), "no program 'no-such-program'"),
        (("sims=8", "simz=9"), "did you mean 'sims'?"),
        (("sims=8", "sims=9", "--games", "7"), "games must be an even number"),
        (("sims=8", "sims=9", "--game", "poker"), "unknown game 'poker'"),
        (("sims=8", "sims=9", "--size", "99"), "size: Input should be less than or equal to 25"),
        (("sims=8", "sims=9", "--openings", "nowhere"), "openings nowhere: cannot be read"),
        (("sims=8", "sims=9", "--seed", "-1"), "seed must be a whole number"),
        (("sims=8", "sims=9", "--referee", "me"), "unknown referee 'me'"),
        (("sims=8", "sims=9", "--referee", "gtp:no-such-judge"), "the referee: no program 'no-such-judge'"),
        (("sims=8", "sims=9", "--referee", "gtp:false"), "the referee 'false' does not start as it should: crash"),
        (("sims=8", "sims=9", "--openings", "/dev/zero"), "openings /dev/zero: cannot be read: not a text file"),
        (("sims=8", "sims=9", "--out", "full"), "full has other results already"),
        (("sims=8", "sims=9", "--out", "full/thesis.txt/games"), "cannot be written (Not a directory)"),
        (("sims=8", "sims=9", "--out", "/proc/games"), "the folder /proc/games cannot be written"),
        (("sims=8", "sims=9", "--store", "/proc/s.sqlite"), "the store /proc/s.sqlite cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(refusal, tmp_path, words, message):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").touch()
    assert message in refusal("match", *words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]


TOURNAMENT = """
size = 5
komi = 0.5
games = 4
seed = 3
openings = "random:2"
[[player]]
name = "strong"
sims = 60
[[player]]
name = "weak"
sims = 2
[[player]]
name = "broken"
gtp = {program}
"""


def test_a_round_robin_has_a_cross_table_and_elo(ponnuki_here, tmp_path):
    (tmp_path / "cup.toml").write_text(TOURNAMENT.format(program=json.dumps(command("crashes"))))
    summary = json.loads(ponnuki_here("tournament", "cup.toml", "--workers", 1, "--json").stdout)
    assert [player["name"] for player in summary["players"]][-1] == "broken"
    assert {(p["a"], p["b"]) for p in summary["pairings"]} == {
        ("strong", "weak"),
        ("strong", "broken"),
        ("weak", "broken"),
    }
    broken = summary["players"][-1]
    assert (broken["games"], broken["points"], broken["faults"]) == (8, 0, 8)
    for player in summary["players"]:
        low, high = player["elo_interval"]
        assert low < player["elo"] < high
    assert len(list((tmp_path / summary["out"] / "games").iterdir())) == 12
    text = ponnuki_here("tournament", "cup.toml").stdout
    assert "strong" in text
    assert "broken against strong: crash: ended with code 17" in text
    other = ponnuki_here("tournament", "cup.toml", "--seed", 4, code=2)
    assert "run 'cup' in ponnuki.sqlite was started with another seed" in other.stderr


def test_in_a_gauntlet_everybody_meets_one(ponnuki_here, tmp_path):
    text = 'kind = "gauntlet"\nagainst = "weak"\n' + TOURNAMENT.format(program=json.dumps(command("passes")))
    (tmp_path / "cup.toml").write_text(text)
    summary = json.loads(ponnuki_here("tournament", "cup.toml", "--games", 2, "--workers", 1, "--json").stdout)
    assert [(p["a"], p["b"]) for p in summary["pairings"]] == [("weak", "strong"), ("weak", "broken")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = 4", "a tournament needs two players"),
        ("opening = 4", "unknown key 'opening'; did you mean 'openings'?"),
        ('kind = "swiss"\n' + TOURNAMENT.format(program='"x"'), "unknown kind 'swiss'"),
        ('kind = "gauntlet"\nagainst = "wek"\n' + TOURNAMENT.format(program='"x"'), "did you mean 'weak'?"),
        (TOURNAMENT.replace("broken", "weak").format(program='"x"'), "two players are called 'weak'"),
        ("[[player]]\nsims = 3\n[[player]]\nname = 'b'", "player 1: a player needs a name"),
    ],
)
def test_a_bad_tournament_file_is_one_line(refusal, tmp_path, text, message):
    (tmp_path / "cup.toml").write_text(text)
    assert message in refusal("tournament", "cup.toml")


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed: apt install gnugo")
def test_a_match_against_gnu_go(ponnuki_here):
    gnugo = "gtp:gnugo --mode gtp --level 1 --chinese-rules --seed {seed}"
    words = ("match", "sims=50", gnugo, "--games", 4, "--size", 5, "--workers", 1, "--json")
    summary = json.loads(ponnuki_here(*words).stdout)
    assert summary["games"] == 4
    assert not any(summary["faults"]["b"].values())
