"""Builds what people install, and tries it in a clean environment: `python check_package.py DIST [PYTHON ...]`.

For each Python that is named (by default the one that runs this), the wheel is installed into an empty environment and
tried, and then the sdist in its place. What needs an extra must say which in one line. `make package` runs it; it takes
minutes, so it is no test of `make test`.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
RACE = """
from random import Random
import ponnuki

def coin(candidate, seed):
    return float(Random(seed).random() < candidate["p"])

candidates = {"same": {"p": 0.5}, "better": {"p": 0.7}}
report = ponnuki.run_race(coin, candidates, workers=1, accept_above=0.51, drop_below=0.6)
assert report.accepted == ("better",), report
"""
PARAMETERS = '[[parameter]]\nname = "search.rave_equivalence"\nrange = [100, 5000]\n'
FRAME = "import ponnuki; ponnuki.analyse(size=5, sims=8, player={'program': 'light'}).to_pandas()"
WORKS = (
    (["ponnuki", "--version"], "ponnuki "),
    (["ponnuki", "doctor"], "kernel cache"),
    (["ponnuki", "plan", "--effect", "0.6", "--races", "20"], "betting"),
    (["ponnuki", "match", "program=light,sims=2", "program=light,sims=4", "--size", "5", "--games", "2"], "Elo"),
    (["python", "-c", RACE], ""),
)
"""Commands that need no extra, and what they print."""
NEEDS = (
    (["ponnuki", "match", "sims=2", "sims=3", "--size", "5", "--dask", "tcp://localhost:1"], "ponnuki[cluster]"),
    (["ponnuki", "gtp", "--cluster", "slow-tree"], "ponnuki[mpi,mpich]"),
    (["ponnuki", "serve"], "ponnuki[web]"),
    (["ponnuki", "match", "uci:a", "uci:b"], "ponnuki[chess]"),
    (
        ["ponnuki", "learn", "program=light,sims=4", "--settings", "--parameters", "p.toml", "--proposer", "tpe"],
        "ponnuki[tune]",
    ),
    (["python", "-c", FRAME], "ponnuki[notebook]"),
)
"""Commands that need an extra, and the name of it that their last line has."""


def main() -> None:
    """Build, install, try."""
    dist, pythons = Path(sys.argv[1]).absolute(), sys.argv[2:] or [sys.executable]
    shutil.rmtree(dist, ignore_errors=True)
    _run([sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT)], ROOT)
    [wheel], [sdist] = list(dist.glob("*.whl")), list(dist.glob("*.tar.gz"))
    for python in pythons:
        with tempfile.TemporaryDirectory() as folder:
            environment = Path(folder) / "environment"
            _run([python, "-m", "venv", str(environment)], Path(folder))
            for artefact, words in ((wheel, []), (sdist, ["--force-reinstall", "--no-deps"])):
                pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", *words, str(artefact)]
                _run(pip, Path(folder))
                _try(environment / "bin", artefact.name, python)


def _try(programs: Path, artefact: str, python: str) -> None:
    """Run all commands in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.toml").write_text(PARAMETERS)
        for words, wanted in WORKS:
            done = _call(programs, words, folder)
            assert done.returncode == 0, f"{words}: {done.stderr}"
            assert wanted in done.stdout, f"{words}: {done.stdout}"
        for words, extra in NEEDS:
            done = _call(programs, words, folder)
            assert done.returncode != 0, f"{words} does not need {extra}"
            assert extra in done.stderr.strip().splitlines()[-1], f"{words}: {done.stderr}"
    print(f"{artefact} on {python}: {len(WORKS)} commands work, {len(NEEDS)} name the extra that they need")


def _call(programs: Path, words: Sequence[str], folder: str) -> "subprocess.CompletedProcess[str]":
    command = [str(programs / words[0]), *words[1:]]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)


def _run(words: Sequence[str], folder: Path) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"


if __name__ == "__main__":
    main()
