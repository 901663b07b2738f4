"""Compile everything that a player will need, before a clock runs or many processes would do it at once."""

from ponnuki.games.go.position import Position
from ponnuki.players.create import first_position, own_player
from ponnuki.players.own import OwnPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

KEPT_AFTER = 200
"""Simulations after which the tree below the best move is worth keeping."""


def compile_for(spec: PlayerSpec) -> None:
    """Have all kernels ready; a player of its own does it, so that the real one starts from its seed."""
    player = own_player(spec)
    if isinstance(player, OwnPlayer):
        _play_go(player, spec)
    else:
        position = first_position(spec)
        for _ in range(2):
            position = position.play(position.legal_moves()[0])
            player.set_position(position, spec.komi)
            player.choose(Limit(simulations=1))
    player.close()


def _play_go(player: OwnPlayer, spec: PlayerSpec) -> None:
    position = Position.empty(spec.size, spec.go_rules())
    player.set_position(position, spec.komi)
    best = player.search(Limit(simulations=KEPT_AFTER, early_stop=False), most=1).best.move
    player.set_position(position.play(best), spec.komi)
    for move in (position.legal_moves()[0], "pass"):
        position = position.play(move)
        player.set_position(position, spec.komi)
        player.choose(Limit(simulations=1))
    player.final_score()
