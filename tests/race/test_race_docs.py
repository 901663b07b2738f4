"""The examples of docs/statistics.md run and say what the text says."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def example(mark):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    return next(block for block in blocks if mark in block)


def test_the_first_example_races_anything_that_returns_rewards():
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(example("bolder"), {"play": lambda name, trial: 1.0 if name == "calmer" else 0.0})
    assert told.getvalue().startswith("accepted ('calmer',)")


def test_the_campaign_example_runs():
    names = {}
    exec(example("Campaign"), names)
    assert names["race"].ask().candidate == "first idea"


@pytest.mark.slow
def test_counting_games_as_they_arrive_ruins_the_risk():
    names = {"print": lambda *args: None}
    exec(example("as_they_arrive"), names)
    assert names["false_acceptances"](1) <= 0.15
    assert names["false_acceptances"](256) >= 0.9
