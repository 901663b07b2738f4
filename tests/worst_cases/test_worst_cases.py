"""Cases of docs/worst-cases.md that are cheap to try. The page names where the others are tested."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ponnuki.cli import main
from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.file import RaceFile
from ponnuki.players.kit import find_kit

SOURCE = Path(__file__).parents[2] / "src" / "ponnuki"
ESCAPE = "\x1b"


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["ponnuki", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def fill(path: Path) -> None:
    """A store with a race of two candidates."""
    names = [{"name": "look for captures"}, {"name": "believe RAVE for longer"}]
    file = RaceFile.make({"evaluate": "m:f", "candidate": names}, "race.toml")
    with Store(path, write=True) as store:
        run = store.add_run("a-race-with-a-long-name", "race", file.identity())
        store.begin_session(run, None)
        series = store.open_series(run, 0, file.race_settings())
        store.write(series, [TrialRow((0, number), number, 0.5) for number in range(40)])


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_table_of_runs_fits_a_narrow_terminal_without_colour(
    width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    fill(tmp_path / "ponnuki.sqlite")
    code, out, err = run(capsys, monkeypatch, "status")
    assert (code, err) == (0, "")
    assert max(len(line.rstrip()) for line in out.splitlines()) <= width
    assert ESCAPE not in out
    assert "interrupted" in out
    assert "0.500" in out


def test_a_home_that_cannot_be_written_and_no_colour_do_not_stop_a_match(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the home should be")
    variables = os.environ | {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "NO_COLOR": "1"}
    variables.pop("PONNUKI_CACHE_DIR", None)
    words = [sys.executable, "-m", "ponnuki", "race", "race.toml", "--workers", "1"]
    (tmp_path / "race.toml").write_text('evaluate = "echo 0.5"\nbudget = 4\n[[candidate]]\nname = "a"\n')
    done = subprocess.run(words, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert ESCAPE not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--size", "1"), "greater than or equal to 2"),
        (("--size", "26"), "less than or equal to 25"),
        (("--komi", "nan"), "komi: Input should be a finite number"),
        (("--komi", "inf"), "komi: Input should be a finite number"),
    ],
)
def test_boards_and_komi_that_cannot_be_are_one_line(
    words: tuple[str, ...], line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, monkeypatch, "match", "sims=2", "sims=3", "--dry-run", *words)
    assert (code, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1


def test_a_program_that_is_not_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, monkeypatch, "match", "sims=2", "gtp:no-such-program --gtp", "--dry-run")
    assert (code, out) == (2, "")
    assert err == "error: no program 'no-such-program': it must be on PATH or in /usr/games, or be a path\n"


def test_a_record_of_ten_megabytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_text(f"(;GM[1]SZ[9]C[{'x' * 10_000_000}];B[aa];W[bb])")
    record = find_kit("go").read_record(path)
    assert record.moves == (("b", "A9"), ("w", "B8"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[1]SZ[9]" + ";B[aa];W[bb]" * 50_000 + ")", "move 3: illegal move B A9: the point is occupied"),
        (
            "(;GM[1]SZ[9]" + "(;B[aa](;W[bb]" * 50_000 + ")" * 100_001,
            "move 3: illegal move B A9: the point is occupied",
        ),
        ("(;GM[1]SZ[9]" + "(;B[aa](;W[bb]" * 50_000, "not a usable SGF file: unexpected end of SGF data"),
    ],
    ids=["moves", "variations in each other", "broken off"],
)
def test_a_record_of_a_hundred_thousand_moves_or_more_ends_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        list(find_kit("go").read_record(path).positions())
    assert str(caught.value) == f"{path}: {said}"


def test_nothing_opens_a_browser() -> None:
    opening = [file.name for file in SOURCE.rglob("*.py") if re.search(r"\bwebbrowser\b|\bui\.run\(", file.read_text())]
    assert opening == []  # NiceGUI's own `ui.run` would open one


def test_only_the_age_of_kept_kernels_is_measured_by_a_clock_that_can_jump() -> None:
    users = {file.name for file in SOURCE.rglob("*.py") if re.search(r"\btime\.time\(|datetime\.now", file.read_text())}
    assert users == {"cache.py", "environment.py"}  # which dates what it writes


def test_nothing_asks_for_the_locale() -> None:
    asking = [file.name for file in SOURCE.rglob("*.py") if re.search(r"\bimport locale\b|:n\}", file.read_text())]
    assert asking == []


def test_a_locale_with_a_decimal_comma_changes_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales/de_DE").exists():
        pytest.skip("no localedef to make a locale with")
    made = ["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]
    subprocess.run(made, check=True, capture_output=True)
    fill(tmp_path / "ponnuki.sqlite")
    comma = os.environ | {"LOCPATH": str(tmp_path), "LC_ALL": "de_DE.UTF-8"}
    asked = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"
    done = subprocess.run([sys.executable, "-c", asked], env=comma, capture_output=True, text=True)
    assert done.stdout == ",\n"  # the locale is really there
    monkeypatch.chdir(tmp_path)
    for words in (("export", "a-race"), ("status",), ("judge", "--pairs", "3,20,60,22,4")):
        command = [sys.executable, "-m", "ponnuki", *words]
        done = subprocess.run(command, env=comma, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == run(capsys, monkeypatch, *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert words != ("status",) or "0.500" in done.stdout


@pytest.mark.parametrize("signals", [2, 6])
def test_ctrl_c_more_than_once_ends_in_one_line_and_the_race_goes_on(signals: int, tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text('evaluate = "sleep 0.1; echo 0.5"\nbudget = 400\n[[candidate]]\nname = "a"\n')
    words = [sys.executable, "-m", "ponnuki", "-vv", "race", "race.toml", "--workers", "1"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    while "ended: 0.5" not in (line := process.stderr.readline()):
        assert line, "it has ended too early"
    for _ in range(signals):
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("interrupted; every finished trial is in ponnuki.sqlite")
    with Store(tmp_path / "ponnuki.sqlite") as store:
        [(series, _)] = store.series(store.find_run("race"))
        assert 0 < store.count(series) < 400
