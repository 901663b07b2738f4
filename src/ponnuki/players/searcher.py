"""What our players of all games have in common: they are told positions, keep a tree, and search it."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np
import numpy.typing as npt

from ponnuki.cluster.lockstep import Lockstep, LockstepSearch
from ponnuki.cluster.lockstep_fast import simulated_machines
from ponnuki.cluster.mpi import MpiSearch, Ranks
from ponnuki.errors import BadInput
from ponnuki.games.common import other_color
from ponnuki.games.game_record import AnyPosition
from ponnuki.players.clusters import read_cluster
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem, Search

AnySearch = Search | Lockstep | MpiSearch


@dataclass(frozen=True)
class Decision:
    """A move, "pass" or "resign", its expected result for the player, 0 to 1, and what the search saw."""

    move: str
    value: float
    report: SearchReport | None = None


class Searcher(ABC, Generic[AnyPosition]):
    """A spec brought to life, but for what only its game knows."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec
        self.name = f"ponnuki {spec.program}"
        self._position: AnyPosition | None = None
        self._komi = spec.komi
        self._seed, self._threads = spec.seed, spec.threads
        self._search: AnySearch | None = None
        self._ranks: Ranks | None = None

    def lead(self, ranks: Ranks) -> None:
        """Search on all ranks of an MPI job from now on, which this process leads."""
        self._ranks, self._search = ranks, None

    def close(self) -> None:
        """Give the tree's memory back."""
        self._search = None

    def begin_game(self, seed: int) -> None:
        """Forget the last game; the next one starts from a seed."""
        self._seed, self._position, self._search = seed, None, None
        self._forget()

    def use_threads(self, count: int) -> None:
        """Search with so many threads from now on; the tree is lost."""
        self._threads, self._search = count, None

    @property
    def current_search(self) -> AnySearch | None:
        """The search behind the player; None before it was first asked something, and when a new game begins."""
        return self._search

    def move_name(self, code: int) -> str:
        """A move that a search numbers, as people write it."""
        return self._name(code)

    @property
    def spent(self) -> float:
        """Seconds of the last search, by the clock of its limit."""
        return 0.0 if self._search is None else self._search.spent

    # ---- what a game knows --------------------------------------------------------------------------------------

    @abstractmethod
    def _problem(self) -> Problem:
        """What to search: the known position and how moves are chosen."""

    @abstractmethod
    def _code(self, move: str) -> int:
        """A move as the kernels number it."""

    @abstractmethod
    def _name(self, code: int) -> str:
        """The inverse of `_code`."""

    @abstractmethod
    def _should_resign(self, report: SearchReport, cleanup: bool) -> bool:
        """Whether to give up the game after this search."""

    def _without_search(self, cleanup: bool) -> Decision | None:
        """A decision that needs no search; None where there is something to play for."""
        return None

    def _to_consider(self, cleanup: bool) -> Collection[str] | None:
        """The only moves to choose from; None for all."""
        return None

    def _forget(self) -> None:
        """Another position than before: what was known of that is worth nothing."""
        return

    # ---- positions ----------------------------------------------------------------------------------------------

    def set_position(self, position: AnyPosition, komi: float) -> None:
        """Say what is on the board; the tree is kept as far as the new position continues the old game."""
        moves = self._moves_since(position) if komi == self._komi else None
        known = self._position is not None and moves == []
        self._position, self._komi = position, komi
        if known:
            return
        self._forget()
        if self._search is not None:
            if moves is not None:
                self._search.advance(moves, self._problem())
            else:
                self._search = None  # another game, which starts from the seed again

    def _moves_since(self, position: AnyPosition) -> list[int] | None:
        """The moves from the known position to another of the same game, if players took turns; else None."""
        before = self._position
        if before is None or before.start is not position.start or before.size != position.size:
            return None
        done = len(before.history)
        if position.history[:done] != before.history:
            return None
        color = before.to_move
        moves = []
        for mover, move in position.history[done:]:
            if mover != color:
                return None
            color = other_color(color)
            moves.append(self._code(move))
        return moves if color == position.to_move else None

    def _known_position(self) -> AnyPosition:
        if self._position is None:
            self._position = self.spec.kit.first_position(self.spec)
        return self._position

    # ---- thinking -----------------------------------------------------------------------------------------------

    def search(
        self,
        limit: Limit,
        *,
        on_report: Callable[[SearchReport], None] | None = None,
        every: float = 0.1,
        stop: threading.Event | None = None,
        allowed: Collection[str] | None = None,
        most: int | None = None,
    ) -> SearchReport:
        """Search the position; interruptible by `stop`. With `allowed`, only those first moves are considered.

        The report has the `most` best moves: a match needs one, and at few simulations a full report takes longer
        than the search.
        """
        if self._known_position().is_over:
            raise BadInput("the game is over: there is nothing to search")
        if self._search is None:
            self._search = self._new_search()
        search = self._search
        if allowed is not None or not search.settings.reuse:
            search.reset(self._problem())

        def progress() -> None:
            if on_report is not None:
                on_report(search.report(self._name))

        try:
            if allowed is not None:
                search.restrict({self._code(move) for move in allowed})
            search.run(limit, stop=stop, on_progress=progress, every=every)
            return search.report(self._name, most)
        finally:
            if allowed is not None:
                search.reset(self._problem())

    def new_machines(self) -> LockstepSearch:
        """A search of the position on the simulated machines of the spec, for whoever looks at each of them."""
        search = self._new_search()
        if not isinstance(search, LockstepSearch):
            raise BadInput("cluster: say how many machines, and a scheme in which each has a tree")
        return search

    def _new_search(self) -> AnySearch:
        problem, settings = self._problem(), self.spec.search_settings()
        threads, seed = self._threads, self._seed
        if self._ranks is not None:
            return MpiSearch(self._ranks.rank, problem, settings, self._ranks.scheme, threads=threads, seed=seed)
        if not self.spec.cluster:
            return Search(problem, settings, threads=threads, seed=seed)
        simulated = read_cluster(self.spec.cluster)
        return simulated_machines(
            problem,
            settings,
            simulated.scheme,
            simulated.machines,
            threads=threads,
            seed=seed,
            network=simulated.network,
        )

    def choose(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        every: float = 0.1,
        cleanup: bool = False,
        most: int | None = None,
    ) -> Decision:
        """A move for the player to move; with `cleanup`, no pass while dead stones of the other are left."""
        if (settled := self._without_search(cleanup)) is not None:
            return settled
        report = self.search(
            limit, stop=stop, on_report=on_report, every=every, allowed=self._to_consider(cleanup), most=most
        )
        move = "resign" if self._should_resign(report, cleanup) else report.best.move
        return Decision(move, report.best.value, report)

    # ---- the end of the game, in games that have more to say of it ------------------------------------------------

    def ownership(self, lines: Sequence[tuple[int, tuple[str, ...]]] = ()) -> npt.NDArray[np.float64]:
        """By row (0 at the bottom) and column, who gets a point in playouts: -1 White … +1 Black.

        With `lines` (a weight and moves), in playouts from their ends instead of from the board.
        """
        raise BadInput(f"there is no ownership in {self.spec.kit.title}")

    def final_status(self) -> dict[str, list[list[str]]]:
        """Chains by fate: "alive", "dead", "seki"."""
        raise BadInput(f"stones neither live nor die in {self.spec.kit.title}")

    def final_score(self) -> float:
        """Black minus White minus komi."""
        raise BadInput(f"there is no score in {self.spec.kit.title}")
