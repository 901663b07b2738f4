"""The command as people run it, and as it refuses."""

import subprocess
import sys

import pytest
from programs import PONNUKI

from ponnuki.cli import main


@pytest.fixture
def ponnuki(tmp_path):
    def run(*words, code=0):
        done = subprocess.run([*PONNUKI, *map(str, words)], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == code, done.stderr
        return done

    return run


@pytest.fixture
def ponnuki_here(tmp_path, monkeypatch, capsys):
    """The command in this process, which saves a second for each; its workers are processes as ever."""

    def run(*words, code=0):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["ponnuki", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        assert (end.value.code or 0) == code, said.err
        return subprocess.CompletedProcess(words, code, said.out, said.err)

    return run


@pytest.fixture
def refusal(tmp_path, monkeypatch, capsys):
    """The one line on stderr of a command that is refused; in this process, as nothing is started."""

    def run(*words):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["ponnuki", *words])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        assert (end.value.code, said.out) == (2, "")
        assert len(said.err.strip().splitlines()) == 1
        return said.err

    return run
