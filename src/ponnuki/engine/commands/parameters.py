"""The dialog of settings that GoGui shows for an analyze command of type param.

Without arguments the command lists the settings, one line for each: `[TYPE] NAME VALUE`. GoGui shows `bool` as a box to
tick and every other type as a field to type in, and sets what was changed by `ponnuki-params NAME VALUE`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput, unknown
from ponnuki.gtp.wire import SyntaxFault, parse_float, parse_int

TABLE = Table()
MOST_SIMULATIONS = 10**9
MOST_SECONDS = 1e6
MOST_THREADS = 256


@dataclass(frozen=True, slots=True)
class Parameter:
    """One line of the dialog: how its value is shown, and what a new one does."""

    kind: str
    show: Callable[[Session], str]
    set: Callable[[Session, str], None]


def _set_simulations(session: Session, word: str) -> None:
    session.simulations = parse_int(word, 0, MOST_SIMULATIONS) or None


def _set_time(session: Session, word: str) -> None:
    session.seconds = parse_float(word, 0.0, MOST_SECONDS) or None


def _set_threads(session: Session, word: str) -> None:
    session.threads = parse_int(word, 1, MOST_THREADS)


def _set_ponder(session: Session, word: str) -> None:
    session.ponder = _flag(word)


def _set_live_graphics(session: Session, word: str) -> None:
    session.live_graphics = _flag(word)


def _flag(word: str) -> bool:
    if word not in ("0", "1"):
        raise SyntaxFault("0 or 1 is wanted")
    return word == "1"


PARAMETERS = {
    "simulations": Parameter("int", lambda session: str(session.simulations or 0), _set_simulations),
    "time": Parameter("float", lambda session: f"{session.seconds or 0:g}", _set_time),
    "threads": Parameter("int", lambda session: str(session.threads), _set_threads),
    "ponder": Parameter("bool", lambda session: str(int(session.ponder)), _set_ponder),
    "live_graphics": Parameter("bool", lambda session: str(int(session.live_graphics)), _set_live_graphics),
}
"""`simulations` and `time` (seconds) limit a move, 0 being no limit; with neither, and no clock, there is a default."""


@TABLE.command("ponnuki-params", usage="[NAME] [VALUE]", quick=True)
def _params(call: Call) -> str:
    if not call.arguments:
        return "\n".join(f"[{one.kind}] {name} {one.show(call.session)}" for name, one in PARAMETERS.items())
    name = call.arguments[0]
    if name not in PARAMETERS:
        raise BadInput(unknown("parameter", name, PARAMETERS))
    if len(call.arguments) == 1:
        raise SyntaxFault("ponnuki-params NAME VALUE")
    PARAMETERS[name].set(call.session, call.arguments[1])
    return ""
