"""Commands in the documentation have the options that they are shown with; its small Python examples run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ponnuki.cli.commands import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").rglob("*.toml"))]
RUN = ("shapes.md", "semeai.md", "web.md")
"""Pages whose Python runs here. Others have tests of their own, need a cluster, or play for minutes (the tutorial)."""


COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


def options(command: Any) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts}


def shown(text: str) -> Iterator[tuple[str, str]]:
    """Commands of ours and what follows each of them on its line, without what is quoted for other programs."""
    joined = re.sub(r"\\\n\s*", "", text)
    for line in re.findall(r"ponnuki ([a-z][^`\n|]*)", joined):
        words, *_ = re.sub(r"'[^']*'|\"[^\"]*\"", "", line).partition("#")
        name, _, rest = words.partition(" ")
        yield name, rest


def wrong(text: str) -> list[str]:
    """What a text shows and the program does not have."""
    found: list[str] = []
    for name, rest in shown(text):
        command: Any = COMMANDS.get(name)
        if hasattr(command, "commands"):
            name, _, rest = rest.partition(" ")
            command = command.commands.get(name)
        if command is not None:
            known = options(command) | {"--help"}
            found += [f"{name} {option}" for option in re.findall(r"(?<!\S)--[a-z-]+", rest) if option not in known]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_gives_to_a_command_exists(page: Path) -> None:
    assert wrong(page.read_text(encoding="utf-8")) == []


def test_an_option_that_does_not_exist_is_found() -> None:
    assert wrong("`ponnuki match A 'gtp:x --fast' --games 2 --fast`, or ponnuki bench search --slow") == [
        "match --fast",
        "search --slow",
    ]


@pytest.mark.parametrize("name", RUN)
def test_the_python_of_a_page_runs(name: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / name).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, name, "exec"), {})
