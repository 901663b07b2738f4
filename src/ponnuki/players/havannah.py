"""Our own Havannah player: a spec brought to life."""

from typing import Any

from ponnuki.games.havannah import play as _havannah_kernels  # noqa: F401 - registers Havannah with the search
from ponnuki.games.havannah.layout import vertex_count
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.havannah.position import Position
from ponnuki.knowledge.havannah_priors import havannah_priors
from ponnuki.knowledge.shape_match import with_shapes
from ponnuki.players.hexagons import HexagonPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import havannah_fast, havannah_slow
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.policies.havannah_slow_rules import SlowRules


class HavannahPlayer(HexagonPlayer[Position]):
    """One of our programs at a Havannah board."""

    board_class = Position

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules: SlowRules | None = spec.playout_rules()
        self._policy = havannah_fast.new_policy() if rules is None else havannah_slow.new_policy(spec.size, rules)
        self._knowledge = with_shapes(havannah_priors(spec.prior_weights()), spec.shapes, NEIGHBOURHOOD, spec.size)

    def _scratch(self, size: int) -> Any:
        return havannah_scratch(size)

    def _vertices(self, size: int) -> int:
        return vertex_count(size)
