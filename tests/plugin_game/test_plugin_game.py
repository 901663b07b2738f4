"""A game that another package brings: Hex on small boards, found by its entry point, played by every command.

`installed/` is what a package manager would have put on the path: the package `tiny_hex` and its metadata.
"""

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

INSTALLED = Path(__file__).parent / "installed"
OVER = "The game is over: B+connection"
"""Who begins wins if he can count."""
RACE = """
game = "tinyhex"
risk = 0.2
accept_above = 0.5
drop_below = 0.55
first = 4
budget = 60
openings = "random:1"
[baseline]
program = "uct"
sims = 8
[[candidate]]
name = "more"
sims = 60
"""


def ponnuki(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a folder, with the package installed."""
    environment = os.environ | {"PYTHONPATH": str(INSTALLED), "COLUMNS": "200"}
    command = [sys.executable, "-m", "ponnuki", *words]
    return subprocess.run(
        command, cwd=folder, env=environment, input=said, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, forget_kits: None) -> None:
    """The package on the path of this process."""
    monkeypatch.syspath_prepend(str(INSTALLED))


@pytest.fixture
def here(installed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What a command says that runs in this process, with workers of its own."""
    monkeypatch.setenv("PYTHONPATH", str(INSTALLED))
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


def test_it_plays_a_match_on_its_own_default_size(tmp_path: Path) -> None:
    words = ["sims=60", "program=uct,sims=5", "--game", "tinyhex", "--games", "12", "--openings", "random:1"]
    done = ponnuki(tmp_path, "match", *words, "--out", "out", "--workers", "1", "--json")
    result = json.loads(done.stdout)
    assert (result["games"], result["void"]) == (12, 0)
    assert result["wins"] > 6
    records = [path.read_text(encoding="utf-8") for path in (tmp_path / "out" / "games").iterdir()]
    assert len(records) == 12
    assert all("GM[tinyhex]" in record and "SZ[3]" in record for record in records)


def test_it_is_raced(here: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text(RACE, encoding="utf-8")
    first = here("race", "race.toml", "--workers", "2")
    assert "accepted: more" in first
    again = here("race", "race.toml", "--workers", "1", "--store", "another.sqlite")
    assert again.split("(")[0] == first.split("(")[0]
    assert here("export", "race") == here("export", "race", "--store", "another.sqlite")


def test_its_settings_are_learned_and_shapes_are_refused(here: Callable[..., str], tmp_path: Path) -> None:
    words = ["learn", "sims=10", "--game", "tinyhex", "--candidates", "3", "--games", "60", "--workers", "1"]
    words += ["--accept-above", "0.5", "--drop-below", "0.75", "--risk", "0.5", "--iterations", "1"]
    assert "of 3 modifications drawn, 1 iteration finished" in here(*words, "--settings", "--out", "out")
    assert "search." in (tmp_path / "out" / "trials.csv").read_text(encoding="utf-8")
    refused = ponnuki(tmp_path, *words)
    assert (refused.returncode, refused.stderr) == (2, "error: there are no shapes in Tiny Hex\n")


def test_it_speaks_gtp(tmp_path: Path) -> None:
    said = ["boardsize 9", "boardsize 3", "play b b2", "play w d9", "play w ?", "play w b1", "genmove b", "showboard"]
    options = ("--game", "tinyhex", "--sims", "200", "--seed", "1")
    done = ponnuki(tmp_path, "gtp", *options, said="\n".join([*said, "printsgf", "quit\n"]))
    answers = [answer.strip() for answer in done.stdout.split("\n\n") if answer.strip()]
    assert answers[:6] == [
        "? unacceptable size",
        "=",
        "=",
        "? illegal move",
        "? syntax error: a cell looks like b3",
        "=",
    ]
    assert answers[6] == "= c1"
    assert "Black to move" not in answers[7]
    assert "3 moves, last move Black c1" in answers[7]
    assert "GM[tinyhex]" in answers[8]
    assert ";B[b2];W[b1];B[c1]" in answers[8]


def test_a_record_that_it_has_written_is_loaded_again(tmp_path: Path) -> None:
    said = "play b b2\nplay w a1\nprintsgf game.sgf\nclear_board\nloadsgf game.sgf\nshowboard\nquit\n"
    done = ponnuki(tmp_path, "gtp", "--game", "tinyhex", "--sims", "5", said=said)
    assert "2 moves, last move White a1" in done.stdout


def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    done = ponnuki(tmp_path, "play", "--game", "tinyhex", "--sims", "50", said="help\nb2\nd9\nhint\nresign\n")
    assert done.stdout.startswith("Tiny Hex on size 3; type a move such as a1, or help.")
    for part in ("take back your last move", "White plays", "d9 is off the board of size 3", "would play"):
        assert part in done.stdout
    assert done.stdout.endswith("White wins by resignation.\n")
    alone = ponnuki(tmp_path, "play", "--game", "tinyhex", "--sims", "50", "--color", "none")
    assert alone.stdout.split("\n")[-2] in ("White wins by resignation.", "Black wins by resignation.", OVER)


def test_help_lists_it_and_a_wrong_name_is_told(tmp_path: Path) -> None:
    text = " ".join(ponnuki(tmp_path, "gtp", "--help").stdout.split())
    assert re.search(r"go, .*havannah.* or tinyhex", text)
    done = ponnuki(tmp_path, "gtp", "--game", "tinyhx")
    assert done.stderr == "error: options: unknown game 'tinyhx'; did you mean 'tinyhex'?\n"


def test_specs_have_its_own_size_and_come_back_from_their_file_form(installed: None) -> None:
    plain, larger = PlayerSpec.make({"game": "tinyhex"}), PlayerSpec.make({"game": "tinyhex", "size": 5})
    assert (plain.size, plain.settings()) == (3, {"game": "tinyhex"})
    assert larger.settings() == {"game": "tinyhex", "size": 5}
    assert parse_player("sims=10,size=5", "tinyhex")[1].size == 5
    for spec in (plain, larger):
        assert PlayerSpec.make(spec.settings()) == spec


@pytest.mark.kernel
def test_the_search_proves_that_who_begins_wins(installed: None) -> None:
    spec = PlayerSpec.make({"game": "tinyhex", "size": 3, "program": "uct"})
    report = spec.kit.player(spec).search(Limit(simulations=20_000))
    assert report.best.proven == "win"


@pytest.mark.kernel
def test_every_full_board_has_one_winner(installed: None) -> None:
    from tiny_hex.position import Position

    cells = [f"{letter}{row}" for letter in "abc" for row in "123"]
    for blacks in itertools.combinations(cells, 5):
        position = Position.empty(3)
        for cell in cells:
            if not position.is_over:
                position = position.play(cell, "b" if cell in blacks else "w")
        assert position.winner == naive_winner(set(blacks))


def naive_winner(blacks: set[str]) -> str:
    """Whether Black's cells lead from the first row to the last."""
    reached, todo = set[str](), [cell for cell in blacks if cell[1] == "1"]
    while todo:
        cell = todo.pop()
        if cell in reached:
            continue
        reached.add(cell)
        x, y = ord(cell[0]), int(cell[1])
        near = {f"{chr(x + dx)}{y + dy}" for dx, dy in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
        todo += blacks & near
    return "b" if any(cell[1] == "3" for cell in reached) else "w"


def test_the_code_in_the_guide_is_that_of_the_package() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((INSTALLED / "tiny_hex").glob("*.py")))
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert blocks
    assert [block for block in blocks if block not in source] == []
    entries = (INSTALLED / "tiny_hex-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert re.findall(r'^tinyhex = "(.*)"$', guide, re.MULTILINE) == re.findall(
        r"^tinyhex = (.*)$", entries, re.MULTILINE
    )
