"""Compile everything that a player will need, before a clock runs or many processes would do it at once."""

from ponnuki.games.go.position import Position
from ponnuki.players.own import OwnPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit


def compile_for(spec: PlayerSpec) -> None:
    """Have all kernels ready; a player of its own does it, so that the real one starts from its seed."""
    player, position = OwnPlayer(spec), Position.empty(spec.size, spec.go_rules())
    for move in (position.legal_moves()[0], "pass"):
        position = position.play(move)
        player.set_position(position, spec.komi)
        player.choose(Limit(simulations=1))
    player.final_score()
    player.close()
