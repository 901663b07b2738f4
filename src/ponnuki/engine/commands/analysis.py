"""Analysis for Sabaki, Lizzie and their kin: a stream of lines until there is input, or until a move is found.

`analyze` and its relatives never change the board; the `genmove` ones play the move they end with.
"""

import time
from collections.abc import Callable

from ponnuki.engine.analysis import Estimate, Request, best_lines, kata_line, leela_line, parse_request
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import Color
from ponnuki.gtp.wire import parse_color
from ponnuki.search.report import SearchReport

TABLE = Table()
USAGE = "[COLOR] [INTERVAL] [OPTIONS...]"
TOLERANCE = 0.9
"""A report that comes a little before its time is shown."""
Line = Callable[[Call, SearchReport, Request], str]


def _leela(call: Call, report: SearchReport, request: Request) -> str:
    return leela_line(report, request)


def _kata(call: Call, report: SearchReport, request: Request) -> str:
    wanted = request.ownership or (request.root and call.session.kit.has_komi)
    return kata_line(report, request, estimate(call, report, request.color) if wanted else None)


def estimate(call: Call, report: SearchReport, color: Color) -> Estimate | None:
    """Who owns what, by playouts from where the search expects to get; None where nobody owns anything."""
    try:
        owners = call.session.player.ownership(best_lines(report))
    except BadInput:
        return None
    lead = float(owners.sum()) - call.session.komi
    return Estimate(owners, lead if color == "b" else -lead)


@TABLE.command("analyze", "lz-analyze", usage=USAGE)
def _analyze(call: Call) -> str:
    return _stream_analysis(call, _leela)


@TABLE.command("kata-analyze", usage=USAGE)
def _kata_analyze(call: Call) -> str:
    return _stream_analysis(call, _kata)


@TABLE.command("genmove_analyze", "lz-genmove_analyze", usage=USAGE)
def _genmove_analyze(call: Call) -> str:
    return _stream_genmove(call, _leela)


@TABLE.command("kata-genmove_analyze", usage=USAGE)
def _kata_genmove_analyze(call: Call) -> str:
    return _stream_genmove(call, _kata)


def _request(call: Call) -> Request:
    game = call.session.game
    color: Color = game.position.to_move
    if call.arguments and call.arguments[0].lower() in ("b", "w", "black", "white"):
        color = parse_color(call.arguments[0])
    position = game.position_for(color)
    return parse_request(call.arguments, position, position.legal_moves(), call.session.read)


def _stream_analysis(call: Call, line: Line) -> str:
    request = _request(call)
    call.stream("")
    shown = _Shown(call, line, request)
    report = call.session.analyze(
        request.color, stop=call.signals.arrived, on_report=shown, every=request.interval, allowed=request.allowed
    )
    shown.once(report)
    call.signals.arrived.wait()  # a search may end by itself, an analysis does not
    return ""


def _stream_genmove(call: Call, line: Line) -> str:
    request = _request(call)
    call.stream("")
    shown = _Shown(call, line, request)
    found = call.session.generate(
        request.color,
        stop=call.signals.interrupted,
        on_report=shown,
        every=request.interval,
        allowed=request.allowed,
    )
    if found.report is not None:
        shown.once(found.report)
    return f"play {found.move}"


class _Shown:
    """Writes reports as lines, no more often than was asked for."""

    def __init__(self, call: Call, line: Line, request: Request) -> None:
        self._call, self._line, self._request = call, line, request
        self._last: float | None = None

    def __call__(self, report: SearchReport) -> None:
        now = time.monotonic()
        if self._last is None or now - self._last >= TOLERANCE * self._request.interval:
            self._show(report, now)

    def once(self, report: SearchReport) -> None:
        """Write the report if it would be the only one."""
        if self._last is None:
            self._show(report, time.monotonic())

    def _show(self, report: SearchReport, now: float) -> None:
        text = self._line(self._call, report, self._request)
        if text:
            self._last = now
            self._call.stream(text)
