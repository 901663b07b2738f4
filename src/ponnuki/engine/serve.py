"""Our player as a GTP program on stdin and stdout.

Nothing here needs compiled code: it is loaded by a thread after the first answer.
"""

import contextlib
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from io import FileIO
from typing import TYPE_CHECKING

from ponnuki.engine.loop import converse
from ponnuki.engine.seeds import draw_seed
from ponnuki.engine.session import Session, Settings
from ponnuki.engine.thinker import Thinker
from ponnuki.errors import BadInput, unknown
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from ponnuki.cluster.mpi import Ranks


def new_session(
    spec: PlayerSpec, coordinates: str = "classic", seed: int | None = None, ranks: "Ranks | None" = None
) -> Session:
    """A session with one of our players; `coordinates` say how moves are written, `seed` replaces that of the spec,
    `ranks` are the machines that search with it."""
    check(spec, coordinates)
    settings = Settings(
        kit=spec.kit,
        size=spec.size,
        komi=spec.komi,
        rules=spec.rules,
        coordinates=coordinates,
        simulations=spec.sims,
        seconds=spec.time,
        threads=spec.threads,
        seed=spec.seed if seed is None else seed,
        ponder=spec.ponder,
        description=describe(spec, seed),
    )
    return Session(settings, _player_maker(spec.model_copy(update={"seed": settings.seed}), ranks))


def check(spec: PlayerSpec, coordinates: str) -> None:
    """See that an engine can be made of these."""
    if coordinates not in spec.kit.coordinates:
        raise BadInput(unknown("coordinates", coordinates, spec.kit.coordinates))
    if spec.cpu is not None:
        raise BadInput("cpu limits a player in matches and races; a GTP engine has time")


def describe(spec: PlayerSpec, seed: int | None = None) -> str:
    """A player in one line: its limits, its seed, what else was set, and the digest of its spec."""
    limit = spec.limit()
    drawn = spec.seed if seed is None else f"{seed} (drawn)"
    fixed = {"sims": limit.simulations, "time": limit.seconds, "threads": spec.threads, "seed": drawn}
    known = {"program", "size", "komi", "ponder", *fixed}
    others = {key: value for key, value in spec.settings().items() if key not in known}
    settings = {key: value for key, value in (fixed | others).items() if value is not None}
    return ", ".join([f"program {spec.program}", *(f"{k} {v}" for k, v in settings.items()), f"digest {spec.digest}"])


def _player_maker(spec: PlayerSpec, ranks: "Ranks | None") -> Callable[[int], Thinker]:
    def make(size: int) -> Thinker:
        sized = spec.model_copy(update={"size": size})
        together = {} if ranks is None else {"cluster": {"machines": 2, "scheme": ranks.scheme.name}}
        sized.kit.warm(sized.model_copy(update=together))
        player = sized.kit.player(sized)
        if ranks is not None:
            player.lead(ranks)
        return player

    return make


def serve(spec: PlayerSpec, coordinates: str = "classic") -> None:
    """Talk on stdin and stdout until `quit`. Whatever else would be printed goes to stderr."""
    session = begin(spec, coordinates)
    with ending(session):
        talk(session)


def begin(spec: PlayerSpec, coordinates: str, ranks: "Ranks | None" = None) -> Session:
    """A session; where the spec has no seed, one is drawn, and said on stderr."""
    drawn = None if "seed" in spec.model_fields_set else draw_seed()
    session = new_session(spec, coordinates, drawn, ranks)
    if drawn is not None:
        print(f"seed {drawn}", file=sys.stderr, flush=True)
    return session


def talk(session: Session) -> None:
    """The conversation; stdout is for replies alone from here on."""
    sys.stdout.flush()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def write(text: str) -> None:
        replies.write(text.encode("utf-8", "replace"))
        replies.flush()

    with contextlib.suppress(BrokenPipeError):  # the controller has gone
        converse(session, FileIO(0, closefd=False), write, lambda: _until_unread(replies.fileno()))


@contextlib.contextmanager
def ending(session: Session) -> Iterator[None]:
    """Ends the session and, where a thread still compiles, the process with it.

    Such a thread cannot be stopped, and compiled libraries may crash if Python takes itself apart meanwhile.
    """
    code = 0
    try:
        yield
    except KeyboardInterrupt:
        if not session.is_preparing:
            raise
        print("interrupted", file=sys.stderr)
        code = 130
    finally:
        session.close()
    if session.is_preparing:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _until_unread(pipe: int) -> None:
    """Wait until nobody can read from a pipe or a socket any more: for a file, or on some systems, for ever."""
    if not hasattr(select, "poll"):
        threading.Event().wait()
    poll = select.poll()
    poll.register(pipe, 0)  # errors are reported whatever is asked for
    poll.poll()
