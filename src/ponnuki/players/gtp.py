"""Any GTP program as a player of a match: started, checked, timed, and ended whatever it does.

A program is expected to misbehave: each way it can do so is one kind of `PlayerFault` (`game_player.py`). A clock runs
only while it thinks about a move. A process that is kept between games is started again if it is no longer there.
"""

import re
import time
from collections import defaultdict

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, GamePosition
from ponnuki.gtp.client import GtpDied, GtpError, GtpFailed, GtpGarbage, GtpProgram, GtpTimeout
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.players.game_player import GamePlayer, PlayerFault
from ponnuki.players.spec import GtpSpec
from ponnuki.players.time_control import GameClock

STDERR_LINES = 20
"""Last lines of stderr that are kept for the report."""
END_LIMIT = 30.0
"""Seconds for a question about the end of the game; no answer is then "cannot say", not a fault."""
FISCHER = "kata-time_settings"
LONGEST_WORD = 40
"""Characters of a reply that are quoted."""
_SCORE = re.compile(r"\s*(?:([BbWw])\+([0-9]+(?:\.[0-9]+)?)|0(?:\.0+)?)\b")

_idle: defaultdict[tuple[str, ...], list[GtpProgram]] = defaultdict(list)
"""Programs that are kept between games, by command and setup: what one was told, it may keep."""


class GtpGamePlayer(GamePlayer):
    """A program during one game."""

    def __init__(self, spec: GtpSpec, seed: int) -> None:
        self._spec = spec
        self._words, self._setup = spec.command(seed), spec.setup_for(seed)
        self._program: GtpProgram | None = None
        self._used = 0.0
        self._clock = spec.clock()
        self._tells_time = False

    # ---- the game -----------------------------------------------------------------------------------------------

    def begin(self, position: GamePosition, komi: float) -> None:
        """Start the program if need be, see that it answers, and set up the board."""
        self._program = self._start()
        self._ask("name", self._spec.start_limit)
        for command in (*self._setup, *_opening_commands(self._spec, position.size, komi)):
            self._ask(command, self._spec.start_limit)
        for color, move in position.history:
            self._ask(f"play {color} {move}", self._spec.start_limit)
        if self._spec.game_limit is not None or self._clock is not None:
            self._tells_time = self._knows("time_left")
            self._agree_on_time()

    def _agree_on_time(self) -> None:
        """GTP has no increments: a program that does not know KataGo's command for them is told what is left, move by
        move, as all are."""
        control = None if self._clock is None else self._clock.control
        if control is not None and control.increment and self._knows(FISCHER):
            self._ask(f"{FISCHER} fischer {control.base:g} {control.increment:g}", self._spec.start_limit)
        elif self._knows("time_settings"):
            seconds = self._spec.game_limit if control is None else control.base
            self._ask(f"time_settings {max(1, round(seconds or 0))} 0 0", self._spec.start_limit)

    def _start(self) -> GtpProgram:
        idle = self._idle
        while idle and not self._spec.fresh:
            program = idle.pop()
            if program.is_running:
                return program
            program.kill()
        try:
            return GtpProgram(self._words, limit=self._spec.start_limit)
        except BadInput as error:
            raise PlayerFault("crash", str(error)) from None

    def see(self, color: Color, move: str, position: GamePosition) -> None:
        """Tell the program a move; one that refuses what the referee allows has lost."""
        self._ask(f"play {color} {move}", self._spec.move_limit)

    def choose(self, position: GamePosition) -> str:
        """Ask for a move and take the time."""
        left = self._left()
        if left is not None and self._tells_time:
            self._ask(f"time_left {position.to_move} {max(0, int(left))} 0", self._spec.move_limit)
        limit = self._spec.move_limit if left is None else max(0.0, min(self._spec.move_limit, left))
        if self._clock is not None:
            limit = self._clock.patience
        began = time.monotonic()
        try:
            reply = self._ask(f"genmove {position.to_move}", limit)
        except PlayerFault as fault:
            if fault.kind == "stall" and left is not None and (self._clock or left <= self._spec.move_limit):
                raise PlayerFault("time", self._out_of_time(), fault.stderr) from None
            raise
        if not self._in_time(time.monotonic() - began):
            raise PlayerFault("time", self._out_of_time(), self.stderr)
        return self._move(reply)

    def _left(self) -> float | None:
        """Seconds for the rest of the game; None where there is no clock."""
        if self._clock is not None:
            return self._clock.left
        return None if self._spec.game_limit is None else self._spec.game_limit - self._used

    def _in_time(self, seconds: float) -> bool:
        if self._clock is not None:
            return self._clock.spend(seconds)
        self._used += seconds
        return self._spec.game_limit is None or self._used <= self._spec.game_limit

    def _out_of_time(self) -> str:
        if self._clock is not None:
            return f"more than {self._spec.tc} for the game, with a margin of {self._spec.margin:g} s"
        return f"more than {self._spec.game_limit:g} s for the game"

    @property
    def clock(self) -> GameClock | None:
        """Its clock with `tc`."""
        return self._clock

    def _move(self, reply: str) -> str:
        """The move in a reply; anything else is garbage. Whether it is legal, or on the board, is not asked here."""
        word = reply.strip()
        move = self._spec.kit.reply_move(word)
        if move is None:
            raise PlayerFault("garbage", f"{_brief(word)} is no move", self.stderr)
        return move

    # ---- the end ------------------------------------------------------------------------------------------------

    def dead_stones(self, position: GamePosition) -> frozenset[str] | None:
        """What `final_status_list dead` says, if the program has it."""
        reply = self._ask_at_the_end("final_status_list dead")
        stones = None if reply is None else [self._spec.kit.reply_move(word) for word in reply.split()]
        return None if stones is None or None in stones else frozenset(stone for stone in stones if stone)

    def final_score(self, position: GamePosition) -> float | None:
        """What `final_score` says, if the program has it."""
        match = _SCORE.match(self._ask_at_the_end("final_score") or "")
        if match is None:
            return None
        points = float(match[2] or 0)
        return points if (match[1] or "b").lower() == "b" else -points

    def _ask_at_the_end(self, command: str) -> str | None:
        if self._program is None:
            return None
        try:
            return self._program.ask(command, END_LIMIT)
        except (GtpError, SyntaxFault):
            return None

    def close(self) -> None:
        """End the program, or keep it for the next game."""
        program, self._program = self._program, None
        if program is None:
            return
        if self._spec.fresh or not program.is_running:
            program.close()
        else:
            self._idle.append(program)

    @property
    def _idle(self) -> list[GtpProgram]:
        """Programs that could play its next game."""
        return _idle[*self._words, *self._setup]

    @property
    def stderr(self) -> list[str]:
        """The last lines that the program wrote to stderr."""
        return [] if self._program is None else self._program.errors[-STDERR_LINES:]

    # ---- asking -------------------------------------------------------------------------------------------------

    def _knows(self, command: str) -> bool:
        return self._ask_softly(f"known_command {command}").strip().lower() == "true"

    def _ask_softly(self, command: str) -> str:
        try:
            return self._ask(command, self._spec.start_limit)
        except PlayerFault as fault:
            if fault.kind != "refusal":
                raise
            return ""

    def _ask(self, command: str, limit: float) -> str:
        """The program's answer; a fault if there is none. A limit of 0 is over at once."""
        assert self._program is not None
        try:
            return self._program.ask(command, limit)
        except GtpTimeout as error:
            raise self._fault("stall", error) from None
        except (GtpGarbage, SyntaxFault) as error:
            raise self._fault("garbage", error) from None
        except GtpDied as error:
            raise self._fault("crash", error) from None
        except GtpFailed as error:
            raise self._fault("refusal", error) from None

    def _fault(self, kind: str, error: Exception) -> PlayerFault:
        message = str(error)
        if isinstance(error, GtpError):
            message = message.removeprefix(f"{error.program}: ")
        return PlayerFault(kind, message, self.stderr)


def check_program(spec: GtpSpec) -> str:
    """Start a program, see that it answers and takes the board, and end it; its name for itself.

    A program that is not there is `BadInput`; one that starts and then fails is a `PlayerFault`.
    """
    with GtpProgram(spec.command(0), limit=spec.start_limit) as program:
        name = " ".join(_checked(program, "name").split())
        for command in (*spec.setup_for(0), *_opening_commands(spec, spec.size, spec.komi)):
            _checked(program, command)
        return name


def _opening_commands(spec: GtpSpec, size: int, komi: float) -> list[str]:
    """How a game begins."""
    return [f"boardsize {size}", "clear_board", *([f"komi {komi:g}"] if spec.kit.has_komi else [])]


def _checked(program: GtpProgram, command: str) -> str:
    kinds = {GtpTimeout: "stall", GtpDied: "crash", GtpFailed: "refusal", GtpGarbage: "garbage"}
    try:
        return program.ask(command)
    except GtpError as error:
        raise PlayerFault(kinds[type(error)], str(error), program.errors[-STDERR_LINES:]) from None


def _brief(word: str) -> str:
    return repr(word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 3] + "...")
