"""Our own Go player: a spec brought to life. It is told positions, and asked for moves, analyses and scores."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from ponnuki.games.common import IllegalMove
from ponnuki.games.go import play as _go_kernels  # noqa: F401 - registers Go with the search
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.layout import (
    FULL,
    PASS,
    Features,
    geometry,
    longest_playout,
    point_of,
    vertex_count,
    vertex_of,
)
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.go.position import Position
from ponnuki.kernels.records import Fields, Records, joined
from ponnuki.knowledge import semeai_priors
from ponnuki.knowledge.atlas.priors import new_atlas_priors
from ponnuki.knowledge.go_prior_weights import NO_PRIORS, GoPriors
from ponnuki.knowledge.go_priors import new_priors
from ponnuki.knowledge.priors import both
from ponnuki.knowledge.semeai_priors import with_expertise
from ponnuki.knowledge.shape_match import with_shapes
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.go_status import PLAYOUTS, Status, judge, ownership
from ponnuki.players.searcher import Decision, Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies import go_light, go_mogo, go_semeai
from ponnuki.policies.go_mogo_rules import MogoRules
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem
from ponnuki.search.thread import new_thread

LIGHT_WITH_HASH = Features(hash=True)
"""What a board needs for light playouts: superko is checked inside the tree."""
RESIGN_AFTER = 0.25
"""Share of the board's points that must have been played before resigning: early values are unsure."""
LINE_PLAYOUTS = 300
"""Playouts from the ends of lines, for all of them together: an analysis asks for them several times a second."""


class GoPlayer(Searcher[Position]):
    """One of our programs at a Go board."""

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec)
        rules, weights = spec.playout_rules(), spec.prior_weights()
        self._features = LIGHT_WITH_HASH if rules is None and weights == NO_PRIORS else FULL
        self._policy = go_light.new_policy() if rules is None else go_mogo.new_policy(rules)
        self._asks_for_races = rules is not None and rules.asks_for_races
        if self._asks_for_races:
            self._policy = go_semeai.with_races(self._policy, rules)
        self._weights = weights
        self._known: Records | None = None
        self._known_size = 0
        self._status: Status | None = None
        self._owners: npt.NDArray[np.float64] | None = None

    # ---- what the search asks -----------------------------------------------------------------------------------

    def _problem(self) -> Problem:
        position = self._known_position()
        return Problem(
            board=position.board(self._features, self._komi),
            geometry=geometry(position.size),
            policy=self._policy,
            knowledge=self.knowledge(position.size),
            codes=vertex_count(position.size),
            longest=longest_playout(position.size),
            seen=position.seen,
            scratch=self._scratch(position.size),
            make_knowledge=self._maker(position.size) if self._weights.atlas else None,
        )

    def _scratch(self, size: int) -> Fields:
        """What is needed for races comes only where they are asked for, as it makes other kernels.

        It comes first, so that no thread's record begins with all of another's: numba would take it for a kind of that.
        """
        return joined(
            semeai_priors.scratch() if self._weights.semeai else (),
            go_semeai.scratch(size) if self._asks_for_races else (),
            go_scratch(size, self._features),
        )

    def knowledge(self, size: int) -> Records:
        """What the program knows of moves on boards of some size."""
        if self._known is None or self._known_size != size:
            self._known, self._known_size = self._maker(size)(), size
        return self._known

    def _maker(self, size: int) -> Callable[[], Records]:
        """What makes the knowledge, in this process or in another."""
        return partial(_knowledge, self._weights, self.spec.all_shapes(), size)

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
        return hopeless and not cleanup

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

    def ownership(self, lines: Sequence[tuple[int, tuple[str, ...]]] = ()) -> npt.NDArray[np.float64]:
        """By row (0 at the bottom) and column, who gets a point in playouts: -1 White … +1 Black.

        With `lines` (a weight and moves), in playouts from their ends, shared out by weight; each line is followed as
        far as its moves are legal.
        """
        if lines:
            total = sum(weight for weight, _ in lines)
            parts = [(weight / total, self._end_of(moves)) for weight, moves in lines]
            owners = [share * self._sample(end, max(1, round(share * LINE_PLAYOUTS))) for share, end in parts]
            return np.asarray(np.sum(owners, axis=0))
        if self._owners is None:
            self._owners = self._sample(self._known_position(), PLAYOUTS)
        return self._owners

    def _sample(self, position: Position, playouts: int) -> npt.NDArray[np.float64]:
        codes, longest = vertex_count(position.size), longest_playout(position.size)
        thread = new_thread(codes, longest, self._seed, go_scratch(position.size))
        return ownership(position, _scoring_policy(), thread, playouts)

    def _end_of(self, moves: Sequence[str]) -> Position:
        """The position after as many of the moves as are legal; a tree knows less of superko than a game."""
        position = self._known_position()
        for move in moves:
            try:
                position = position.play(move)
            except IllegalMove:
                break
        return position

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


def _knowledge(weights: GoPriors, shapes: tuple[Shape, ...], size: int) -> Records:
    """What a program knows of moves. An atlas is in it by the addresses at which this process has mapped its file."""
    known = with_shapes(_priors(weights.without_races(), size), shapes, NEIGHBOURHOOD, size)
    return with_expertise(known, weights)


def _priors(weights: GoPriors, size: int) -> Records | None:
    """What a program knows of moves but for its shapes; None if nothing."""
    if weights == NO_PRIORS:
        return None
    own = new_priors(weights, size)
    if not weights.atlas:
        return own
    settings = weights.atlas_weight, weights.moves > 0, weights.atlas_reading
    return both(own, new_atlas_priors(weights.atlas, size, *settings))


def _scoring_policy() -> Records:
    """Playouts for scoring: the best there are, whatever the player plays with, and always to the end."""
    return go_mogo.new_policy(MogoRules(mercy=0.0))


def _code(move: str, size: int) -> int:
    point = from_gtp(move, size)
    return PASS if point is None else vertex_of(size, *point)


def _name(move: int, size: int) -> str:
    return to_gtp(None if move == PASS else point_of(size, move))
