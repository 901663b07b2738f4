"""Our own Hex player: a spec brought to life."""

from typing import Any

from ponnuki.games.hex import play as _hex_kernels  # noqa: F401 - registers Hex with the search
from ponnuki.games.hex.layout import vertex_count
from ponnuki.games.hex.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.hex.position import Position
from ponnuki.knowledge import shape_match
from ponnuki.knowledge.hex_priors import hex_priors
from ponnuki.players.hexagons import HexagonPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import hex_fast, hex_slow
from ponnuki.policies.hex_slow_rules import SlowRules


class HexPlayer(HexagonPlayer[Position]):
    """One of our programs at a Hex board."""

    board_class = Position

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules: SlowRules | None = spec.playout_rules()
        self._policy = hex_fast.new_policy() if rules is None else hex_slow.new_policy(spec.size, rules)
        priors = hex_priors(spec.prior_weights())
        self._knowledge = shape_match.with_shapes(priors, spec.shapes, NEIGHBOURHOOD, spec.size)

    def _scratch(self, size: int) -> Any:
        return shape_match.scratch(vertex_count(size))

    def _vertices(self, size: int) -> int:
        return vertex_count(size)
