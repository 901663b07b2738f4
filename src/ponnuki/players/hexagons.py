"""Our own players of games on hexagons: what moves are called, and when they give up."""

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

import numpy as np

from ponnuki.games.hexagons.coords import SWAP_WORD
from ponnuki.games.hexagons.layout import SWAP
from ponnuki.games.hexagons.position import HexagonPosition
from ponnuki.players.searcher import Searcher
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem

AnyHexagonPosition = TypeVar("AnyHexagonPosition", bound=HexagonPosition[Any])


class HexagonPlayer(Searcher[AnyHexagonPosition]):
    """One of our programs at a board of hexagons; a game gives it `_policy` and `_knowledge`."""

    board_class: ClassVar[type[HexagonPosition[Any]]]
    _policy: Any
    _knowledge: Any

    @abstractmethod
    def _scratch(self, size: int) -> Any:
        """What the kernels write to, beside what every search has."""

    @abstractmethod
    def _vertices(self, size: int) -> int:
        """Vertices of a board."""

    def _problem(self) -> Problem:
        position, boards = self._known_position(), self.board_class.boards
        return Problem(
            board=position.board(),
            geometry=boards.geometry(position.size),
            policy=self._policy,
            knowledge=self._knowledge,
            codes=self._vertices(position.size),
            longest=len(boards.cells(position.size)),
            seen=np.zeros(0, np.uint64),
            scratch=self._scratch(position.size),
        )

    def _code(self, move: str) -> int:
        if move == SWAP_WORD:
            return SWAP
        size, boards = self._known_position().size, self.board_class.boards
        return boards.vertex_of(size, *boards.codec.read(move, size))

    def _name(self, code: int) -> str:
        size, boards = self._known_position().size, self.board_class.boards
        return SWAP_WORD if code == SWAP else boards.codec.write(boards.cell_of(size, code), size)

    def _should_resign(self, report: SearchReport, cleanup: bool) -> bool:
        """Only where the search has proved a loss."""
        return self.spec.resign > 0 and report.best.proven == "loss"
