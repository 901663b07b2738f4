"""Our player as a GTP program on stdin and stdout."""

import contextlib
import os
import sys
from collections.abc import Callable
from io import FileIO

from ponnuki.engine.loop import converse
from ponnuki.engine.session import Session, Settings
from ponnuki.engine.thinker import Thinker
from ponnuki.players.own import OwnPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.players.warm import compile_for


def new_session(spec: PlayerSpec) -> Session:
    """A session with one of our players."""
    settings = Settings(
        size=spec.size,
        komi=spec.komi,
        rules=spec.go_rules(),
        simulations=spec.sims,
        seconds=spec.time,
        ponder=spec.ponder,
        description=describe(spec),
    )
    return Session(settings, _player_maker(spec))


def describe(spec: PlayerSpec) -> str:
    """A player in one line: its limits, its seed, what else was set, and its digest."""
    limit = spec.limit()
    fixed = {"sims": limit.simulations, "time": limit.seconds, "threads": spec.threads, "seed": spec.seed}
    others = spec.model_dump(exclude_defaults=True, exclude={"program", "size", "komi", "ponder", *fixed})
    settings = {key: value for key, value in (fixed | others).items() if value is not None}
    return ", ".join([f"program {spec.program}", *(f"{k} {v}" for k, v in settings.items()), f"digest {spec.digest}"])


def _player_maker(spec: PlayerSpec) -> Callable[[int], Thinker]:
    def make(size: int) -> Thinker:
        sized = spec.model_copy(update={"size": size})
        compile_for(sized)
        return OwnPlayer(sized)

    return make


def serve(spec: PlayerSpec) -> None:
    """Talk on stdin and stdout until `quit`. Whatever else would be printed goes to stderr."""
    sys.stdout.flush()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def write(text: str) -> None:
        replies.write(text.encode("utf-8", "replace"))
        replies.flush()

    with contextlib.suppress(BrokenPipeError):  # the controller has gone
        converse(new_session(spec), FileIO(0, closefd=False), write)
