"""`ponnuki study semeai`: files, JSON, and what it turns down."""

import json

import pytest
from here import run_here

SMALL = ("--program", "mogo", "--rave", "on", "--use", "none", "--sims", "60", "--positions", "2", "--runs", "1")


def test_a_small_study_writes_its_files_and_says_what_it_counted(tmp_path, capsys, monkeypatch):
    ended = run_here(capsys, monkeypatch, "study", "semeai", *SMALL, "--out", str(tmp_path / "out"), "--json")
    assert ended.code == 0
    rows = json.loads(ended.out)["rows"]
    assert [(row["kind"], row["runs"]) for row in rows] == [("must be played", 2), ("must not be played", 2)]
    assert all(0 <= row["good"] <= 2 for row in rows)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"semeai.csv", "semeai.md", "semeai.png"}


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--rave", "maybe"), "--rave"), (("--use", "magic"), "magic"), (("--positions", "1000"), "--positions")],
)
def test_bad_options_are_one_line(words, said, tmp_path, capsys, monkeypatch):
    ended = run_here(capsys, monkeypatch, "study", "semeai", *words, "--out", str(tmp_path / "out"))
    assert ended.code == 2
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1
