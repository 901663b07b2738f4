"""Programs for tests: good and bad ones, each under a token by which its processes can be found."""

import os
import shlex
import sys
import time
import uuid
from pathlib import Path

from ponnuki.players.spec import AnySpec, player_spec

FOLDER = Path(__file__).parent / "bad_programs"
PONNUKI = [sys.executable, "-c", "from ponnuki.cli import main; main()"]


def new_token() -> str:
    return f"token-{uuid.uuid4().hex}"


def command(name: str, token: str = "") -> str:
    return shlex.join([sys.executable, str(FOLDER / f"{name}.py"), *([token] if token else [])])


def bad(name: str, token: str = "", **settings: object) -> AnySpec:
    return player_spec({"gtp": command(name, token), **settings})


def ours(sims: int = 8, **settings: object) -> AnySpec:
    return player_spec({"sims": sims, **settings})


def running(token: str) -> list[int]:
    """Living processes with a token among their arguments."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if token.encode() in arguments and state != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def all_gone(token: str, patience: float = 60.0) -> bool:
    """Whether no process with a token is left, soon."""
    deadline = time.monotonic() + patience
    while running(token):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
