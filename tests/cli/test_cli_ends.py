"""How commands end when something is wrong around them: one line, and an exit code."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from here import add_match, add_race, new_store, run_here

import ponnuki

COMMAND = [sys.executable, "-m", "ponnuki"]
RACE = """
evaluate = "race_samples:coin"
accept_above = 0.5
drop_below = 0.6
risk = 0.2
[[candidate]]
name = "x [/bold]"
p = 0.8
[[candidate]]
name = "mogo[rave]"
p = 0.3
"""


def run(*words: str, folder: Path, **options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*COMMAND, *words], cwd=folder, text=True, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


def one_line(text: str) -> str:
    [line] = text.splitlines()
    assert line.isprintable()
    return line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a store in it; the export of its match is longer than what a pipe holds."""
    with new_store(tmp_path) as store:
        add_race(store, "race")
        add_match(store, "match", [(0, 1)], pairs=4000, wanted=4000)
    return tmp_path


# ---- the output ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("export", "match"), ("export", "match", "--json"), ("status",), ("status", "--json")]
)
def test_an_output_that_is_full_is_one_line(folder: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = run(*words, folder=folder, stdout=full)
    assert done.returncode == 1
    assert one_line(done.stderr) == "error: the output cannot be written: No space left on device"


@pytest.mark.parametrize("words", [("export", "match"), ("status",), ("--help",)])
def test_a_reader_that_has_gone_is_one_line(folder: Path, words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run(*words, folder=folder, stdout=writer)
    os.close(writer)
    assert done.returncode == 1
    assert one_line(done.stderr) == "error: the output was closed before all of it was written"


def test_the_first_line_of_an_export_is_there_for_whoever_wants_no_more(folder: Path) -> None:
    shell = f"{' '.join(COMMAND)} export match | head -1"
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=folder, capture_output=True, text=True)
    assert done.stdout == "pairing,a,b,pair,seed,reward,a_black,a_white\n"
    assert one_line(done.stderr) == "error: the output was closed before all of it was written"


@pytest.mark.parametrize(
    ("closing", "code", "said"),
    [
        (">&-", 2, "error: the output is closed: there is nowhere to write results to\n"),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
        ("<&- 2>&-", 0, ""),
    ],
)
def test_streams_may_be_closed(folder: Path, closing: str, code: int, said: str) -> None:
    shell = f"{' '.join(COMMAND)} status {closing}"
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, said)
    assert ("race" in done.stdout) == (code == 0)


def test_letters_that_the_output_does_not_have_are_written_otherwise(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        add_race(store, "日本")
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = run("status", folder=tmp_path, stdout=subprocess.PIPE, env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\u65e5" in done.stdout


def test_a_report_on_a_full_disk_is_one_line(folder: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(folder)
    (folder / "out").mkdir()
    (folder / "out" / "report.html").symlink_to("/dev/full")
    done = run_here(capsys, monkeypatch, "report", "race", "--out", "out", "--force")
    assert (done.code, done.out) == (1, "")
    assert one_line(done.err) == "error: out cannot be written (No space left on device): name another --out"
    done = run_here(capsys, monkeypatch, "export", "race", "--out", "/dev/full", "--force")
    assert (done.code, done.out) == (1, "")
    assert one_line(done.err) == "error: /dev/full cannot be written (No space left on device): name another --out"


# ---- the folder ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("status",), ("race", "race.toml"), ("match", "sims=1", "sims=2")])
def test_a_folder_that_was_deleted_is_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os, sys; from ponnuki.cli import main; os.rmdir(os.getcwd()); main()"
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=gone, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr).startswith("error: the current folder cannot be used (No such file or directory)")


@pytest.mark.parametrize("words", [("status",), ("export", "r"), ("report", "r")])
def test_a_folder_in_place_of_a_store_is_one_line(tmp_path: Path, monkeypatch, capsys, words: tuple[str, ...]) -> None:
    done = run_here(capsys, monkeypatch, *words, "--store", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert one_line(done.err) == f"error: the store {tmp_path} is a folder: --store names a file"


# ---- what is given ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("race", "race.toml", "--budget", str(2**63)), "budget is 9223372036854775808: it must be a number of trials"),
        (("race", "race.toml", "--name", "a\nb"), r"the name of a race has a character that does not print ('\n')"),
        (("race", "race.toml", "--name", "x" * 300), "the name of a race has 300 characters: 200 at most"),
        (("race", "race.toml", "--store", "x" * 300), "cannot be reached (File name too long)"),
        (("race", "race.toml", "--out", "x" * 300), "cannot be written (File name too long)"),
        (("race", "race.toml", "--workers", "1000000"), "workers is 1000000: it must be a number of processes"),
        (("match", "sims=1", "sims=2", "--games", str(2**63)), "games is 9223372036854775808: it must be at most"),
        (("match", "sims=1", "sims=2", "--games", str(2**62)), "games in all are too many for one run"),
        (("learn", "sims=1", "--games", str(2**63)), "games is 9223372036854775808: it must be at most"),
        (("match", "sims=1", "x" * 300), "is no player"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch, capsys, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race_samples.py").write_text("def coin(candidate, seed):\n    return 0.5\n")
    (tmp_path / "race.toml").write_text(RACE)
    before = sorted(tmp_path.iterdir())
    done = run_here(capsys, monkeypatch, *words)
    assert (done.code, done.out) == (2, "")
    assert message in one_line(done.err)
    assert [file for file in sorted(tmp_path.iterdir()) if file.name != "__pycache__"] == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("status", "--nosuch"), "no such option"),
        (("mach",), "no such command 'mach'"),
        (("match", "a"), "missing argument 'B'; see "),
        (("bench", "nosuch"), "no such command 'nosuch'; see "),
        (("race", "race.toml", "--workers", "two"), "invalid value for '--workers'"),
        (("gtp", "--size", "1e5"), "invalid value for '--size'"),
        (("status", "--\x1b[2J"), "no such option"),
    ],
)
def test_words_that_a_command_does_not_have_are_one_line(
    tmp_path: Path, monkeypatch, capsys, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here(capsys, monkeypatch, *words)
    assert (done.code, done.out) == (2, "")
    line = one_line(done.err)
    assert line.startswith(f"error: {message}")
    assert line.endswith(" -h")


def test_brackets_in_names_are_shown_and_do_not_end_a_race(tmp_path: Path) -> None:
    samples = Path(__file__).parents[1] / "lab" / "race_samples.py"
    (tmp_path / "race_samples.py").write_text(samples.read_text())
    (tmp_path / "race.toml").write_text(RACE)
    done = run("race", "race.toml", "--name", "x[/b]", "--workers", "1", folder=tmp_path, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "x[/b]: accepted: x [/bold]" in done.stdout
    assert "│ x [/bold] " in done.stdout
    assert "│ mogo[rave] " in done.stdout


# ---- signals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("seconds", [0.0, 0.15, 0.4, 1.0])
def test_a_command_that_is_stopped_while_it_loads_says_so(tmp_path: Path, number: int, seconds: float) -> None:
    """From the moment at which it watches signals, libraries being loaded or not."""
    code = (
        "import os, threading, time\n"
        "from ponnuki import cli\n"
        "check = cli._check_surroundings\n"
        "def checked():\n"
        "    check()\n"
        f"    threading.Thread(target=lambda: (time.sleep({seconds}), os.kill(os.getpid(), {int(number)}))).start()\n"
        "cli._check_surroundings = checked\n"
        "cli.main()\n"
    )
    words = ("match", "sims=1000000", "sims=1000000", "--size", "5", "--games", "2", "--workers", "1")
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (130, ""), done.stderr
    assert one_line(done.stderr).startswith("interrupted")


def test_next_to_nothing_is_loaded_before_signals_are_watched() -> None:
    """A signal that comes before ends Python with a traceback: that time is kept short."""
    code = (
        "import sys\n"
        "sys.path[:0] = sys.argv[1:]\n"
        "from ponnuki import cli\n"
        "print([name for name in ('typing', 'pathlib', 'difflib', 're', 'typer', 'numpy') if name in sys.modules])\n"
    )
    source = str(Path(ponnuki.__file__).parents[1])
    done = subprocess.run([sys.executable, "-S", "-c", code, source], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_what_a_library_makes_of_an_interruption_is_still_one(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from ponnuki import cli\n"
        "def swallowed():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        signal.pause()\n"
        "    except KeyboardInterrupt:\n"
        "        raise ImportError('numpy.core.multiarray failed to import') from None\n"
        "cli._check_surroundings = swallowed\n"
        "cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "status"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


@pytest.mark.parametrize(
    ("then", "end"),
    [
        ("signal.raise_signal(signal.SIGTERM)", (130, "interrupted\n")),
        ("raise BadInput('nothing there')", (2, "error: nothing there\n")),
    ],
)
def test_a_signal_that_python_drops_does_not_come_again_in_the_last_line(
    tmp_path: Path, then: str, end: tuple[int, str]
) -> None:
    """Whatever ends the command before the signal is raised again; saying so takes longer than that."""
    code = (
        "import signal, time, weakref\n"
        "from ponnuki import cli\n"
        "from ponnuki.errors import BadInput\n"
        "from ponnuki.processes import words\n"
        "class Something: pass\n"
        "def dropped():\n"
        "    something = Something()\n"
        "    kept = weakref.ref(something, lambda _: signal.raise_signal(signal.SIGINT))\n"
        "    del something\n"
        f"    {then}\n"
        "def slow(line, longest, quick=words.cleaned):\n"
        "    time.sleep(0.2)\n"
        "    return quick(line, longest)\n"
        "words.cleaned = slow\n"
        "cli._check_surroundings = dropped\n"
        "cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "status"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == end


def test_an_error_that_nobody_has_foreseen_keeps_its_details(tmp_path: Path) -> None:
    code = (
        "from ponnuki import cli\n"
        "def broken():\n"
        "    raise ZeroDivisionError('a fault of ours')\n"
        "cli._check_surroundings = broken\n"
        "cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "status"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "in broken" in done.stderr
    assert done.stderr.endswith("ZeroDivisionError: a fault of ours\n")


def test_signals_that_were_to_be_ignored_are(folder: Path) -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "from ponnuki import cli\n"
        "cli._check_surroundings = lambda: os.kill(os.getpid(), signal.SIGTERM)\n"
        "cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "status"], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_is_left_with_ctrl_c_leaves_its_line_tidy(tmp_path: Path) -> None:
    words = ["play", "--size", "5", "--sims", "1", "--program", "light"]
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    seen = ""
    deadline = time.monotonic() + 240
    while not seen.endswith("> ") and time.monotonic() < deadline:
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "\n"
    assert err.splitlines()[-1] == "interrupted; the game is left unfinished"
    assert all("compiling kernels" in line for line in err.splitlines()[:-1])
