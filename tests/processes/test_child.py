"""What we start ends with us, with all its children, however we end."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from looking import becomes_true, is_running, numbers

from ponnuki.processes.child import end_all, start
from ponnuki.processes.parent import die_with
from ponnuki.processes.reaper import MARK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")

SLEEPER = "import os, time; print(os.getpid(), file=open({note!r}, 'a'), flush=True); time.sleep(600)"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


def sleeper(note: Path) -> list[str]:
    """A program that writes its number into a file and waits."""
    return [sys.executable, "-c", DEAF + SLEEPER.format(note=str(note))]


def family(note: Path) -> list[str]:
    """The same with two children: one in its own group, one in a session of its own."""
    code = f"import subprocess; words = {sleeper(note)!r}\n"
    code += "subprocess.Popen(words); subprocess.Popen(words, start_new_session=True)\n"
    return [sys.executable, "-c", code + SLEEPER.format(note=str(note))]


@contextlib.contextmanager
def owner(code: str, note: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """A Python process with `note` and `words`, which starts what the code says and waits, until it is killed."""
    top = f"note = {str(note)!r}\nwords = {family(note)!r}\n"
    text = "import os, sys, time\nfrom ponnuki.processes.child import keep_watch, start\n" + top + textwrap.dedent(code)
    with subprocess.Popen([sys.executable, "-c", text + "\ntime.sleep(600)"]) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_child_is_ended_with_its_children_also_with_those_that_left_its_group(tmp_path: Path) -> None:
    child = start(family(tmp_path / "note"))
    everybody = numbers(tmp_path / "note", 3)
    assert child.is_running
    child.end()
    assert not child.is_running
    assert child.process.returncode == -signal.SIGKILL
    assert not any(is_running(number) for number in everybody)


def test_one_child_ends_and_the_others_go_on(tmp_path: Path) -> None:
    first, second = start(sleeper(tmp_path / "first")), start(sleeper(tmp_path / "second"))
    numbers(tmp_path / "second", 1)
    first.end()
    assert second.is_running
    end_all([first, second])
    assert not second.is_running


def test_the_environment_is_ours_with_some_variables_and_a_mark() -> None:
    code = f"import os; print(os.environ['HOME'], os.environ['COLOUR'], os.environ[{MARK!r}])"
    child = start([sys.executable, "-c", code], variables={"COLOUR": "black"}, stdout=subprocess.PIPE)
    printed = child.process.communicate()[0].decode().split()
    child.end()
    assert printed == [os.environ["HOME"], "black", child.mark]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_everything_goes_when_its_owner_is_killed(number: int, tmp_path: Path) -> None:
    with owner("start(words)", tmp_path / "note") as process:
        everybody = numbers(tmp_path / "note", 3)
        process.send_signal(number)
        process.wait(60)
    assert becomes_true(lambda: not any(is_running(one) for one in everybody))


def test_what_a_child_starts_in_the_same_way_goes_when_the_first_owner_is_killed(tmp_path: Path) -> None:
    code = """
        inner = f"from ponnuki.processes.child import start; import time; start({words!r}); time.sleep(600)"
        start([sys.executable, "-c", inner])
    """
    with owner(code, tmp_path / "note") as process:
        everybody = numbers(tmp_path / "note", 3)
        process.kill()
    assert becomes_true(lambda: not any(is_running(one) for one in everybody))


def test_a_reaper_that_is_killed_is_started_again_and_knows_of_earlier_children(tmp_path: Path) -> None:
    code = """
        import signal
        from pathlib import Path
        from ponnuki.processes.child import _crew
        start(words)
        while not Path(note).exists() or Path(note).read_text().count("\\n") < 3:
            time.sleep(0.01)
        os.kill(_crew._reaper.pid, signal.SIGKILL)
        _crew._reaper.wait()
        keep_watch()
        print("again", file=open(note + ".again", "w"), flush=True)
    """
    with owner(code, tmp_path / "note") as process:
        everybody = numbers(tmp_path / "note", 3)
        assert becomes_true((tmp_path / "note.again").exists)
        assert all(is_running(one) for one in everybody)
        process.kill()
    assert becomes_true(lambda: not any(is_running(one) for one in everybody))


def test_a_forked_process_leaves_its_parents_children_alone(tmp_path: Path) -> None:
    """It ends as a process should, by `sys.exit`, and its parent's end is noticed though the fork still runs."""
    code = """
        start(words)
        while not os.path.exists(note) or open(note).read().count("\\n") < 3:
            time.sleep(0.01)
        if os.fork() == 0:
            sys.exit()
        os.wait()
        print("ended", file=open(note + ".ended", "w"), flush=True)
        if os.fork() == 0:
            print(os.getpid(), file=open(note + ".fork", "w"), flush=True)
    """
    with owner(code, tmp_path / "note") as process:
        everybody = numbers(tmp_path / "note", 3)
        [fork] = numbers(tmp_path / "note.fork", 1)
        assert (tmp_path / "note.ended").exists()
        assert all(is_running(one) for one in everybody)
        process.kill()
    try:
        assert becomes_true(lambda: not any(is_running(one) for one in everybody))
        assert is_running(fork)
    finally:
        os.kill(fork, signal.SIGKILL)


def test_children_that_nobody_ended_go_when_their_owner_ends_by_itself(tmp_path: Path) -> None:
    code = """
        start(words)
        while not os.path.exists(note) or open(note).read().count("\\n") < 3:
            time.sleep(0.01)
        sys.exit(0)
    """
    with owner(code, tmp_path / "note") as process:
        process.wait(60)
        assert not any(is_running(one) for one in numbers(tmp_path / "note", 3))


def test_a_process_that_is_tied_to_its_parent_dies_with_it(tmp_path: Path) -> None:
    note = tmp_path / "note"
    tied = f"import os; from {die_with.__module__} import die_with; die_with(os.getppid())\n"
    tied += SLEEPER.format(note=str(note))
    parent = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {tied!r}]); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", parent]) as process:
        [number] = numbers(note, 1)
        process.kill()
    assert becomes_true(lambda: not is_running(number))
