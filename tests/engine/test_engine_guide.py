"""The guide lists every command and every option, and no others."""

import re
from pathlib import Path

from typer.main import get_command

from ponnuki.cli.commands import app
from ponnuki.kits.go_gtp import COMMANDS

GUIDE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def tables(heading: str, until: str) -> list[str]:
    """What stands in code in the first column of the tables of a section."""
    section = GUIDE[GUIDE.index(f"\n## {heading}\n") : GUIDE.index(f"\n## {until}\n")]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row)]


def test_every_command_is_in_the_guide() -> None:
    named = {code.split()[0] for code in tables("Commands", "In the terminal")}
    variants = {"absolute", "byoyomi", "canadian"}  # of kgs-time_settings
    assert named - variants == {entry.name for entry in COMMANDS}


def test_every_option_is_in_the_guide() -> None:
    named = {code.split()[0] for code in tables("Options", "Controllers")}
    command = get_command(app).commands["gtp"]  # type: ignore[attr-defined]
    assert named == {parameter.opts[0] for parameter in command.params} - {"--help"}
