"""`ponnuki learn`, `confirm`, `import` and `report` as people run them, with real games on small boards."""

import json
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from commands_here import here
from race_commands import run_here, start, trials_of

from ponnuki.cli import demo
from ponnuki.errors import PonnukiError
from ponnuki.lab.journal.store import Store
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
    "--name",
    "c",
    "--out",
    "out",
]
ONE, TWO = ("--workers", "1"), ("--workers", "2")
KEPT = ("learned.toml", "trials.csv", "journal.json")


def told(folder: Path, *words: str) -> Any:
    done = here(*words, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a campaign has run to its end."""
    folder = tmp_path_factory.mktemp("learned")
    told(folder, *LEARN, *ONE)
    return folder


@pytest.fixture
def copied(learned: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be written to."""
    return Path(shutil.copytree(learned, tmp_path / "copied"))


def test_a_campaign_leaves_a_program_that_plays_and_a_page_with_its_shapes(copied: Path) -> None:
    spec = PlayerSpec.make(read_toml(copied / "out" / "learned.toml"))
    again = told(copied, *LEARN, *ONE)
    assert again["digest"] == spec.digest
    assert len(spec.shapes) == len(again["accepted"]) > 0
    page = (copied / "out" / "report.html").read_text()
    assert page.count("<figure class=shape><svg") == len(again["accepted"])
    assert "turned down before a game" in page
    status = told(copied, "status", "c")["runs"][0]
    assert status["kind"] == "campaign"
    assert 2 * status["trials"] == again["games"]
    moves = start("gtp", "--spec", "out/learned.toml", folder=copied).communicate("genmove b\nquit\n")[0]
    assert moves.startswith("= ")


def test_a_campaign_that_is_killed_learns_the_same_program(learned: Path, tmp_path: Path) -> None:
    for played in (15, 45):
        process = start(*LEARN, *TWO, folder=tmp_path)
        while process.poll() is None and trials_of(tmp_path) < played:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    told(tmp_path, *LEARN, *ONE)
    for name in KEPT:
        assert (tmp_path / "out" / name).read_bytes() == (learned / "out" / name).read_bytes()


def test_an_interrupted_campaign_leaves_the_program_so_far_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = start("learn", *GO, *TWO, "--name", "c", "--out", "out", folder=tmp_path)
    while not is_begun(tmp_path / "ponnuki.sqlite"):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "To go on: ponnuki learn" in err
    assert PlayerSpec.make(read_toml(tmp_path / "out" / "learned.toml")).program == "bare"


def is_begun(path: Path) -> bool:
    """Whether there is a store with a run in it."""
    try:
        with Store(path) as store:
            return bool(store.runs())
    except PonnukiError:
        return False


def test_a_campaign_from_files_goes_on_as_if_it_had_never_left(learned: Path, tmp_path: Path) -> None:
    begun = told(tmp_path, *LEARN, *ONE, "--games", "100", "--store", "begun.sqlite", "--out", "begun")
    assert begun["games"] == 100
    told(tmp_path, "import", "begun")
    ended = told(tmp_path, *LEARN, *ONE)
    assert ended["games"] > 100
    for name in KEPT:
        assert (tmp_path / "out" / name).read_bytes() == (learned / "out" / name).read_bytes()


def test_what_was_accepted_is_confirmed_in_fresh_games(copied: Path) -> None:
    checks = told(copied, "confirm", "c", "--games", "20", "--times", "3", "--out", "out", *ONE)["checks"]
    count = len(told(copied, "status", "c")["runs"][0]["accepted"])
    assert len(checks) == count + (count > 1) + 1
    assert all(one["games"] == 20 and 0 <= one["rate"] <= 1 for one in checks)
    assert {one["verdict"] for one in checks} <= {"confirmed", "refuted", "undecided"}
    raced = {line.split(",")[-2] for line in here("export", "c", folder=copied).stdout.splitlines()[1:]}
    fresh = {line.split(",")[4] for line in here("export", "c-confirm-0", folder=copied).stdout.splitlines()[1:]}
    assert not raced & fresh
    assert "Confirmation" in (copied / "out" / "report.html").read_text()
    assert json.loads((copied / "out" / "confirmed.json").read_text()) == checks


def test_the_number_of_games_of_a_check_follows_the_effect() -> None:
    small, large = planned_pairs(0.54, 0.505, 0.05), planned_pairs(0.62, 0.505, 0.05)
    assert small > 2 * large


def test_havannah_learns_too(tmp_path: Path) -> None:
    words = ["learn", "program=fast,sims=12,size=4", "--game", "havannah", "--candidates", "2", "--accept-above", "0.5"]
    words += ["--drop-below", "0.8", "--risk", "0.5", "--iterations", "2", "--workers", "1", "--out", "out", "--bad"]
    found = told(tmp_path, *words)
    assert found["iterations"] == 2
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
    demo.demo(seed=1, workers=1, out=tmp_path / "demo")
    said = capsys.readouterr().out
    assert "Fresh games" in said
    assert "go on:" in said
    assert len(read_toml(tmp_path / "demo" / "learned.toml")["shapes"]) == 1
    assert json.loads((tmp_path / "demo" / "confirmed.json").read_text())[0]["games"] >= 200
