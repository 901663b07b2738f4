"""The tutorial's race and match are run as they are printed, and print what the page shows."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
ONE = ("--workers", "1")
"""A second worker would play more that is not counted."""


def ponnuki(words: str, *more: str) -> list[str]:
    """The lines that a command of the page prints."""
    assert f"ponnuki {words}" in PAGE
    done = CliRunner().invoke(app, [*words.split(), *more], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout.splitlines()


def shown(words: str) -> list[str]:
    """The lines that the page shows below a command, up to what it leaves out."""
    [block] = re.findall(rf"```\n\$ ponnuki {re.escape(words)}\n(.*?)```", PAGE, re.DOTALL)
    return block.splitlines()


@pytest.mark.slow
def test_the_race_and_the_match_of_the_tutorial_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, player = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "capture.toml").write_text(race)
    (tmp_path / "mine.toml").write_text(player)
    plan = ponnuki("plan --effect 0.6 --candidates 2 --accept-above 0.505 --drop-below 0.53")
    [betting] = [line for line in plan if "betting" in line]
    assert "332" in betting
    assert "590" in betting
    check = "race capture.toml --check"
    assert ponnuki(check, *ONE) == shown(check)
    assert ponnuki("race capture.toml", *ONE)[0] == "capture: accepted: look for captures (51 trials counted)"
    match = "match mine.toml program=bare,sims=100 --games 100 --openings random:2 --seed 2"
    printed = ponnuki(match, *ONE)
    assert [line for line in shown(match) if line != "..." and line not in printed] == []
