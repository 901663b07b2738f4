"""Hex and Havannah over GTP: whole conversations against their stored replies, and games in the terminal.

`python tests/engine/test_engine_hexagons.py FILE...` writes today's replies into the files, to be read and committed.
"""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from conversation import SCRIPTS, check, rewrite
from rich.console import Console

from ponnuki.engine.serve import new_session
from ponnuki.engine.session import Session
from ponnuki.engine.terminal import play_in_terminal
from ponnuki.players.kit import Kit, find_kit
from ponnuki.players.spec import PlayerSpec

SIZES = {"hex": 3, "havannah": 4}
NAMES = tuple(SIZES)
FILES = [path for name in NAMES for path in sorted((SCRIPTS / name).glob("*.gtp"))]
DOCS = Path(__file__).parents[2] / "docs"


def session_for(path: Path, text: str) -> Session:
    """What the first line sets up; the folder says which game it is."""
    words = dict(word.split("=") for word in text.split("\n", 1)[0].removeprefix("# session:").split())
    coordinates = words.pop("coordinates", "classic")
    settings = {"game": path.parent.name, "sims": 300, "program": "fast", **words}
    return new_session(PlayerSpec.make(settings), coordinates)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_conversation_goes_as_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr(Kit, "warm", lambda kit, spec: None)  # nobody searches on some of the boards
    check(path, lambda text: session_for(path, text))


@pytest.mark.parametrize("name", NAMES)
def test_every_command_is_in_the_guide(name: str) -> None:
    guide = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    commands = find_kit(name).engine_part().commands()
    assert [entry.name for entry in commands if f"`{entry.name}" not in guide] == []


@pytest.mark.parametrize(
    ("name", "said", "answered"),
    [
        ("hex", "boardsize 3 3|play b b2|play w a1|play b c1|play w b3|genmove b|final_score|quit", ["= a3", "= B+"]),
        (
            "havannah",
            "boardsize 4|play w a1|play b g7|play w b1|play b g6|play w c1|play b g5|genmove w|havannah_winner|quit",
            ["= d1", "= white"],
        ),
    ],
)
def test_the_program_speaks_on_its_own(name: str, said: str, answered: list[str]) -> None:
    words = ["gtp", "--game", name, "--size", str(SIZES[name]), "--sims", "50", "--program", "fast"]
    command = [sys.executable, "-m", "ponnuki", *words]
    text = "".join(f"{line}\n" for line in said.split("|"))
    answer = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=True)
    assert answer.stdout.replace("\n\n", "\n").split("\n")[-4:] == [*answered, "= ", ""]


def play(name: str, moves: str, color: str) -> str:
    """A game in the terminal, as it reads."""
    output = io.StringIO()
    spec = PlayerSpec.make({"game": name, "size": SIZES[name], "sims": 300, "program": "fast"})
    play_in_terminal(spec, color, io.StringIO(moves), Console(file=output, width=100, highlight=False))
    return output.getvalue()


@pytest.mark.parametrize(
    ("name", "moves", "color", "other"),
    [("hex", ("a2", "a1"), "b", "White"), ("havannah", ("a1", "c1"), "w", "Black")],
)
def test_a_game_in_the_terminal_reads_as_one(
    name: str, moves: tuple[str, str], color: str, other: str, tmp_path: Path
) -> None:
    path, title = tmp_path / "game.sgf", find_kit(name).title
    text = play(name, f"help\nb9\n{moves[0]}\nundo\n{moves[1]}\nhint\nscore\nsave {path}\nresign\n", color)
    for part in (
        f"{title} on size {SIZES[name]}",
        "take over the first stone",
        "is off the board",
        f"{other} plays",
        "would play",
    ):
        assert part in text
    assert f"no score in {title}" in text
    assert text.rstrip().endswith(f"{other} wins by resignation.")
    assert f"{color.upper()}[{moves[1]}]" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "won"),
    [("hex", "The game is over: Black has won."), ("havannah", "The game is over: White has won: bridge.")],
)
def test_the_engine_can_play_itself_in_the_terminal(name: str, won: str) -> None:
    last = play(name, "", "none").rstrip().split("\n")[-1]
    assert last in (won, "Black wins by resignation.", "White wins by resignation.")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        script = Path(word).resolve()
        rewrite(script, lambda text, script=script: session_for(script, text))  # type: ignore[misc]
