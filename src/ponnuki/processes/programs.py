"""Where programs are found: on PATH, then where Debian keeps its games."""

import os
import shutil

GAMES_FOLDER = "/usr/games"


def find_program(name: str) -> str | None:
    """The full path of a program, or None."""
    return shutil.which(name, path=search_path())


def search_path(*more: str) -> str:
    """The folders to look in, as the variable PATH has them, with some more at the end."""
    return os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES_FOLDER, *more])
