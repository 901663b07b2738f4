"""How the program starts and ends: answers before kernels are loaded, seeds, and controllers that go away."""

import json
import subprocess
import sys
import threading
import time

import pytest
from random_player import RandomPlayer

from ponnuki.engine.loop import Engine
from ponnuki.engine.session import Session, Settings
from ponnuki.kits.go_gtp import COMMANDS as GO
from ponnuki.kits.havannah_gtp import TABLE as HAVANNAH
from ponnuki.kits.hex_gtp import TABLE as HEX
from ponnuki.players.kit import find_kit
from ponnuki.players.spec import PlayerSpec

ENGINE = "from ponnuki.cli import main; main()"
WATCHED = f"""
import sys
from ponnuki.engine.session import Session

load = Session.load

def watched(session):
    print("loaded" if "numba" in sys.modules else "not loaded", file=sys.stderr, flush=True)
    load(session)

Session.load = watched
{ENGINE}
"""
SOON = 0.3
HURRIED = f"""
from ponnuki.engine import loop
loop.SCRIPT_ENDS_WITHIN = {SOON}
{ENGINE}
"""
SEEDS = """
import sys
from ponnuki.cli import main

for word in sys.argv[2:]:
    sys.argv[1:] = ["gtp", "--seed", word]
    try:
        main()
    except SystemExit as end:
        print(word, end.code)
"""
PATIENCE = 120.0
QUICK = {
    "go": {
        "boardsize 5", "clear_board", "cputime", "get_komi", "gogui-analyze_commands", "gogui-interrupt",
        "gomill-cpu_time", "gomill-describe_engine", "gomill-explain_last_move", "known_command genmove", "komi 6.5",
        "list_commands", "name", "ponnuki-params", "ponnuki-search", "protocol_version", "query_boardsize", "quit",
        "version",
    },
}  # fmt: skip
QUICK["havannah"] = QUICK["go"] | {
    "gogui-rules_board_gfx", "gogui-rules_board_size", "gogui-rules_game_id", "havannah_coordinates"
}  # fmt: skip
QUICK["hex"] = QUICK["go"] | {
    "gogui-rules_board_size", "gogui-rules_game_id", "hex_coordinates", "hexgui-analyze_commands", "mohex-get-pv",
    "mohex-values", "param_mohex",
}  # fmt: skip
CLOCKS = {"time_settings 0 0 0", "kgs-time_settings none", "time_left b 10 0"}


def run(*options: str, said: str, code: str = ENGINE) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", code, "gtp", *options]
    return subprocess.run(words, input=said, capture_output=True, text=True, timeout=PATIENCE, check=False)


# ---- before kernels are loaded ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["go", "havannah", "hex"])
def test_the_first_answer_needs_no_numba(game: str) -> None:
    done = run("--game", game, "--seed", "1", said="1 name\n2 quit\n", code=WATCHED)
    assert done.stdout == "=1 Ponnuki\n\n=2 \n\n"
    assert done.stderr == "not loaded\n"
    assert done.returncode == 0


class Blocked(RandomPlayer):
    """Is not there before it is let go."""

    free = threading.Event()

    def __init__(self, size: int) -> None:
        assert self.free.wait(PATIENCE)
        super().__init__(size)


@pytest.mark.parametrize(("game", "table"), [("go", GO), ("havannah", HAVANNAH), ("hex", HEX)])
def test_quick_commands_do_not_wait_for_the_player(game: str, table: object) -> None:
    Blocked.free.clear()
    output: list[str] = []
    engine = Engine(Session(Settings(kit=find_kit(game), size=5), Blocked), output.append, table=table)  # type: ignore[arg-type]
    for line in sorted(QUICK[game] | CLOCKS):
        engine.handle(line)
    Blocked.free.set()
    assert len(output) == len(QUICK[game] | CLOCKS)
    named = {line.split()[0] for line in QUICK[game] | CLOCKS}
    assert named == {entry.name for entry in table if entry.quick}  # type: ignore[attr-defined]


def test_a_clock_begins_with_a_player_that_is_ready() -> None:
    Blocked.free.clear()
    session = Session(Settings(size=5), Blocked)
    threading.Timer(0.3, Blocked.free.set).start()
    began = time.monotonic()
    Engine(session, lambda text: None).handle("time_settings 10 0 0")
    assert time.monotonic() - began > 0.2
    assert not session.is_preparing


def test_a_size_that_is_not_wanted_any_more_is_not_prepared() -> None:
    Blocked.free.clear()
    made: list[int] = []

    def make(size: int) -> RandomPlayer:
        made.append(size)
        return Blocked(size)

    session = Session(Settings(size=9), make)
    for size in (5, 7, 13, 5):
        session.restart(size)
    Blocked.free.set()
    session.be_ready()
    assert made in ([5, 5], [5])


def test_what_a_player_raises_when_it_is_made_is_the_answer() -> None:
    def make(size: int) -> RandomPlayer:
        raise MemoryError("no room")

    output: list[str] = []
    engine = Engine(Session(Settings(size=5), make), output.append)
    engine.handle("1 name")
    engine.handle("2 genmove b")
    assert output == ["=1 Ponnuki\n\n", "?2 internal error: MemoryError: no room\n\n"]


# ---- seeds --------------------------------------------------------------------------------------------------------


def test_without_a_seed_one_is_drawn_and_said() -> None:
    first, second = (run("--sims", "7", said="gomill-describe_engine\nquit\n") for _ in range(2))
    word, seed = first.stderr.split()
    assert word == "seed"
    assert first.stderr != second.stderr
    digest = PlayerSpec.make({"sims": 7}).digest
    assert f"program default, sims 7, threads 1, seed {seed} (drawn), digest {digest}\n" in first.stdout


def test_a_seed_that_nobody_has_put_in_is_one_line_in_the_protocol_too() -> None:
    done = run("--seed", "{seed}", said="1 name\n\nboardsize 9\n2 quit\n3 name\n")
    assert done.returncode == 2
    assert done.stderr.startswith("error: --seed {seed} is no whole number from 0 on: ")
    assert done.stderr.count("\n") == 1
    reason = done.stderr.removeprefix("error: ").strip()
    assert done.stdout == "".join(f"?{number} {reason}\n\n" for number in ("1", "", "2"))


def test_what_is_no_seed_is_refused() -> None:
    words = ("-1", "1.5", "x", "%SRAND", "")
    done = run(*words, said="", code=SEEDS)
    assert done.stdout == "".join(f"{word} 2\n" for word in words)
    assert [line.split(" is ")[0] for line in done.stderr.splitlines()] == [f"error: --seed {word}" for word in words]


# ---- the end ------------------------------------------------------------------------------------------------------


def started(*options: str, code: str = ENGINE) -> "subprocess.Popen[str]":
    """The program in the middle of a search that would take an hour."""
    words = [sys.executable, "-c", code, "gtp", "--size", "5", "--time", "3600", *options]
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("showboard\n")
    process.stdin.flush()
    while process.stdout.readline() != "\n":
        pass
    return process


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_end_of_input_ends_a_search_and_the_program(threads: str) -> None:
    process = started("--threads", threads, code=HURRIED)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("lz-genmove_analyze b 100\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("info"):
        pass
    time.sleep(2 * SOON)  # an end that comes sooner is that of a script, whose search is waited for
    process.stdin.close()
    began = time.monotonic()
    assert process.wait(PATIENCE) == 0
    assert time.monotonic() - began < 20


def test_a_controller_that_vanishes_ends_a_search_and_the_program() -> None:
    process = started()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("genmove b\n")
    process.stdin.close()
    process.stdout.close()
    assert process.wait(PATIENCE) == 0


def test_a_script_is_answered_to_its_end() -> None:
    done = run("--size", "5", "--time", "0.3", said="genmove b\ngenmove w\nname\n")
    assert [line[:2] for line in done.stdout.split("\n") if line] == ["= "] * 3
    assert json.dumps(done.stdout).endswith('= Ponnuki\\n\\n"')
