"""Which game it is, only a game's own files know: nothing else names one, imports one, or asks for one.

import-linter keeps the imports so; here, texts and constants are read too. The name of another program (GNU Go), of the
protocol, and of kinds of rewards that are called after the games they look like are no questions about the game, nor is
the word by which UCI asks for a move.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ponnuki
from ponnuki.players.kit import DEFAULT_GAME, all_kits, kit_names

SOURCE = Path(ponnuki.__file__).parent
ROOMS = ("kernels", "search", "cluster", "processes", "gtp", "engine", "match", "race", "farm", "lab", "web", "cli")
ABOUT_REWARDS = (
    "lab/simulation/reward_models.py",
    "lab/studies/simulated.py",
    "cli/plan.py",
)
OTHER_NAMES = re.compile(r"GNU Go|fastchess|cutechess|python-chess|Go Text Protocol|\bGo (on|to) ")
ROOMS_OF_GAMES = "games|kits|players|policies|knowledge"


def files(*rooms: str) -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not rooms or name.split("/")[0] in rooms:
            yield name, path.read_text(encoding="utf-8")


def constants(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_but_a_games_own_names_one(room: str) -> None:
    names, titles = kit_names(), [kit.title for kit in all_kits()]
    others = "|".join(name for name in names if name != DEFAULT_GAME)
    words = re.compile(  # no digest's `.hex`, no `hexdigest`
        rf"\b({'|'.join(titles)})\b|(?<![.a-z])({others})(?![a-z])"
    )
    found = [
        f"{name}: {line.strip()}"
        for name, text in files(room)
        if name not in ABOUT_REWARDS
        for line in text.splitlines()
        if words.search(OTHER_NAMES.sub("", line))
    ]
    assert found == []


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_but_a_games_own_imports_one(room: str) -> None:
    own = re.compile(rf"^ponnuki\.\w+\.({'|'.join(kit_names())})(_|\.|$)")
    assert [(name, module) for name, text in files(room) for module in imported(text) if own.match(module)] == []


def test_the_default_game_is_named_once() -> None:
    its_own = re.compile(rf"^uci/|^({ROOMS_OF_GAMES})/({'|'.join(kit_names())})(_|\b)")  # `go` is a command of UCI
    naming = [name for name, text in files() for constant in constants(text) if constant == DEFAULT_GAME]
    assert [name for name in naming if not its_own.match(name) and name not in ABOUT_REWARDS] == ["players/kit.py"]


def test_only_what_a_kit_adds_to_the_engine_imports_the_engine() -> None:
    """In `kits/NAME_gtp`: a new game needs no line in import-linter's contracts for it."""
    importing = {name for name, text in files("kits") if any(m.startswith("ponnuki.engine") for m in imported(text))}
    assert importing
    assert all(re.match(r"kits/\w+_gtp[./]", name) for name in importing)


def test_python_chess_is_imported_by_chess_and_uci_alone() -> None:
    importing = {name for name, text in files() if any(m.split(".")[0] == "chess" for m in imported(text))}
    assert importing
    assert all(re.match(r"(games/chess/|kits/chess|players/uci|uci/)", name) for name in importing)
