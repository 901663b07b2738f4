"""Races as people run them: the command in a process of its own, in a folder of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands_here import here

from ponnuki.cli import main
from ponnuki.errors import PonnukiError
from ponnuki.lab.journal.store import Store

HERE = Path(__file__).parent


def write_race(folder: Path, candidates: list[dict[str, Any]], name: str = "race", **keys: Any) -> Path:
    """A race file with the sample evaluators beside it."""
    shutil.copy(HERE / "race_samples.py", folder)
    values = {"evaluate": "race_samples:coin", **keys}
    lines = [f"{key} = {_toml(value)}" for key, value in values.items() if value is not None]
    for candidate in candidates:
        lines += ["[[candidate]]", *(f"{key} = {_toml(value)}" for key, value in candidate.items())]
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def _toml(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


def ponnuki(*words: str, folder: Path) -> Any:
    """Run a command to its end."""
    process = start(*words, folder=folder)
    out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def run_here(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The command in this process, which saves a second for each mistake."""
    monkeypatch.setattr("sys.argv", ["ponnuki", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    assert captured.out == ""
    return int(ended.value.code or 0), captured.err


def start(*words: str, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "ponnuki", *words]
    return subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run_race(folder: Path, *options: str) -> tuple[str, dict[str, object]]:
    """A race to its end, in this process: what is exported and the verdict."""
    done = here("race", "race.toml", "--json", *options, folder=folder)
    assert done.returncode == 0, done.stderr
    verdict = json.loads(done.stdout)
    del verdict["id"]
    exported = here("export", "race", "--csv", folder=folder)
    assert exported.returncode == 0, exported.stderr
    return exported.stdout, verdict


def trials_of(folder: Path) -> int:
    """How many trials are in the journal; there may be none yet."""
    try:
        with Store(folder / "ponnuki.sqlite") as store:
            return sum(store.count(race) for run in store.runs() for race, _ in store.series(run))
    except PonnukiError:
        return 0


def children(process: int) -> list[int]:
    """The processes started by a process: reaper and workers."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == process:
                found.append(int(entry.name))
    return found


def kill_in_commit(process: "subprocess.Popen[str]", journal: Path, seconds: float) -> None:
    """SIGKILL for the coordinator at the first write to its journal after some time: in the middle of a commit."""
    time.sleep(seconds)
    while process.poll() is None and not journal.exists():
        time.sleep(0.001)
    before = journal.stat().st_mtime_ns if journal.exists() else 0
    while process.poll() is None and journal.exists() and journal.stat().st_mtime_ns == before:
        pass
    process.kill()


def kill_after(process: "subprocess.Popen[str]", seconds: float, worker: bool) -> None:
    """SIGKILL for the coordinator, or for one of its children."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.005)
    if process.poll() is not None:
        return
    if not worker:
        process.kill()
        return
    victims = children(process.pid)
    if victims:
        os.kill(victims[int(seconds * 1e6) % len(victims)], signal.SIGKILL)
