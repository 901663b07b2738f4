"""Our own Hex player: a spec brought to life."""

import numpy as np

from ponnuki.games.hex import play as _hex_kernels  # noqa: F401 - registers Hex with the search
from ponnuki.games.hex.coords import CLASSIC, SWAP_WORD
from ponnuki.games.hex.layout import SWAP, cell_count, cell_of, geometry, vertex_count, vertex_of
from ponnuki.games.hex.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.hex.position import Position
from ponnuki.knowledge import shape_match
from ponnuki.knowledge.hex_priors import hex_priors
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import hex_fast, hex_slow
from ponnuki.policies.hex_slow_rules import SlowRules
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem


class HexPlayer(Searcher[Position]):
    """One of our programs at a Hex board."""

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules: SlowRules | None = spec.playout_rules()
        self._policy = hex_fast.new_policy() if rules is None else hex_slow.new_policy(spec.size, rules)
        priors = hex_priors(spec.prior_weights())
        self._knowledge = shape_match.with_shapes(priors, spec.shapes, NEIGHBOURHOOD, spec.size)

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
            scratch=shape_match.scratch(vertex_count(position.size)),
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
