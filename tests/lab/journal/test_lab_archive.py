"""Runs from files: a journal that is none is one line, and leaves nothing in the store."""

import json
from pathlib import Path
from typing import Any

import pytest

from ponnuki.errors import BadInput
from ponnuki.lab.journal.archive import unpack
from ponnuki.lab.journal.store import Store

GOOD: dict[str, Any] = {"run": "r", "kind": "race", "settings": {}, "budget": None, "races": [{"candidates": ["a"]}]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is not the journal of a race or a campaign"),
        (json.dumps(GOOD | {"kind": "match"}), "is not the journal"),
        (json.dumps(GOOD | {"races": 5}), "is not the journal"),
        (json.dumps(GOOD | {"races": [{}]}), "is not the journal"),
        (json.dumps(GOOD | {"budget": 2**70}), "is not the journal"),
        (json.dumps(GOOD | {"settings": []}), "is not the journal"),
        (json.dumps(GOOD | {"races": [{"candidates": ["a"], "colour": "red"}]}), "does not describe its races"),
        (json.dumps(GOOD | {"run": "a\0b"}), "a character that does not print"),
        (json.dumps(GOOD | {"run": "x" * 300}), "has 300 characters"),
    ],
)
def test_files_that_are_no_journal_leave_nothing(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "journal.json").write_text(text)
    (tmp_path / "trials.csv").write_text("race,candidate,trial,seed,reward\n")
    with Store(tmp_path / "s.sqlite", write=True) as store:
        with pytest.raises(BadInput, match=message):
            unpack(store, tmp_path)
        assert store.runs() == []
    assert not (tmp_path / "s.sqlite").exists()


def test_files_that_are_a_journal_are_a_run(tmp_path: Path) -> None:
    (tmp_path / "journal.json").write_text(json.dumps(GOOD))
    (tmp_path / "trials.csv").write_text("race,candidate,trial,seed,reward\n0,a,0,7,0.5\n")
    with Store(tmp_path / "s.sqlite", write=True) as store:
        run, history = unpack(store, tmp_path)
        assert (run.name, [verdict.trials for verdict in history.verdicts]) == ("r", [1])
