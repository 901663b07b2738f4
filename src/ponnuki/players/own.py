"""Our own Go player: a spec brought to life. It is told positions, and asked for moves, analyses and scores."""

import numpy as np
import numpy.typing as npt

from ponnuki.games.go import play as _go_kernels  # noqa: F401 - registers Go with the search
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.layout import (
    FULL,
    PASS,
    Features,
    board_dtype,
    geometry,
    longest_playout,
    point_of,
    vertex_count,
    vertex_of,
)
from ponnuki.games.go.position import Position
from ponnuki.kernels.records import Records
from ponnuki.knowledge.go_priors import NO_PRIORS, new_priors
from ponnuki.players.dynamic_komi import komi_to_play_for
from ponnuki.players.searcher import Decision, Searcher
from ponnuki.players.shape_spec import with_shapes
from ponnuki.players.spec import PlayerSpec
from ponnuki.players.status import Status, judge, ownership
from ponnuki.policies import go_light, go_mogo
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem
from ponnuki.search.thread import new_thread

LIGHT_WITH_HASH = Features(hash=True)
"""What a board needs for light playouts: superko is checked inside the tree."""
RESIGN_AFTER = 0.25
"""Share of the board's points that must have been played before resigning: early values are unsure."""


class OwnPlayer(Searcher[Position]):
    """One of our programs at a Go board."""

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules, weights = spec.playout_rules(), spec.prior_weights()
        self._features = LIGHT_WITH_HASH if rules is None and weights == NO_PRIORS else FULL
        noting = weights.criticality > 0
        self._policy = go_light.new_policy() if rules is None else go_mogo.new_policy(rules, noting)
        self._weights = weights
        self._known: Records | None = None
        self._known_size = 0
        self._status: Status | None = None
        self._owners: npt.NDArray[np.float64] | None = None

    # ---- what the search asks -----------------------------------------------------------------------------------

    def _problem(self) -> Problem:
        position = self._known_position()
        komi = self._komi_to_play_for()
        return Problem(
            board=position.board(self._features, komi),
            geometry=geometry(position.size),
            policy=self._policy,
            knowledge=self._knowledge(position.size),
            codes=vertex_count(position.size),
            longest=longest_playout(position.size),
            seen=position.seen,
            terms=komi,
        )

    def _komi_to_play_for(self) -> float:
        return komi_to_play_for(self._known_position(), self._komi, self.spec.dynamic_komi)

    def _knowledge(self, size: int) -> Records:
        if self._known is None or self._known_size != size:
            priors = None if self._weights == NO_PRIORS else new_priors(self._weights, size)
            self._known = with_shapes(priors, self.spec.all_shapes(), "go", size)
            self._known_size = size
        return self._known

    def _first_position(self) -> Position:
        return Position.empty(self.spec.size, self.spec.go_rules())

    def _forget(self) -> None:
        self._status = self._owners = None

    def _code(self, move: str) -> int:
        return _code(move, self._known_position().size)

    def _name(self, code: int) -> str:
        return _name(code, self._known_position().size)

    # ---- moves --------------------------------------------------------------------------------------------------

    def _without_search(self, cleanup: bool) -> Decision | None:
        return Decision("pass", self._value_of_score()) if not cleanup and self._may_pass() else None

    def _to_consider(self, cleanup: bool) -> list[str] | None:
        return self._without_pass() if cleanup and self._dead_stones_of_other() else None

    def _should_resign(self, report: SearchReport, cleanup: bool) -> bool:
        position = self._known_position()
        early = position.move_number < RESIGN_AFTER * position.size**2
        hopeless = report.best.value < self.spec.resign and (not early or report.best.proven == "loss")
        return hopeless and not cleanup and self._komi_to_play_for() == self._komi

    def _without_pass(self) -> list[str] | None:
        """All legal points; None if there is none."""
        return [move for move in self._known_position().legal_moves() if move != "pass"] or None

    # ---- the end of the game --------------------------------------------------------------------------------------

    def _may_pass(self) -> bool:
        """Whether nothing is left to play for: the other has passed, all is settled, and the stones as they stand
        give the same winner as without the dead ones, so that no referee can disagree."""
        position = self._known_position()
        if position.last_move != "pass":
            return False
        status = self._judged()
        as_it_stands, judged = position.score(self._komi), status.score - self._komi
        return status.settled and (as_it_stands > 0) == (judged > 0) and (as_it_stands < 0) == (judged < 0)

    def _value_of_score(self) -> float:
        score = self.final_score()
        ahead = score > 0 if self._known_position().to_move == "b" else score < 0
        return 0.5 if score == 0 else float(ahead)

    def _dead_stones_of_other(self) -> bool:
        position = self._known_position()
        colors = position.colors()
        mine = 1 if position.to_move == "b" else 2
        dead = (from_gtp(stones[0], position.size) for stones in self._judged().chains["dead"])
        return any(point is not None and colors[point] != mine for point in dead)

    def ownership(self) -> npt.NDArray[np.float64]:
        """By row (0 at the bottom) and column, who gets a point in playouts: -1 White … +1 Black."""
        if self._owners is None:
            position = self._known_position()
            codes, longest = vertex_count(position.size), longest_playout(position.size)
            thread = new_thread(codes, longest, self.spec.seed, board_dtype(position.size))
            self._owners = ownership(position, _scoring_policy(), thread)
        return self._owners

    def _judged(self) -> Status:
        if self._status is None:
            self._status = judge(self._known_position(), self.ownership())
        return self._status

    def final_status(self) -> dict[str, list[list[str]]]:
        """Chains by fate: "alive", "dead", "seki"."""
        return self._judged().chains

    def final_score(self) -> float:
        """Black minus White minus komi by area, dead stones removed."""
        return self._judged().score - self._komi


def _scoring_policy() -> Records:
    """Playouts for scoring: the best there are, whatever the player plays with, and always to the end."""
    return go_mogo.new_policy(go_mogo.MogoRules(mercy=0.0))


def _code(move: str, size: int) -> int:
    point = from_gtp(move, size)
    return PASS if point is None else vertex_of(size, *point)


def _name(move: int, size: int) -> str:
    return to_gtp(None if move == PASS else point_of(size, move))
