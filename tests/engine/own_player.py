"""A session with our real player, quick enough for thousands of moves."""

from ponnuki.engine.serve import new_session
from ponnuki.engine.session import Session
from ponnuki.players.spec import PlayerSpec

SIMULATIONS = 8


def own_session(size: int = 5, komi: float = 7.5, **options: object) -> Session:
    """Our player with few simulations, unless told otherwise."""
    return new_session(PlayerSpec.make({"size": size, "komi": komi, "sims": SIMULATIONS, **options}))
