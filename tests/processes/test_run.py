"""Commands that are run to their end, and where programs are found."""

import os
import sys
import time
from pathlib import Path

import pytest
from looking import is_running, numbers

from ponnuki.processes import programs
from ponnuki.processes.programs import find_program, search_path
from ponnuki.processes.run import run


def test_a_command_gives_its_code_output_and_errors(tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), os.environ['N']); print('oh', file=sys.stderr); sys.exit(3)"
    done = run([sys.executable, "-c", code], folder=tmp_path, variables={"N": "5"})
    assert (done.code, done.output.split(), done.errors) == (3, [str(tmp_path), "5"], "oh\n")


def test_a_command_has_nothing_to_read() -> None:
    assert run([sys.executable, "-c", "import sys; print(repr(sys.stdin.read()))"]).output == "''\n"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
def test_a_command_that_takes_too_long_is_ended_with_what_it_started(tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        run(
            ["/bin/sh", "-c", "setsid sleep 600 & echo $! > note; echo $$ >> note; sleep 600"],
            folder=tmp_path,
            limit=0.3,
        )
    assert time.monotonic() - began < 60
    assert not any(is_running(number) for number in numbers(tmp_path / "note", 2))


def test_a_command_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run([str(tmp_path / "nothing")])


def test_a_program_is_looked_for_on_the_path_then_among_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, name in (("bin", "both"), ("games", "both"), ("games", "game")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text("#!/bin/sh\n")
        (tmp_path / folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(programs, "GAMES_FOLDER", str(tmp_path / "games"))
    assert find_program("both") == str(tmp_path / "bin" / "both")
    assert find_program("game") == str(tmp_path / "games" / "game")
    assert find_program("nothing") is None
    assert search_path("more").split(os.pathsep) == [str(tmp_path / "bin"), str(tmp_path / "games"), "more"]
