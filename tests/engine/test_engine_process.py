"""The program as it is started: a real process, real pipes, hostile input again, clocks, and a terminal game."""

import io
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from fuzzer import Fuzzer
from model import Model
from rich.console import Console

from ponnuki.engine.terminal import play_in_terminal
from ponnuki.errors import BadInput
from ponnuki.gtp.client import GtpProgram
from ponnuki.players.spec import PlayerSpec

COMMAND = [sys.executable, "-c", "from ponnuki.cli import main; main()"]
EACH = """
import sys
from ponnuki.cli import main

for options in sys.argv[1:]:
    sys.argv = ["ponnuki", "gtp", *options.split()]
    try:
        main()
    except SystemExit as end:
        print(end.code)
"""
"""Runs the engine with one set of options after the other, and prints how it ends."""
LINES = 2_000


def run(*options: str, said: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], input=said, capture_output=True, text=True, timeout=300, check=False, encoding="utf-8"
    )


def test_stdout_carries_the_protocol_and_nothing_else() -> None:
    done = run("gtp", "--size", "5", "--sims", "50", said="1 name\n2 genmove b\n\n# nothing\n3 quit\n")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")
    assert lines[0] == "=1 Ponnuki"
    assert lines[2].startswith("=2 ")
    assert lines[3:] == ["", "=3 ", "", ""]


def test_the_same_seed_gives_the_same_game() -> None:
    said = "".join(f"genmove {color}\n" for color in "bw" * 6)
    first, again, other = (run("gtp", "--size", "9", "--sims", "100", "--seed", seed, said=said) for seed in "558")
    assert first.stdout == again.stdout
    assert first.stdout != other.stdout


def test_bad_options_are_one_line_and_code_2(tmp_path: Path) -> None:
    refused = {
        "--sims 0": "error: options: sims: ",
        "--size 99": "error: options: size: ",
        "--rules japanese": "error: options: unknown rules 'japanese'",
        "--spec missing.toml": "error: missing.toml: cannot be read",
    }
    words = [sys.executable, "-c", EACH, *refused]
    done = subprocess.run(words, cwd=tmp_path, input="quit\n", capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "2\n" * len(refused)
    said = done.stderr.splitlines()
    assert [line[: len(message)] for line, message in zip(said, refused.values(), strict=True)] == [*refused.values()]


@pytest.mark.slow
def test_no_input_breaks_the_process(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "gtp", "--size", "5", "--sims", "8"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdin is not None
    assert process.stdout is not None
    watchdog = threading.Timer(300, process.kill)
    watchdog.start()
    fuzzer = Fuzzer(99, Model(5, 7.5), tmp_path, sizes=(5, 9))
    for _ in range(LINES):
        step = fuzzer.step()
        line = step.line.replace("\n", "")
        analysis = "\n" if "analyze" in line else ""  # an analysis ends with the next line
        process.stdin.write(f"{line}\n{analysis}".encode())
        process.stdin.flush()
        fuzzer.judge(step, _one_reply(process) if step.expect else "")
    process.stdin.write(b"showboard\nquit\n")
    process.stdin.flush()
    fuzzer._shows_the_board(True, _one_reply(process)[2:])
    assert process.wait(30) == 0
    watchdog.cancel()


def _one_reply(process: "subprocess.Popen[bytes]") -> str:
    assert process.stdout is not None
    lines = []
    while True:
        line = process.stdout.readline().decode()
        assert line, "the program has gone"
        lines.append(line)
        if line == "\n":
            return "".join(lines)


def test_moves_are_made_in_time() -> None:
    with GtpProgram([*COMMAND, "gtp", "--size", "9"], limit=120.0, name="ponnuki") as program:
        program.ask("kgs-time_settings byoyomi 0 1 1")
        taken = []
        for color in "bwbw":
            began = time.monotonic()
            program.ask(f"genmove {color}")
            taken.append(time.monotonic() - began)
    assert sorted(taken)[1] < 1.0, (
        "a busy machine may delay a move or two; who does not look at the clock is late in all"
    )


def test_a_game_in_the_terminal() -> None:
    said = "help\nZ9\nC3\nhint\nundo\nundo\nC3\nscore\nsave\nresign\n"
    output = io.StringIO()
    spec = PlayerSpec.make({"size": 5, "sims": 20, "resign": 0.0})
    play_in_terminal(spec, "b", io.StringIO(said), Console(file=output, width=100, highlight=False))
    text = output.getvalue()
    for part in (
        "take back your last move",
        "Z9 is off the 5x5 board",
        "White plays",
        "win rate",
        "the engine would play",
        "there is nothing to take back",
        "as things stand",
        "save needs the name of a file",
        "White wins by resignation",
    ):
        assert part in text, part


def test_no_name_of_a_file_and_no_byte_ends_a_game_in_the_terminal(tmp_path: Path) -> None:
    """NUL, a device that is full, brackets, a name that is too long, a folder, a sequence for terminals, bad UTF-8."""
    names = ["a\0b", "/dev/full", f"{tmp_path}/[bold]x", "x" * 300, str(tmp_path), f"{tmp_path}/\x1b[2Jy"]
    said = "".join(f"save {name}\n" for name in names).encode() + b"\xff\xfe\nresign\n"
    words = ["play", "--size", "5", "--sims", "20", "--seed", "0"]
    wide = {**os.environ, "COLUMNS": "1000"}
    done = subprocess.run([*COMMAND, *words], input=said, capture_output=True, env=wide, timeout=300)
    out = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert "\x1b" not in out
    for part in ("embedded null byte", "/dev/full: No space left", "File name too long", "Is a directory", "[bold]x"):
        assert part in out, part
    assert (tmp_path / "[bold]x").read_text().startswith("(;")
    assert out.endswith("White wins by resignation.\n")


def test_the_engine_can_play_itself_to_the_end() -> None:
    output = io.StringIO()
    spec = PlayerSpec.make({"size": 5, "sims": 50, "resign": 0.0})
    play_in_terminal(spec, "none", io.StringIO(""), Console(file=output, width=100))
    assert "The game is over: " in output.getvalue()


def test_the_end_of_input_leaves_the_game() -> None:
    output = io.StringIO()
    play_in_terminal(PlayerSpec.make({"size": 5, "sims": 5}), "w", io.StringIO(""), Console(file=output))
    assert "left unfinished" in output.getvalue()


def test_an_unknown_colour_is_named() -> None:
    with pytest.raises(BadInput, match="unknown colour 'green'"):
        play_in_terminal(PlayerSpec.make({"size": 5}), "green")
