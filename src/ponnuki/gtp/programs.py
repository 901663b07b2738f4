"""Where programs are found: on PATH, then where Debian keeps its games."""

import os
import shutil

GAMES_FOLDER = "/usr/games"


def find_program(name: str) -> str | None:
    """The full path of a program, or None."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES_FOLDER])
    return shutil.which(name, path=path)
