"""Commands in this process, where it is not the process that is tested: each saves the start of a Python."""

import contextlib
import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from ponnuki.cli import main


class Ended(NamedTuple):
    """How a command ended; what its workers print is not in it."""

    returncode: int
    stdout: str
    stderr: str


def here(*words: str, folder: Path) -> Ended:
    """Run a command to its end, in a folder."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["ponnuki", *words])
        with pytest.raises(SystemExit) as ended:
            main()
    return Ended(int(ended.value.code or 0), out.getvalue(), err.getvalue())
