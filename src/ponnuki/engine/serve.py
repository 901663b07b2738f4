"""Our player as a GTP program on stdin and stdout."""

import contextlib
import os
import sys
from collections.abc import Callable
from io import FileIO

from ponnuki.engine.loop import converse
from ponnuki.engine.session import Session, Settings
from ponnuki.engine.thinker import Thinker
from ponnuki.errors import BadInput
from ponnuki.games.havannah.coords import CODECS
from ponnuki.players.create import own_player
from ponnuki.players.spec import PlayerSpec, unknown
from ponnuki.players.warm import compile_for


def new_session(spec: PlayerSpec, coordinates: str = "classic") -> Session:
    """A session with one of our players; `coordinates` are the names of cells in Havannah."""
    if coordinates not in CODECS:
        raise BadInput(unknown("coordinates", coordinates, CODECS))
    if spec.cpu is not None:
        raise BadInput("cpu limits a player in matches and races; a GTP engine has time")
    settings = Settings(
        size=spec.size,
        komi=spec.komi,
        rules=spec.havannah_rules() if spec.game == "havannah" else spec.go_rules(),
        coordinates=CODECS[coordinates],
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
    known = {"program", "size", "komi", "ponder", *fixed}
    others = {key: value for key, value in spec.settings().items() if key not in known}
    settings = {key: value for key, value in (fixed | others).items() if value is not None}
    return ", ".join([f"program {spec.program}", *(f"{k} {v}" for k, v in settings.items()), f"digest {spec.digest}"])


def _player_maker(spec: PlayerSpec) -> Callable[[int], Thinker]:
    def make(size: int) -> Thinker:
        sized = spec.model_copy(update={"size": size})
        compile_for(sized)
        return own_player(sized)  # type: ignore[return-value]

    return make


def serve(spec: PlayerSpec, coordinates: str = "classic") -> None:
    """Talk on stdin and stdout until `quit`. Whatever else would be printed goes to stderr."""
    sys.stdout.flush()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def write(text: str) -> None:
        replies.write(text.encode("utf-8", "replace"))
        replies.flush()

    with contextlib.suppress(BrokenPipeError):  # the controller has gone
        converse(new_session(spec, coordinates), FileIO(0, closefd=False), write)
