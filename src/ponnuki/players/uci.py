"""Any UCI program as a player of a match: started, checked, timed, and ended whatever it does.

Each way it can misbehave is one kind of `PlayerFault` (`game_player.py`), as with GTP programs (`gtp.py`). What it says
of its search goes into the record of the game as PGN has it: `[%eval 0.35,12]`, and with a clock `[%clk 0:00:09.9]`.
Where no clock decides anything, none is in the record, so that the same game is the same text.
"""

import re
from collections import defaultdict
from typing import Any

import chess.engine

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, GamePosition
from ponnuki.players.game_player import GamePlayer, PlayerFault
from ponnuki.players.spec import UciSpec
from ponnuki.players.time_control import GameClock
from ponnuki.uci.client import Answer, UciDied, UciError, UciFailed, UciGarbage, UciProgram, UciTimeout

STDERR_LINES = 20
"""Last lines of stderr that are kept for the report."""
MATE = 30_000
"""Hundredths of a pawn that a mate is worth."""
_KINDS: dict[type[UciError], str] = {
    UciTimeout: "stall",
    UciDied: "crash",
    UciGarbage: "garbage",
    UciFailed: "refusal",
}
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?|0000", re.IGNORECASE)

_idle: defaultdict[tuple[str, ...], list[UciProgram]] = defaultdict(list)
"""Programs that are kept between games, by command."""


class UciGamePlayer(GamePlayer):
    """A program during one game."""

    def __init__(self, spec: UciSpec, seed: int) -> None:
        self._spec, self._seed = spec, seed
        self._words = spec.command(seed)
        self._program: UciProgram | None = None
        self._clock = spec.clock()
        self._other: GamePlayer | None = None
        self._last: Answer | None = None

    # ---- the game -----------------------------------------------------------------------------------------------

    def meet(self, other: GamePlayer) -> None:
        """The other's clock is told to the program too."""
        self._other = other

    def begin(self, position: GamePosition, komi: float) -> None:
        """Start the program if need be, and set its options."""
        try:
            self._program = self._start()
            self._program.configure(self._spec.options_for(self._seed))
            self._program.new_game(self)
        except BadInput as error:
            raise PlayerFault("crash", str(error)) from None
        except UciError as error:
            raise self._fault(error) from None

    def _start(self) -> UciProgram:
        idle = _idle[tuple(self._words)]
        while idle and not self._spec.fresh:
            program = idle.pop()
            if program.is_running:
                return program
            program.kill()
        return UciProgram(self._words, limit=self._spec.start_limit)

    def see(self, color: Color, move: str, position: GamePosition) -> None:
        """Positions are told when a move is asked for."""

    def choose(self, position: GamePosition) -> str:
        """Ask for a move and take the time."""
        allowed = self._allowed()
        try:
            answer = self._ask(position, self._spec.move_limit if allowed is None else allowed)
        except UciTimeout as error:
            if allowed is not None:
                raise PlayerFault("time", self._out_of_time(), self.stderr) from None
            raise self._fault(error) from None
        except UciError as error:
            raise self._fault(error) from None
        self._last = answer
        self._count(answer.seconds, allowed)
        if not _MOVE.fullmatch(answer.move):
            raise PlayerFault("garbage", f"{answer.move[:40]!r} is no move", self.stderr)
        return answer.move.lower()

    def _ask(self, position: GamePosition, wait: float) -> Answer:
        assert self._program is not None
        board: Any = position
        return self._program.play(board.board(), self._limit(position.to_move), game=self, limit=wait)

    def _allowed(self) -> float | None:
        """Seconds after which its time is over; None where there is no clock."""
        if self._clock is not None:
            return self._clock.patience
        return None if self._spec.time is None else self._spec.time + self._spec.margin

    def _count(self, seconds: float, allowed: float | None) -> None:
        in_time = self._clock.spend(seconds) if self._clock is not None else allowed is None or seconds <= allowed
        if not in_time:
            raise PlayerFault("time", self._out_of_time(), self.stderr)

    def _out_of_time(self) -> str:
        limit = f"{self._spec.tc} for the game" if self._clock is not None else f"{self._spec.time:g} s for a move"
        return f"more than {limit}, with a margin of {self._spec.margin:g} s"

    def _limit(self, color: Color) -> chess.engine.Limit:
        limit = chess.engine.Limit(time=self._spec.time, depth=self._spec.depth, nodes=self._spec.node_limit)
        if self._clock is not None:
            own = self._clock
            other = (self._other.clock if self._other is not None else None) or own
            white, black = (own, other) if color == "w" else (other, own)
            limit.white_clock, limit.white_inc = white.left, white.control.increment
            limit.black_clock, limit.black_inc = black.left, black.control.increment
        return limit

    # ---- what it says -------------------------------------------------------------------------------------------

    @property
    def clock(self) -> GameClock | None:
        """Its clock, where it has one."""
        return self._clock

    @property
    def evaluation(self) -> int | None:
        """What it said of its last move."""
        score = None if self._last is None else self._last.score
        return None if score is None else score.relative.score(mate_score=MATE)

    @property
    def remark(self) -> str:
        """The evaluation for White and the depth, and the time where it counts."""
        if self._last is None:
            return ""
        parts = []
        if self._last.score is not None:
            white = self._last.score.white()
            shown = f"#{white.mate()}" if white.is_mate() else f"{(white.score() or 0) / 100:.2f}"
            parts.append(f"[%eval {shown}{'' if self._last.depth is None else f',{self._last.depth}'}]")
        if self._clock is not None:
            parts.append(f"[%clk {_hours(self._clock.left)}]")
        if self._clock is not None or self._spec.time is not None:
            parts.append(f"[%emt {_hours(self._last.seconds)}]")
        return " ".join(parts)

    def dead_stones(self, position: GamePosition) -> None:
        """There are none."""
        return

    def final_score(self, position: GamePosition) -> None:
        """The board says who has won."""
        return

    @property
    def stderr(self) -> list[str]:
        """The last lines that the program wrote to stderr."""
        return [] if self._program is None else self._program.errors[-STDERR_LINES:]

    def close(self) -> None:
        """End the program, or keep it for the next game."""
        program, self._program = self._program, None
        if program is None:
            return
        if self._spec.fresh or not program.is_running:
            program.close()
        else:
            _idle[tuple(self._words)].append(program)

    def _fault(self, error: UciError) -> PlayerFault:
        message = str(error).removeprefix(f"{error.program}: ")
        return PlayerFault(_KINDS[type(error)], message, self.stderr)


def check_uci_program(spec: UciSpec) -> str:
    """Start a program, see that it answers and has the options, and end it; its name for itself. An option that it does
    not have is a slip of whoever wrote the spec: bad input."""
    try:
        with UciProgram(spec.command(0), limit=spec.start_limit) as program:
            program.configure(spec.options_for(0))
            return program.name
    except UciFailed as error:
        raise BadInput(str(error)) from None
    except UciError as error:
        raise PlayerFault(_KINDS[type(error)], str(error)) from None


def _hours(seconds: float) -> str:
    """As PGN has it: 0:01:02.345."""
    whole, thousandths = divmod(round(1000 * seconds), 1000)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}.{thousandths:03}"
