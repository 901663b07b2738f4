"""Clocks: what was agreed, and what is left."""

from ponnuki.engine.clock import Remaining, TimeControl
from ponnuki.engine.table import Call, Table
from ponnuki.gtp.wire import SyntaxFault, parse_float, parse_int

TABLE = Table()
LONGEST = 1e8
"""Seconds; three years."""


@TABLE.command("time_settings", usage="MAIN OVERTIME STONES", quick=True)
def _time_settings(call: Call) -> str:
    call.session.agree_on_time(_canadian(call.arguments))
    return ""


@TABLE.command("kgs-time_settings", usage="KIND [MAIN] [OVERTIME] [COUNT]", quick=True)
def _kgs_time_settings(call: Call) -> str:
    kind, numbers = call.arguments[0].lower(), call.arguments[1:]
    wanted = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(kind)
    if wanted is None or wanted != len(numbers):
        raise SyntaxFault("none, absolute MAIN, byoyomi MAIN OVERTIME PERIODS or canadian MAIN OVERTIME STONES")
    call.session.agree_on_time(_kgs_control(kind, numbers))
    return ""


def _kgs_control(kind: str, numbers: tuple[str, ...]) -> TimeControl:
    if kind == "none":
        return TimeControl()
    if kind == "absolute":
        return TimeControl("absolute", _seconds(numbers[0]))
    if kind == "canadian":
        return _canadian(numbers)
    main, period, periods = _seconds(numbers[0]), _seconds(numbers[1]), parse_int(numbers[2], 0, 10**9)
    return TimeControl("byoyomi", main, period, periods) if period and periods else TimeControl("absolute", main)


def _canadian(numbers: tuple[str, ...]) -> TimeControl:
    return TimeControl.canadian(_seconds(numbers[0]), _seconds(numbers[1]), parse_int(numbers[2], 0, 10**9))


def _seconds(word: str) -> float:
    return parse_float(word, 0.0, LONGEST)


@TABLE.command("time_left", usage="COLOR SECONDS STONES", quick=True)
def _time_left(call: Call) -> str:
    left = Remaining(parse_float(call.arguments[1], -LONGEST, LONGEST), parse_int(call.arguments[2], 0, 10**9))
    call.session.clock.correct(call.color(), left)
    return ""
