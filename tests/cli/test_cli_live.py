"""What moves on stderr: candidates with their intervals in a terminal of any width, plain lines where there is none."""

import io
import os
import pty
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from here import run_here
from rich.console import Console

from ponnuki.cli import match_display, status_line
from ponnuki.cli.faults import faults_in_words
from ponnuki.cli.intervals import COARSE, Scale, bar, letters_for
from ponnuki.cli.match_display import MatchScore
from ponnuki.cli.race_table import RaceTable, chosen
from ponnuki.lab.matches.session import MatchProgress
from ponnuki.lab.runs.driver import Progress
from ponnuki.race import Standing, Verdict

ESCAPE = "\x1b"
NAMES = ["look for captures first", "believe [RAVE] for longer", "c"]
FACTS = ["331 trials counted", "172.0 games/s", "about 447 trials (3 s) left if the means stay"]
RACE = 'evaluate = "sleep 0.02; echo 1"\nbudget = 60\n[[candidate]]\nname = "always"\n[[candidate]]\nname = "other"\n'


def table(candidates: int = 3) -> RaceTable:
    names = (NAMES * candidates)[:candidates] if candidates <= len(NAMES) else [f"c{i}" for i in range(candidates)]
    standings = {name: Standing(16, 0.5, 0.3, 0.7, None) for name in names}
    standings |= {names[0]: Standing(120, 0.6, 0.51, 0.69, None), names[1]: Standing(64, 0.4, 0.3, 0.5, "dropped")}
    verdict = Verdict("running", (), (names[1],), 331, standings, asymptotic=False)
    return RaceTable(verdict, (0.52, 0.58), FACTS)


def lines_of(what: object, width: int, height: int = 25, encoding: str = "utf-8") -> list[str]:
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=output, width=width, height=height, no_color=True, force_terminal=True)
    console.print(what)
    output.seek(0)
    return output.read().splitlines()


def test_a_bar_has_the_interval_the_mean_and_the_marks() -> None:
    scale = Scale(0.0, 1.0, (0.5,))
    assert bar(scale, 10, (0.2, 0.85), 0.7) == "  ━━━┊━●━ "
    assert bar(scale, 10, (0.0, 1.0), None) == "     ┊    "
    assert bar(scale, 10, (-1.0, 2.0), 2.0) == "━━━━━┊━━━●"


@pytest.mark.parametrize("width", [30, 40, 80, 200])
def test_candidates_fit_any_terminal_without_colour(width: int) -> None:
    lines = lines_of(table(), width)
    assert max(len(line) for line in lines) <= width
    assert ESCAPE not in "".join(lines)
    assert sum("●" in line for line in lines) == 3
    assert ("accepted" in "".join(lines) or "open" in "".join(lines)) == (width >= 60)
    assert "331 trials counted" in " ".join(lines)


def test_brackets_in_names_are_shown_in_the_moving_table() -> None:
    assert any(line.startswith("believe [RAVE] for") for line in lines_of(table(), 80))


def test_an_output_of_ascii_gets_bars_of_ascii() -> None:
    text = "".join(lines_of(table(), 80, encoding="ascii"))
    assert text.isascii()
    assert "--o" in text
    assert letters_for("no-such-encoding") == COARSE


def test_a_low_screen_shows_the_best_that_are_open_and_counts_the_rest() -> None:
    lines = lines_of(table(candidates=50), 80, height=12)
    assert len(lines) <= 12
    assert any(line.startswith("c0 ") for line in lines)
    assert any(line.startswith("and 44 more") for line in lines)
    assert list(chosen(table(candidates=50).verdict.bounds, 2)) == ["c0", "c2"]  # c1 has lost most


def test_losses_are_told_by_side_and_kind() -> None:
    faults = {("candidate", "time"): 3, ("candidate", "crash"): 1, ("baseline", "illegal"): 2, ("", "lost"): 4}
    told = ["4 trials lost for good", "the baseline lost 2 by illegal", "candidates lost 1 by crash, 3 by time"]
    assert faults_in_words(faults) == told


@pytest.mark.parametrize("width", [40, 80])
def test_the_score_of_a_match_is_a_bar_around_one_half(width: int) -> None:
    now = MatchProgress(4, 100, [Counter({0.75: 4})], Progress(4, 2.0, 0, 1, {("candidate", "time"): 1}))
    lines = lines_of(MatchScore(now), width)
    assert max(len(line) for line in lines) <= width
    assert "┊" in lines[0]
    assert "●" in lines[0]
    assert "A lost 1 by time" in " ".join(line.strip() for line in lines)


def test_a_match_without_a_terminal_says_in_lines_how_it_stands_and_who_lost_how(
    tmp_path: Path, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(status_line, "BETWEEN_LINES", 0.0)
    monkeypatch.setattr(match_display, "BETWEEN_SCORES", 0.0)
    crash = f"gtp:{sys.executable} -c 'raise SystemExit(1)'"
    words = ("program=light,sims=2", crash, "--size", "5", "--games", "4", "--workers", "1")
    said = run_here(capsys, monkeypatch, "match", *words)
    assert said.code == 0
    assert re.search(r"^\d of 4 games; .* games/s; ", said.err, re.MULTILINE)
    assert "4 of 4 games" in said.err
    assert "B lost 4 by crash" in said.err
    assert ESCAPE not in said.err


def test_a_race_that_is_over_says_nothing_of_trials_that_are_left(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(status_line, "BETWEEN_LINES", 0.0)
    (tmp_path / "race.toml").write_text(RACE.replace("sleep 0.02; ", "").replace("60", "500"))
    lines = run_here(capsys, monkeypatch, "race", "race.toml", "--workers", "1").err.splitlines()
    running, over = lines[:-1], lines[-1]
    assert any("left if the means stay" in line for line in running)
    assert re.match(r"\d+ trials counted; ", over)
    assert "left" not in over


def in_terminal(folder: Path, *words: str, **variables: str) -> tuple[int, str, str]:
    """Run a command whose stderr is a terminal: its code, what it printed, and what the terminal got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ponnuki", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=theirs, text=True,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "60", "NO_COLOR": "1"} | variables,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer has closed it
            break
        if not part:
            break
        shown += part
    os.close(ours)
    out, _ = process.communicate(timeout=120)
    return process.returncode, out, shown.decode()


def test_a_race_in_a_terminal_shows_its_candidates_and_takes_the_table_away(tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text(RACE)
    code, out, shown = in_terminal(tmp_path, "race", "race.toml", "--workers", "1", "--json")
    assert code == 0
    assert out.startswith('{"run": "race"')
    assert "●" in shown
    assert "trials/s" in shown
    assert not re.search(r"\x1b\[3[0-9]m", shown)  # no colour
    assert shown.rstrip().endswith("\x1b[2K")


@pytest.mark.parametrize(("words", "term"), [(("-q",), "xterm"), ((), "dumb")])
def test_nothing_moves_where_it_is_unwanted_or_cannot(words: tuple[str, ...], term: str, tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text(RACE.replace("60", "4"))
    code, out, shown = in_terminal(tmp_path, "race", "race.toml", "--workers", "1", *words, TERM=term)
    assert (code, shown) == (0, "")
    assert "undecided" in out
