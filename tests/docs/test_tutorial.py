"""The tutorial's race and match are run as they are printed, and print what the page shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")


def ponnuki(words: str, folder: Path) -> list[str]:
    """The lines that a command of the page prints."""
    assert f"ponnuki {words}" in PAGE
    command = [sys.executable, "-m", "ponnuki", *words.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def shown(words: str) -> list[str]:
    """The lines that the page shows below a command, up to what it leaves out."""
    [block] = re.findall(rf"```\n\$ ponnuki {re.escape(words)}\n(.*?)```", PAGE, re.DOTALL)
    return block.splitlines()


@pytest.mark.slow
def test_the_race_and_the_match_of_the_tutorial_print_what_it_shows(tmp_path: Path) -> None:
    race, player = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "capture.toml").write_text(race)
    (tmp_path / "mine.toml").write_text(player)
    plan = ponnuki("plan --effect 0.6 --candidates 2 --accept-above 0.505 --drop-below 0.53", tmp_path)
    [betting] = [line for line in plan if "betting" in line]
    assert "332" in betting
    assert "590" in betting
    check = "race capture.toml --check"
    assert ponnuki(check, tmp_path) == shown(check)
    done = subprocess.run([sys.executable, "-m", "ponnuki", "race", "capture.toml"], cwd=tmp_path, capture_output=True)
    assert done.stdout.decode().startswith("capture: accepted: look for captures (51 trials counted)\n")
    match = "match mine.toml program=bare,sims=100 --games 100 --openings random:2 --seed 2"
    printed = ponnuki(match, tmp_path)
    assert [line for line in shown(match) if line != "..." and line not in printed] == []
