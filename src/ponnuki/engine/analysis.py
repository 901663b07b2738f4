"""Searches as text for graphical programs: Leela Zero's `info` lines, KataGo's, and CGOS's JSON.

Win rates are those of the player to move. What we do not estimate (score leads) is left out rather than invented.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass

from ponnuki.engine.thinker import Ownership
from ponnuki.games.common import Color, GamePosition
from ponnuki.gtp.wire import SyntaxFault, parse_color, parse_int, parse_vertex
from ponnuki.search.report import MoveReport, SearchReport

CENTISECOND = 0.01
DEFAULT_INTERVAL = 0.5
LONGEST_VARIATION = 30
CONFIDENCE = 1.96
"""Standard deviations below the mean for `lcb`: the lower end of a 95 % interval."""
_CGOS_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"


@dataclass(frozen=True, slots=True)
class Request:
    """What the arguments of an analysis command ask for."""

    color: Color
    interval: float = DEFAULT_INTERVAL
    allowed: frozenset[str] | None = None
    least_moves: int = 0
    most_moves: int | None = None
    ownership: bool = False


def parse_request(words: tuple[str, ...], position: GamePosition, legal: Iterable[str]) -> Request:
    """[COLOR] [INTERVAL], then pairs and the `avoid` and `allow` of Leela Zero; restrictions apply to the next move.

    `legal` are the moves there are for the player to move.
    """
    color, rest = position.to_move, list(words)
    if rest and rest[0].lower() in ("b", "w", "black", "white"):
        color = parse_color(rest.pop(0))
    values: dict[str, int | bool] = {}
    if rest and rest[0].isascii() and rest[0].isdigit():
        values["interval"] = parse_int(rest.pop(0), 0, 10**9)
    avoided, chosen = set[str](), set[str]()
    while rest:
        key = rest.pop(0).lower()
        if key in ("avoid", "allow"):
            mover, moves = _restriction(rest, position.size)
            if mover == color:
                (avoided if key == "avoid" else chosen).update(moves)
        else:
            values[key] = _option(key, rest)
    allowed = frozenset(m for m in legal if (not chosen or m in chosen) and m not in avoided)
    return Request(
        color,
        max(int(values.get("interval", DEFAULT_INTERVAL / CENTISECOND)), 1) * CENTISECOND,
        (allowed or frozenset({"pass"})) if avoided or chosen else None,
        int(values.get("minmoves", 0)),
        int(values["maxmoves"]) if "maxmoves" in values else None,
        bool(values.get("ownership", False)),
    )


def _restriction(rest: list[str], size: int) -> tuple[Color, list[str]]:
    """COLOR VERTEX,VERTEX,... DEPTH"""
    if len(rest) < 3:
        raise SyntaxFault("avoid and allow take COLOR VERTEX,VERTEX,... DEPTH")
    color, vertices, depth = parse_color(rest.pop(0)), rest.pop(0), rest.pop(0)
    parse_int(depth, 1, 10**9)
    return color, [parse_vertex(word, size) for word in vertices.split(",") if word]


def _option(key: str, rest: list[str]) -> int | bool:
    if not rest:
        raise SyntaxFault("options of an analysis come in pairs, such as interval 50")
    word = rest.pop(0)
    if key in ("interval", "minmoves", "maxmoves"):
        return parse_int(word, 0, 10**9)
    if word.lower() in ("true", "false"):  # ownership, and what others understand: rootInfo, pvVisits ...
        return word.lower() == "true"
    raise SyntaxFault("options are interval, minmoves, maxmoves, ownership, avoid and allow")


def shown_moves(report: SearchReport, request: Request) -> list[MoveReport]:
    """Moves that were searched, and as many others as were asked for."""
    visited = sum(move.visits > 0 for move in report.moves)
    moves = report.moves[: max(visited, request.least_moves)]
    return list(moves[: request.most_moves])


def lower_bound(move: MoveReport) -> float:
    """A value the move's true one is seldom below."""
    if move.visits == 0:
        return 0.0
    spread = math.sqrt(max(move.value * (1 - move.value), 0.0) / move.visits)
    return max(move.value - CONFIDENCE * spread, 0.0)


def leela_line(report: SearchReport, request: Request) -> str:
    """One line of `lz-analyze` and of `analyze`: all moves, numbers in hundredths of a percent."""
    return " ".join(
        f"info move {move.move} visits {move.visits} winrate {_myriad(move.value)} prior {_myriad(move.prior)}"
        f" lcb {_myriad(lower_bound(move))} order {order} pv {_variation(move)}"
        for order, move in enumerate(shown_moves(report, request))
    )


def kata_line(report: SearchReport, request: Request, ownership: Ownership | None) -> str:
    """One line of `kata-analyze`: numbers from 0 to 1, and ownership for the player to move, the top row first."""
    text = " ".join(
        f"info move {move.move} visits {move.visits} winrate {move.value:.6f} prior {move.prior:.6f}"
        f" lcb {lower_bound(move):.6f} order {order} pv {_variation(move)}"
        for order, move in enumerate(shown_moves(report, request))
    )
    if ownership is None or not text:
        return text
    sign = 1 if request.color == "b" else -1
    return f"{text} ownership " + " ".join(f"{sign * value + 0.0:.3f}" for row in ownership[::-1] for value in row)


def cgos_line(report: SearchReport, ownership: Ownership, color: Color) -> str:
    """A search as CGOS shows it to spectators: one line of JSON."""
    moves = [
        {
            "move": move.move,
            "winrate": round(move.value, 4),
            "prior": round(move.prior, 6),
            "pv": " ".join(move.variation[:LONGEST_VARIATION]),
            "visits": move.visits,
        }
        for move in report.moves[:10]
    ]
    sign = 1 if color == "b" else -1
    owners = "".join(
        _CGOS_LETTERS[round(min(max((sign * float(value) + 1) / 2, 0.0), 1.0) * 62)]
        for row in ownership[::-1]
        for value in row
    )
    return json.dumps(
        {"winrate": round(report.value, 4), "visits": report.simulations, "moves": moves, "ownership": owners}
    )


def _variation(move: MoveReport) -> str:
    return " ".join(move.variation[:LONGEST_VARIATION]) or move.move


def _myriad(value: float) -> int:
    return round(10_000 * value)
