"""Searches of small positions of the games on hexagons."""

from typing import Any

from ponnuki.games.havannah import Position as HavannahPosition
from ponnuki.games.hex import Position as HexPosition
from ponnuki.players.kit import find_kit
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

MOST = 1_000_000
NAMES = {HexPosition: "hex", HavannahPosition: "havannah"}


def player_for(position: Any, simulations: int = 1000, program: str = "fast", **keys: Any) -> Any:
    """A player of the position's game, with the position before it."""
    name = NAMES[type(position)]
    player = find_kit(name).player(PlayerSpec(game=name, size=position.size, program=program, sims=simulations, **keys))
    player.set_position(position, 0.0)
    return player


def search(position: Any, simulations: int = MOST, program: str = "fast", **keys: Any) -> SearchReport:
    """A search that goes on to its end, or to a proof."""
    return player_for(position, simulations, program, **keys).search(Limit(simulations=simulations, early_stop=False))
