"""The command line as people and scripts meet it."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from here import run_here

import ponnuki
from ponnuki.lab.bench import playouts


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", "ponnuki", *words], capture_output=True, text=True, **options)


def test_help_names_every_command_and_imports_no_kernel():
    done = run("--help")
    assert done.returncode == 0
    for command in (
        "demo",
        "doctor",
        "plan",
        "study",
        "race",
        "match",
        "learn",
        "confirm",
        "tournament",
        "gtp",
        "play",
        "bench",
    ):
        assert command in done.stdout
    heavy = "[m for m in ('numba', 'scipy', 'matplotlib') if m in sys.modules]"
    code = f"import sys; from ponnuki.cli.commands import app; print({heavy})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_who_hands_out_games_and_writes_results_down_imports_no_kernel():
    """They are played by other processes, which do; to load numba takes as long as all the rest of such a command."""
    rooms = ("runs.export", "races.session", "matches.session", "learn.session", "studies.play", "pages.reports")
    code = f"import sys, {', '.join(f'ponnuki.lab.{room}' for room in rooms)}; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout.strip() == f"ponnuki {ponnuki.__version__}"


def test_doctor_says_one_line_for_each_thing_and_what_to_do_about_what_is_missing():
    lines = run("doctor").stdout.splitlines()
    names = " ".join(lines)
    for thing in ("packages", "kernel cache", "MPI", "Dask", "chess", "Optuna", "browser", "GNU Go", "OpenSpiel"):
        assert thing in names
    for line in lines:
        assert line.startswith(("ok", "missing"))
        assert line.startswith("ok") or "to get it:" in line


def test_mpi_is_mpi4py_alone_and_mpich_an_extra_of_its_own():
    """Where another MPI is installed, the wheel of MPICH would bring an `mpiexec` that does not fit it."""
    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    names = {extra: {word.partition(">=")[0] for word in extras[extra]} for extra in ("mpi", "mpich")}
    assert names == {"mpi": {"mpi4py"}, "mpich": {"mpich"}}


def test_a_benchmark_prints_one_json_object_and_nothing_else(capfd, monkeypatch):
    monkeypatch.setattr(playouts, "OUR_SECONDS", 0.05)
    monkeypatch.setattr(playouts, "REFERENCE_SECONDS", 0.05)
    done = run_here(capfd, monkeypatch, "bench", "playouts", "--size", "5", "--json")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert {"ours", "reference", "ratio", "unit", "mean_length", "mean_score", "playouts"} <= set(result)
    assert result["ours"] > 0
    assert result["ratio"] is None or result["ratio"] == result["ours"] / result["reference"]


def test_bad_input_is_one_line_with_exit_code_2(capsys, monkeypatch):
    assert run("bench", "playouts", "--size", "99").returncode == 2
    for words in (
        ("bench", "playouts", "--size", "99"),
        ("bench", "search", "--policy", "nosuch"),
        ("demo", "--workers", "0"),
    ):
        done = run_here(capsys, monkeypatch, *words)
        assert done.code == 2
        assert done.err.startswith("error: ")
        assert len(done.err.strip().splitlines()) == 1
