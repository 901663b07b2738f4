"""Whatever a program does, its game ends with the right loser, in time, under the right name, and nothing stays."""

import json
import signal
import subprocess
import sys
import time

import pytest
from programs import all_gone, bad, command, new_token, ours, running

from ponnuki.errors import BadInput
from ponnuki.games.go.position import Position
from ponnuki.match.conditions import Conditions
from ponnuki.match.pair import PairTrial
from ponnuki.players.game_player import PlayerFault
from ponnuki.players.gtp import GtpGamePlayer, check_program
from ponnuki.players.spec import GtpSpec
from ponnuki.processes.programs import find_program

FIVE = Conditions(size=5, komi=0.5)
OPENING = ("C3", "B2", "D2")
"""White to move, C3 taken."""


def play(spec, opening=OPENING):
    return PairTrial(spec, ours(), FIVE, 1, opening, ("bad", "ours")).run()


CASES = [
    ("crashes", "crash", {}, "ended with code 17"),
    ("exits", "crash", {}, "cannot find my opening book"),
    ("closes", "crash", {}, "closed its output"),
    ("hangs", "stall", {"move_limit": 0.5}, "no answer to 'genmove"),
    ("cheats", "illegal", {}, "C3: the point is occupied"),
    ("outside", "illegal", {}, "T19 is off the 5x5 board"),
    ("babbles", "garbage", {}, "'I think therefore I am, and so on for..."),
    ("shouts", "garbage", {"move_limit": 0.5}, "'la la la'"),
    ("endless", "garbage", {"move_limit": 20}, "without an end"),
    ("refuses", "refusal", {}, "unknown command"),
    ("dawdles", "time", {"game_limit": 0.6}, "more than 0.6 s for the game"),
    ("dawdles", "time", {"tc": "0.5+0.01", "margin": 0.0}, "more than 0.5+0.01 for the game"),
]


@pytest.mark.parametrize(("name", "kind", "limits", "message"), CASES, ids=[case[0] for case in CASES])
def test_a_fault_is_a_loss_that_is_named_and_leaves_no_process(name, kind, limits, message):
    token, began = new_token(), time.monotonic()
    result = play(bad(name, token, **limits))
    assert time.monotonic() - began < 60
    assert result.reward == 0.0
    for game in result.details["games"]:
        assert game["reason"] == kind
        assert game["winner"] == "baseline"
        fault = game["faults"]["candidate"]
        assert fault["kind"] == kind
        assert message in fault["message"]
        assert f"bad: {kind}: " in game["sgf"]
    assert all_gone(token)


def test_what_a_program_does_to_a_terminal_is_not_kept_nor_all_that_it_says():
    result = play(bad("paints"))
    for game in result.details["games"]:
        fault = game["faults"]["candidate"]
        assert fault["kind"] == "refusal"
        assert "failed: no move yyy" in fault["message"]
        assert fault["stderr"][0].startswith("last words xxx")
        assert all(line.isprintable() for line in (fault["message"], *fault["stderr"]))
        assert "\x1b" not in game["sgf"]
    assert len(json.dumps(result.details)) < 10_000


def test_the_last_words_of_a_program_are_kept():
    game = play(bad("crashes")).details["games"][0]
    assert game["faults"]["candidate"]["stderr"] == ["segmentation fault, nearly"]


def test_a_flood_on_stderr_does_not_stop_the_game():
    games = play(bad("floods")).details["games"]
    assert all(not game["faults"] for game in games)
    assert {game["reason"] for game in games} <= {"score", "resign"}


def test_the_other_side_is_not_blamed():
    result = PairTrial(ours(), bad("crashes"), FIVE, 1, OPENING).run()
    assert result.reward == 1.0
    assert all(set(game["faults"]) == {"baseline"} for game in result.details["games"])


def test_a_program_that_is_kept_is_started_again_after_a_crash():
    spec = bad("crashes", fresh=False)
    assert [play(spec).reward for _ in range(2)] == [0.0, 0.0]


def test_a_program_that_is_kept_plays_many_games_in_one_process():
    token = new_token()
    spec = bad("passes", token, fresh=False)
    for _ in range(2):
        assert not play(spec).details["games"][0]["faults"]
    assert len(running(token)) == 1


def test_the_start_up_check_says_what_is_wrong():
    assert check_program(GtpSpec(gtp=command("passes"))) == "passer"
    with pytest.raises(PlayerFault, match=r"crash: .* its last words: cannot find my opening book"):
        check_program(GtpSpec(gtp=command("exits")))


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed: apt install gnugo")
def test_commands_of_the_setup_are_sent_before_each_game_and_name_whoever_refuses_them():
    told = {"gtp": "gnugo --mode gtp", "setup": ["level {level}", "set_random_seed {seed}"], "options": {"level": 1}}
    assert check_program(GtpSpec(**told)).startswith("GNU Go")
    for seed in (4, 9):
        player = GtpGamePlayer(GtpSpec(**told), seed)
        player.begin(Position.empty(5), 0.5)
        assert player._ask("get_random_seed", 10) == str(seed + 1)
        player.close()
    assert GtpSpec(**told).reproducible
    with pytest.raises(PlayerFault, match=r"refusal: .*'levle 1'.* unknown command"):
        check_program(GtpSpec(**(told | {"setup": ["levle {level}"]})))
    with pytest.raises(BadInput, match="is not a GTP command on one line"):
        GtpSpec(gtp="gnugo", setup=["level 1\nquit"])


def test_a_program_that_is_kept_is_not_shared_with_one_that_was_set_up_otherwise():
    token = new_token()
    for setup in (["komi 1"], ["komi 2"], ["komi 1"]):
        assert not play(bad("passes", token, fresh=False, setup=setup)).details["games"][0]["faults"]
    assert len(running(token)) == 2


OWNER = """
import sys
sys.path.insert(0, {folder!r})
from programs import bad
from ponnuki.players.game_player import join_game
from ponnuki.games.go.position import Position
player = join_game(bad("hangs", {token!r}), 0)
position = Position.empty(5)
player.begin(position, 0.5)
print("ready", flush=True)
player.choose(position)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_programs_die_with_a_worker_that_is_killed(number):
    token = new_token()
    text = OWNER.format(folder=str(__file__).rpartition("/")[0], token=token)
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        deadline = time.monotonic() + 60
        while len(running(token)) < 2 and time.monotonic() < deadline:  # the program and its child
            time.sleep(0.02)
        assert len(running(token)) == 2
        worker.send_signal(number)
        worker.wait()
    assert all_gone(token)
