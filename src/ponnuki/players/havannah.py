"""Our own Havannah player: a spec brought to life."""

import numpy as np

from ponnuki.games.havannah import play as _havannah_kernels  # noqa: F401 - registers Havannah with the search
from ponnuki.games.havannah.coords import CLASSIC, SWAP_WORD
from ponnuki.games.havannah.layout import SWAP, cell_count, cell_of, geometry, vertex_count, vertex_of
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.havannah.position import Position
from ponnuki.knowledge.havannah_priors import havannah_priors
from ponnuki.knowledge.shape_match import with_shapes
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import havannah_fast, havannah_slow
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.policies.havannah_slow_rules import SlowRules
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem


class HavannahPlayer(Searcher[Position]):
    """One of our programs at a Havannah board."""

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules: SlowRules | None = spec.playout_rules()
        self._policy = havannah_fast.new_policy() if rules is None else havannah_slow.new_policy(spec.size, rules)
        self._knowledge = with_shapes(havannah_priors(), spec.shapes, NEIGHBOURHOOD, spec.size)

    def _problem(self) -> Problem:
        position = self._known_position()
        return Problem(
            board=position.board(),
            geometry=geometry(position.size),
            policy=self._policy,
            knowledge=self._knowledge,
            codes=vertex_count(position.size),
            longest=cell_count(position.size),
            seen=np.zeros(0, np.uint64),
            scratch=havannah_scratch(position.size),
        )

    def _code(self, move: str) -> int:
        if move == SWAP_WORD:
            return SWAP
        size = self._known_position().size
        return vertex_of(size, *CLASSIC.read(move, size))

    def _name(self, code: int) -> str:
        size = self._known_position().size
        return SWAP_WORD if code == SWAP else CLASSIC.write(cell_of(size, code), size)

    def _should_resign(self, report: SearchReport, cleanup: bool) -> bool:
        """Only where the search has proved a loss."""
        return self.spec.resign > 0 and report.best.proven == "loss"
