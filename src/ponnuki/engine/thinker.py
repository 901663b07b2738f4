"""What the engine asks of a player: a position to think about, a move, and what it makes of the board.

Our own players do all of it (`players.searcher.Searcher`). The tests of the protocol use a simpler one.
"""

import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

OnReport = Callable[[SearchReport], None]
Line = tuple[int, tuple[str, ...]]
"""Moves from the board on, and how much they count."""


class Choice(Protocol):
    """A move, and why."""

    @property
    def move(self) -> str:
        """A vertex, "pass" or "resign"."""

    @property
    def value(self) -> float:
        """Expected result for the player to move, 0 to 1."""

    @property
    def report(self) -> SearchReport | None:
        """The search behind the move, if there was one."""


class Thinker(Protocol):
    """A player. In games without a score it refuses `ownership`, `final_status` and `final_score` with `BadInput`."""

    @property
    def name(self) -> str:
        """What to call it."""

    def set_position(self, position: Any, komi: float) -> None:
        """Think about this position of its game from now on; what is known of it is kept."""

    def begin_game(self, seed: int) -> None:
        """Forget the last game; the next one starts from a seed."""

    def use_threads(self, count: int) -> None:
        """Search with so many threads from now on."""

    def search(
        self,
        limit: Limit,
        *,
        on_report: OnReport | None = None,
        every: float = 0.1,
        stop: threading.Event | None = None,
        allowed: Collection[str] | None = None,
    ) -> SearchReport:
        """Search until the limit or until `stop` is set."""

    def choose(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_report: OnReport | None = None,
        every: float = 0.1,
        cleanup: bool = False,
    ) -> Choice:
        """A move for the player to move; with `cleanup`, no pass while dead opponent stones remain."""

    def ownership(self, lines: Sequence[Line] = ()) -> npt.NDArray[Any]:
        """By row (0 at the bottom) and column: -1 White's to +1 Black's.

        With `lines`: the average over the boards at the ends of these lines, by weight, instead of the board itself.
        """

    def final_status(self) -> dict[str, list[list[str]]]:
        """The chains that are "alive", "dead" and "seki", each a list of vertices."""

    def final_score(self) -> float:
        """Black minus White minus komi, dead stones removed."""

    def close(self) -> None:
        """Let go of memory and threads."""


Ownership = npt.NDArray[np.floating[Any]]
