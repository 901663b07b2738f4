"""A player without a search, for tests of the protocol: the same position always gets the same random move."""

import threading
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ponnuki.engine.session import Session, Settings
from ponnuki.engine.thinker import Line, OnReport
from ponnuki.games.go.position import Position
from ponnuki.search.limits import Limit
from ponnuki.search.report import MoveReport, SearchReport

SHOWN = 3


@dataclass(frozen=True)
class Choice:
    move: str
    value: float
    report: SearchReport | None


class RandomPlayer:
    name = "random"

    def __init__(self, size: int) -> None:
        self.position = Position.empty(size)
        self.komi = 0.0
        self.limits: list[Limit] = []
        self.cleanups = 0
        self.closed = False
        self.seeds: list[int] = []
        self.threads = 1

    def set_position(self, position: Position, komi: float) -> None:
        assert position.size == self.position.size
        assert not position.is_over
        self.position, self.komi = position, komi

    def begin_game(self, seed: int) -> None:
        self.seeds.append(seed)

    def use_threads(self, count: int) -> None:
        self.threads = count

    def search(
        self,
        limit: Limit,
        *,
        on_report: OnReport | None = None,
        every: float = 0.1,
        stop: threading.Event | None = None,
        allowed: Collection[str] | None = None,
    ) -> SearchReport:
        self.limits.append(limit)
        report = self._report(allowed)
        if limit.seconds is not None and limit.seconds > 3600:
            assert stop is not None
            while not stop.wait(every):
                if on_report is not None:
                    on_report(report)
        return report

    def choose(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_report: OnReport | None = None,
        every: float = 0.1,
        cleanup: bool = False,
    ) -> Choice:
        self.limits.append(limit)
        self.cleanups += cleanup
        report = self._report(None)
        if on_report is not None:
            on_report(report)
        return Choice(report.best.move, report.value, report)

    def _report(self, allowed: Collection[str] | None) -> SearchReport:
        legal = [move for move in self.position.legal_moves() if allowed is None or move in allowed] or ["pass"]
        board = "".join(self.position.rows()) + self.position.to_move
        rng = np.random.default_rng(zlib.crc32(board.encode()))
        points = [move for move in legal if move != "pass"]
        order = [points[i] for i in rng.permutation(len(points))] + [move for move in legal if move == "pass"]
        moves = tuple(
            MoveReport(move, 40 >> i, 0.5 - i / 100, 0.1, (move, "pass")) for i, move in enumerate(order[:SHOWN])
        )
        return SearchReport(70, 0.25, 0.5, moves, 100)

    def ownership(self, lines: Sequence[Line] = ()) -> npt.NDArray[np.float64]:
        return np.where(self.position.colors() == 1, 1.0, np.where(self.position.colors() == 2, -1.0, 0.0))

    def final_status(self) -> dict[str, list[list[str]]]:
        return {"alive": [["A1", "A2"], ["B1"]], "dead": [], "seki": []}

    def final_score(self) -> float:
        return self.position.score(self.komi)

    def close(self) -> None:
        self.closed = True


def new_session(**changes: object) -> Session:
    """A session with the player above."""
    return Session(Settings(**{"size": 5, "simulations": 8, "description": "a random player", **changes}), RandomPlayer)  # type: ignore[arg-type]
