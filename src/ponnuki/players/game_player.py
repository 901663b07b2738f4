"""A player at the board of a match: what a game asks of it, the same for our players and for other programs.

    with join_game(spec, seed) as player:
        player.begin(position, komi)
        move = player.choose(position)

Whatever a player does wrong is a `PlayerFault`, which costs it the game. Rules and scores are the referee's business.
"""

import traceback
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

from ponnuki.games.common import Color, GamePosition
from ponnuki.players.saved_time import SavedTime
from ponnuki.players.spec import AnySpec, GtpSpec, PlayerSpec, UciSpec
from ponnuki.players.time_control import GameClock
from ponnuki.processes.words import cleaned
from ponnuki.search.report import SearchReport

if TYPE_CHECKING:  # a command that plays no game itself starts without numba
    from ponnuki.players.searcher import Decision

FAULTS = ("crash", "stall", "time", "illegal", "garbage", "refusal")
"""It ended by itself; gave no answer in time; used up its time for the game; played an illegal move; answered with
something that is no move; answered with an error."""


class PlayerFault(Exception):  # noqa: N818 - it names what the player did
    """What a player did wrong: one of `FAULTS`, a line about it, and the last lines of its stderr.

    It is stored and shown, so whatever the player's own words did to a terminal is left out of it.
    """

    def __init__(self, kind: str, message: str, stderr: list[str] | None = None) -> None:
        assert kind in FAULTS
        self.kind, self.message = kind, cleaned(message)
        self.stderr = [cleaned(line) for line in stderr or []]
        super().__init__(f"{kind}: {self.message}")


class GamePlayer(ABC):
    """A player during one game."""

    @abstractmethod
    def begin(self, position: GamePosition, komi: float) -> None:
        """Take up a game at a position, its opening moves included."""

    @abstractmethod
    def see(self, color: Color, move: str, position: GamePosition) -> None:
        """The other has moved; `position` is the board after that."""

    @abstractmethod
    def choose(self, position: GamePosition) -> str:
        """A vertex, "pass" or "resign" for the player to move; the referee judges whether it is legal."""

    @abstractmethod
    def dead_stones(self, position: GamePosition) -> frozenset[str] | None:
        """The stones that it takes for dead at the end of the game; None if it cannot say."""

    @abstractmethod
    def final_score(self, position: GamePosition) -> float | None:
        """Its idea of Black's points minus White's minus komi; None if it cannot say."""

    def meet(self, other: "GamePlayer") -> None:
        """Who sits at the other side of the board, before the game begins."""
        return

    @property
    def clock(self) -> GameClock | None:
        """Its clock, where it has time for the whole game with an increment."""
        return None

    @property
    def evaluation(self) -> int | None:
        """What it says its last move is worth, in hundredths of a pawn for itself; None if it does not say."""
        return None

    def close(self) -> None:
        """Leave the board."""
        return

    @property
    def remark(self) -> str:
        """What the player says of its last move, for the record of the game."""
        return ""

    @property
    def stderr(self) -> list[str]:
        """The last lines that the player wrote to stderr."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class OwnGamePlayer(GamePlayer):
    """One of our players, in this process; a new one for each game, so that its seed alone decides its moves."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._player = spec.kit.player(spec)
        self._limit = spec.limit()
        may_go_on = spec.sims is None and spec.search_settings().reuse  # a search that keeps its tree, and has no end
        self._saved_time = SavedTime(spec.cpu) if spec.cpu is not None and may_go_on and spec.carry_over else None
        self._komi = spec.komi
        self._remarks = spec.remarks
        self._last: SearchReport | None = None

    def begin(self, position: GamePosition, komi: float) -> None:
        """Nothing is thought before the first move."""
        self._komi = komi

    def see(self, color: Color, move: str, position: GamePosition) -> None:
        """Positions are told when a move is asked for."""

    def choose(self, position: GamePosition) -> str:
        """Search. An error in our own code is a crash like any other program's."""
        try:
            self._player.set_position(position, self._komi)
            decision = self._decide()
        except Exception as error:
            lines = traceback.format_exc().splitlines()
            raise PlayerFault("crash", f"{type(error).__name__}: {error}", lines[-20:]) from error
        self._last = decision.report
        return decision.move

    def _decide(self) -> "Decision":
        """Choose; with a limit of CPU time, go on for what was saved before if the move is in doubt."""
        saved = self._saved_time
        decision = self._player.choose(self._limit, most=max(2 if saved else 1, self._remarks))
        if saved is not None:
            saved.receive()
            if decision.report is not None:
                saved.pay(self._player.spent)
                if (limit := saved.more(decision.report)) is not None:
                    decision = self._player.choose(limit, most=max(2, self._remarks))
                    saved.pay(self._player.spent)
        return decision

    @property
    def remark(self) -> str:
        """What the search saw, where the spec asks for it."""
        return remark(self._last) if self._remarks and self._last is not None else ""

    def dead_stones(self, position: GamePosition) -> frozenset[str]:
        """By playouts."""
        self._player.set_position(position, self._komi)
        return frozenset(stone for chain in self._player.final_status()["dead"] for stone in chain)

    def final_score(self, position: GamePosition) -> float:
        """By playouts."""
        self._player.set_position(position, self._komi)
        return self._player.final_score()

    def close(self) -> None:
        """Give the tree's memory back."""
        self._player.close()


def join_game(spec: AnySpec, seed: int) -> GamePlayer:
    """A player of any kind, with a seed for this game."""
    if isinstance(spec, UciSpec):
        spec.kit.load()
        from ponnuki.players.uci import UciGamePlayer

        return UciGamePlayer(spec, seed)
    if isinstance(spec, GtpSpec):
        from ponnuki.players.gtp import GtpGamePlayer

        return GtpGamePlayer(spec, seed)
    return OwnGamePlayer(spec.model_copy(update={"seed": seed}))


def remark(report: SearchReport) -> str:
    """A search in one line: the expected result, the simulations, and the visits of each move."""
    moves = ", ".join(f"{move.move} {move.visits}" for move in report.moves)
    return f"{report.best.value:.1%} in {report.simulations} simulations: {moves}"
