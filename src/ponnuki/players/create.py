"""A spec brought to life, whichever game it plays."""

from typing import Any

from ponnuki.games.go.position import Position as GoPosition
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.players.havannah import HavannahPlayer
from ponnuki.players.own import OwnPlayer
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import AnySpec, PlayerSpec


def own_player(spec: PlayerSpec) -> Searcher[Any]:
    """One of our players, for positions of its game."""
    return HavannahPlayer(spec) if spec.game == "havannah" else OwnPlayer(spec)


AnyPosition = GoPosition | HavannahPosition


def first_position(spec: AnySpec) -> AnyPosition:
    """The start of a game."""
    if spec.game == "havannah":
        return HavannahPosition.empty(spec.size, spec.havannah_rules())
    return GoPosition.empty(spec.size, spec.go_rules())
