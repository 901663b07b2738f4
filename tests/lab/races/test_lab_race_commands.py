"""`ponnuki plan`: one JSON object, errors in one line; and what the commands must not import."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput

FAST = ["--accept-above", "0.52", "--drop-below", "0.6", "--effect", "0.65"]


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_plan_is_one_json_object_with_every_bound_and_the_floor(tmp_path):
    result = run("plan", *FAST, "--races", 60, "--out", tmp_path, "--json")
    plan = json.loads(result.stdout)
    games = {row["bound"]: row["mean_games"] for row in plan["bounds"]}
    assert set(games) >= {"betting", "beta-binomial", "stitched", "paper-1", "paper-2", "paper-3", "gsprt"}
    assert plan["floor"] < games["betting"] < games["paper-2"]
    assert (tmp_path / "plan.png").stat().st_size > 10_000


def test_a_plan_for_people_says_what_the_thresholds_mean_and_marks_the_gsprt(tmp_path):
    result = run("plan", "--effect", "0.6", "--variance", "0.0324", "--races", 10, "--out", tmp_path)
    assert "accept what is proven better than 50.1 %" in result.stdout
    assert "Elo" in result.stdout
    assert "asymptotic" in result.stdout


def test_equal_thresholds_are_planned_with_the_bounds_that_allow_them(tmp_path):
    equal = ["--accept-above", "0.55", "--drop-below", "0.55", "--effect", "0.65"]
    plan = json.loads(run("plan", *equal, "--races", 5, "--out", tmp_path, "--json").stdout)
    assert "betting" not in {row["bound"] for row in plan["bounds"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plan", "--risk", "2"], "risk is 2.0"),
        (["plan", "--accept-above", "0.6"], "drop_below 0.504 is below accept_above 0.6"),
        (["plan", "--effect", "fast"], "write a rate"),
        (["plan", "--preset", "win"], "unknown preset"),
        (["plan", "--variance", "0.5"], "variance below 0.25"),
        (["plan", "--candidates", "0"], "candidates is 0"),
        (["plan", "--candidates", 10**11], "candidates is 100000000000: 10000 can be simulated at most"),
    ],
)
def test_bad_input_is_refused_before_anything_is_simulated(arguments, said):
    result = run(*arguments)
    assert isinstance(result.exception, BadInput)
    assert said in str(result.exception)
    assert result.exception.exit_code == 2


def test_the_race_room_needs_only_numpy_and_scipy_special():
    heavy = ("numba", "matplotlib", "typer", "rich", "pydantic", "scipy.stats", "scipy.optimize")
    code = f"import sys, ponnuki.race; print([name for name in {heavy} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"


def test_help_imports_nothing_heavy():
    code = (
        "import sys, ponnuki.cli; "
        "print([name for name in ('numba', 'scipy', 'matplotlib', 'numpy') if name in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"
