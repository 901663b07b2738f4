"""A session with our real player, quick enough for thousands of moves."""

from ponnuki.engine.serve import new_session
from ponnuki.engine.session import Session, Settings
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec

SIMULATIONS = 8


def own_session(size: int = 5, komi: float = 7.5, **options: object) -> Session:
    """Our player with few simulations, unless told otherwise."""
    return new_session(PlayerSpec.make({"size": size, "komi": komi, "sims": SIMULATIONS, **options}))


def session_of_sizes(size: int, komi: float) -> Session:
    """The same on boards of changing size, on 3x3 with a program that other tests compile too."""

    def make(size: int) -> GoPlayer:
        program = "uct" if size == 3 else "default"
        return GoPlayer(PlayerSpec.make({"size": size, "komi": komi, "sims": SIMULATIONS, "program": program}))

    return Session(Settings(size=size, komi=komi, simulations=SIMULATIONS), make)
