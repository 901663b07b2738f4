"""Mistakes in race files: one line that says what would be right, exit code 2, nothing left behind."""

import os
from pathlib import Path
from typing import Any

import pytest
from race_commands import ponnuki, run_here, write_race

from ponnuki.errors import BadInput
from ponnuki.lab.races.contests import PairContest
from ponnuki.lab.races.file import RaceFile
from ponnuki.players.spec import PlayerSpec

ONE = [{"name": "a", "p": 0.5}]
ISSUE = """
game = "go"
size = 9
komi = 7.5
seed = 1
risk = 0.05
accept_above = 0.501
drop_below = 0.504
[baseline]
sims = 50
[[candidate]]
name = "twice"
sims = 100
[[candidate]]
name = "gnugo"
gtp = "gnugo --mode gtp --level 1 --chinese-rules --seed {seed}"
"""

MISTAKES = {
    "bad TOML": ("risk = = 1", "not TOML"),
    "unknown key": ("rsk = 0.1\n[[candidate]]\nname = 'a'", "unknown setting 'rsk'; did you mean 'risk'?"),
    "no candidates": ("risk = 0.1", "needs candidates"),
    "unknown setting": ("[[candidate]]\nname = 'a'\nsmis = 3", "unknown setting 'smis'; did you mean 'sims'?"),
    "unknown search setting": (
        "[[candidate]]\nname = 'a'\n[candidate.search]\nrave_equivalense = 3.0",
        "did you mean 'rave_equivalence'?",
    ),
    "same name twice": ("[[candidate]]\nname = 'a'\n[[candidate]]\nname = 'a'", "is named twice"),
    "risk of a certainty": ("risk = 1.0\n[[candidate]]\nname = 'a'", "strictly between 0 and 1"),
    "thresholds exchanged": (
        "accept_above = 0.6\ndrop_below = 0.5\n[[candidate]]\nname = 'a'",
        "drop_below 0.5 is below accept_above 0.6",
    ),
    "missing program": ("[[candidate]]\nname = 'a'\ngtp = 'no-such-program --gtp'", "no program 'no-such-program'"),
    "missing module": ("evaluate = 'no_such_module:f'\n[[candidate]]\nname = 'a'", "cannot be imported"),
    "missing function": ("evaluate = 'race_samples:nothing'\n[[candidate]]\nname = 'a'", "has no function 'nothing'"),
    "size in a candidate": ("[[candidate]]\nname = 'a'\nsize = 9", "size belongs to the whole race"),
    "both": ("evaluate = 'race_samples:coin'\nsize = 9\n[[candidate]]\nname = 'a'", "has no meaning beside evaluate"),
    "unknown bound": ("bound = 'best'\n[[candidate]]\nname = 'a'", "unknown bound 'best'"),
    "wrong type": ("risk = 'low'\n[[candidate]]\nname = 'a'", "risk:"),
    "wrong openings": ("openings = 'random:x'\n[[candidate]]\nname = 'a'", "random:4"),
    "wrong reward": ("evaluate = 'race_samples:too_much'\n[[candidate]]\nname = 'a'", "1.5"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_with_exit_code_2_and_leaves_nothing_behind(
    mistake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, expected = MISTAKES[mistake]
    path = write_race(tmp_path, ONE)
    path.write_text(text)
    before = sorted(file.name for file in tmp_path.iterdir())
    code, error = run_here(
        ["race", str(path), "--store", str(tmp_path / "s.sqlite"), "--workers", "1"], monkeypatch, capsys
    )
    assert code == 2
    assert error.count("\n") == 1
    assert expected in error
    assert sorted(file.name for file in tmp_path.iterdir() if file.name != "__pycache__") == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    path = write_race(tmp_path, ONE)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    done = ponnuki("race", str(path), "--store", str(locked / "s.sqlite"), folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot be written" in done.stderr


def test_a_folder_that_does_not_exist_is_one_line(tmp_path: Path) -> None:
    path = write_race(tmp_path, ONE)
    done = ponnuki("race", str(path), "--store", str(tmp_path / "no" / "s.sqlite"), folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "does not exist" in done.stderr


def read(text: str, folder: Path) -> Any:
    path = folder / "race.toml"
    path.write_text(text)
    return RaceFile.read(path).contest(folder)


def test_the_file_of_the_guide_is_two_candidates_against_a_baseline(tmp_path: Path) -> None:
    contest = read(ISSUE, tmp_path)
    assert isinstance(contest, PairContest)
    assert contest.names == ("twice", "gnugo")
    trial = contest.trial((0, 0))
    assert trial.reproducible
    assert contest.trial((1, 0)).reproducible
    assert contest.conditions.komi == 7.5


def test_a_candidate_is_the_baseline_with_changes(tmp_path: Path) -> None:
    contest = read(
        "[baseline]\nsims = 50\nprogram = 'mogo'\n[baseline.search]\nrave_equivalence = 100.0\n"
        "[[candidate]]\nname = 'a'\n[candidate.search]\nrave_equivalence = 200.0\n"
        "[[candidate]]\nname = 'b'\ntime = 0.1\n",
        tmp_path,
    )
    first, second = contest.candidates
    assert isinstance(first, PlayerSpec)
    assert (first.sims, first.program, first.search) == (50, "mogo", {"rave_equivalence": 200.0})
    assert (second.sims, second.time, second.program) == (None, 0.1, "mogo")
    assert not contest.trial((1, 0)).reproducible


def test_a_preset_gives_thresholds_and_keys_take_precedence(tmp_path: Path) -> None:
    file = RaceFile.make({"preset": "simplify", "candidate": [{"name": "a"}]}, "x")
    assert (file.accept_above, file.drop_below) == (0.497, 0.5)
    file = RaceFile.make({"preset": "simplify", "drop_below": 0.51, "candidate": [{"name": "a"}]}, "x")
    assert (file.accept_above, file.drop_below) == (0.497, 0.51)
    with pytest.raises(BadInput, match="unknown preset"):
        RaceFile.make({"preset": "win", "candidate": [{"name": "a"}]}, "x")
