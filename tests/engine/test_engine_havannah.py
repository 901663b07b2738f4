"""Havannah over GTP: whole conversations against their stored replies, and the game in the terminal.

`python tests/engine/test_engine_havannah.py FILE...` writes today's replies into the files, to be read and committed.
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
from ponnuki.kits.havannah_gtp import PART
from ponnuki.players.spec import PlayerSpec

FOLDER = SCRIPTS / "havannah"
FILES = sorted(FOLDER.glob("*.gtp"))
GUIDE = Path(__file__).parents[2] / "docs" / "havannah.md"


def session_for(text: str) -> Session:
    """What the first line sets up."""
    words = dict(word.split("=") for word in text.split("\n", 1)[0].removeprefix("# session:").split())
    coordinates = words.pop("coordinates", "classic")
    return new_session(PlayerSpec.make({"game": "havannah", "sims": 300, "program": "fast", **words}), coordinates)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_conversation_goes_as_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    check(path, session_for)


def test_every_command_is_in_the_guide() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    missing = [entry.name for entry in PART.commands() if f"`{entry.name}" not in guide]
    assert missing == []


def test_the_program_speaks_on_its_own() -> None:
    said = "boardsize 3\nplay w a1\nplay b e5\nplay w b1\nplay b e4\ngenmove w\nhavannah_winner\nquit\n"
    command = [sys.executable, "-m", "ponnuki", "gtp", "--game", "havannah", "--size", "3", "--sims", "50"]
    answer = subprocess.run(command, input=said, capture_output=True, text=True, timeout=300, check=True)
    assert answer.stdout.replace("\n\n", "\n").split("\n")[-4:] == ["= c1", "= white", "= ", ""]


def play(moves: str, color: str = "w") -> str:
    """A game in the terminal, as it reads."""
    output = io.StringIO()
    spec = PlayerSpec.make({"game": "havannah", "size": 3, "sims": 300, "program": "fast"})
    play_in_terminal(spec, color, io.StringIO(moves), Console(file=output, width=100, highlight=False))
    return output.getvalue()


def test_a_game_in_the_terminal_reads_as_one(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    text = play(f"help\nb9\na1\nundo\nc1\nhint\nscore\nsave {path}\nresign\n")
    for part in ("Havannah on size 3", "take over the first stone", "is off the board", "Black plays", "would play"):
        assert part in text
    assert "no score in Havannah" in text
    assert text.rstrip().endswith("Black wins by resignation.")
    assert "W[c1]" in path.read_text(encoding="utf-8")


def test_the_engine_can_play_itself_in_the_terminal() -> None:
    assert play("", "none").rstrip().split("\n")[-1] in (
        "The game is over: White has won: bridge.",
        "Black wins by resignation.",
        "White wins by resignation.",
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name), session_for)
