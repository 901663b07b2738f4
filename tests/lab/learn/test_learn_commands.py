"""`ponnuki learn`, `confirm`, `import` and `report` as people run them, with real games on small boards."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from race_commands import ponnuki, run_here, start

from ponnuki.cli import demo
from ponnuki.lab.learn.confirm import planned_pairs
from ponnuki.players.spec import PlayerSpec
from ponnuki.players.toml import read_toml

GO = [
    "program=bare,sims=12,size=5,komi=0.5",
    "--candidates",
    "3",
    "--accept-above",
    "0.5",
    "--drop-below",
    "0.75",
    "--risk",
    "0.5",
]
LEARN = [
    "learn",
    *GO,
    "--games",
    "500",
    "--iterations",
    "4",
    "--seed",
    "2",
    "--workers",
    "2",
    "--name",
    "c",
    "--out",
    "out",
]


def told(folder: Path, *words: str) -> Any:
    done = ponnuki(*words, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a campaign has run to its end."""
    folder = tmp_path_factory.mktemp("learned")
    told(folder, *LEARN)
    return folder


def test_a_campaign_leaves_a_program_that_plays_and_a_page_with_its_shapes(learned: Path) -> None:
    spec = PlayerSpec.make(read_toml(learned / "out" / "learned.toml"))
    again = told(learned, *LEARN)
    assert again["digest"] == spec.digest
    assert len(spec.shapes) == len(again["accepted"]) > 0
    page = (learned / "out" / "report.html").read_text()
    assert page.count("<figure class=shape><svg") == len(again["accepted"])
    assert "turned down before a game" in page
    status = told(learned, "status", "c")["runs"][0]
    assert status["kind"] == "campaign"
    assert 2 * status["trials"] == again["games"]
    moves = start("gtp", "--spec", "out/learned.toml", folder=learned).communicate("genmove b\nquit\n")[0]
    assert moves.startswith("= ")


def test_a_campaign_that_is_killed_learns_the_same_program(learned: Path, tmp_path: Path) -> None:
    for delay in (2.0, 4.0):
        process = start(*LEARN, "--json", folder=tmp_path)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    told(tmp_path, *LEARN)
    for name in ("learned.toml", "trials.csv", "journal.json"):
        assert (tmp_path / "out" / name).read_bytes() == (learned / "out" / name).read_bytes()


def test_an_interrupted_campaign_leaves_the_program_so_far_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = start("learn", *GO, "--workers", "2", "--name", "c", "--out", "out", folder=tmp_path)
    while not (tmp_path / "ponnuki.sqlite").exists() or not told(tmp_path, "status")["runs"]:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "To go on: ponnuki learn" in err
    assert PlayerSpec.make(read_toml(tmp_path / "out" / "learned.toml")).program == "bare"


def test_a_campaign_from_files_goes_on_as_if_it_had_never_left(learned: Path, tmp_path: Path) -> None:
    longer = [*LEARN, "--iterations", "4", "--games", "360"]
    told(tmp_path, "import", str(learned / "out"))
    there = told(tmp_path, *longer)
    here = told(tmp_path, *longer, "--store", "other.sqlite", "--out", "other")
    assert {key: there[key] for key in ("accepted", "digest", "games")} == {
        key: here[key] for key in ("accepted", "digest", "games")
    }


def test_what_was_accepted_is_confirmed_in_fresh_games(learned: Path) -> None:
    checks = told(learned, "confirm", "c", "--games", "40", "--times", "3", "--out", "out")["checks"]
    count = len(told(learned, "status", "c")["runs"][0]["accepted"])
    assert len(checks) == count + (count > 1) + 1
    assert all(one["games"] == 40 and 0 <= one["rate"] <= 1 for one in checks)
    assert {one["verdict"] for one in checks} <= {"confirmed", "refuted", "undecided"}
    raced = {line.split(",")[-2] for line in ponnuki("export", "c", folder=learned).stdout.splitlines()[1:]}
    fresh = {line.split(",")[4] for line in ponnuki("export", "c-confirm-0", folder=learned).stdout.splitlines()[1:]}
    assert not raced & fresh
    assert "Confirmation" in (learned / "out" / "report.html").read_text()
    assert json.loads((learned / "out" / "confirmed.json").read_text()) == checks


def test_the_number_of_games_of_a_check_follows_the_effect() -> None:
    small, large = planned_pairs(0.54, 0.505, 0.05), planned_pairs(0.62, 0.505, 0.05)
    assert small > 2 * large


def test_havannah_learns_too(tmp_path: Path) -> None:
    words = ["learn", "program=fast,sims=12,size=4", "--game", "havannah", "--candidates", "2", "--accept-above", "0.5"]
    words += ["--drop-below", "0.8", "--risk", "0.5", "--iterations", "3", "--workers", "2", "--out", "out", "--bad"]
    found = told(tmp_path, *words)
    assert found["iterations"] == 3
    spec = PlayerSpec.make(read_toml(tmp_path / "out" / "learned.toml"))
    assert spec.game == "havannah"
    assert len(spec.shapes) == len(found["accepted"])
    assert all(shape.bias < 0 for shape in spec.shapes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["learn", "sims=10", "--good", "--bad"], "exclude each other"),
        (["learn", "sims=10", "--candidates", "0"], "candidates"),
        (
            ["learn", "sims=10", "--candidates", "99999999999"],
            "candidates: Input should be less than or equal to 10000",
        ),
        (["learn", "sims=10", "--accept-above", "0.6"], "drop_below"),
        (["learn", "gtp:gnugo"], "another program has no shapes or settings that we know of"),
        (["learn", "nosuch.toml"], "nosuch.toml"),
        (["learn", "sims=10,program=bear"], "did you mean 'bare'"),
        (["learn", "sims=10", "--games", "3"], "even number"),
        (["learn", "sims=10", "--minutes", "0"], "minutes"),
        (["learn", "sims=10", "--spending", "all"], "spending"),
        (["confirm", "nosuch"], "is no run of"),
        (["import", "nosuch"], "journal.json"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, error = run_here(words, monkeypatch, capsys)
    assert code == 2
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_demo_learns_confirms_and_says_where_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "BASELINE", {"program": "bare", "sims": 12, "size": 5, "komi": 0.5})
    monkeypatch.setattr(demo, "SECONDS", 60.0)
    monkeypatch.setattr(demo, "ACCEPTED", 1)
    demo.demo(seed=1, out=tmp_path / "demo")
    said = capsys.readouterr().out
    assert "Fresh games" in said
    assert "go on:" in said
    assert len(read_toml(tmp_path / "demo" / "learned.toml")["shapes"]) == 1
    assert json.loads((tmp_path / "demo" / "confirmed.json").read_text())[0]["games"] >= 200
