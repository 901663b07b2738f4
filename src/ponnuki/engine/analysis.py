"""Searches as text for graphical programs: Leela Zero's `info` lines, and KataGo's.

Win rates are those of the player to move. What we do not estimate (score leads of single moves) is left out rather
than invented. Priors are a distribution over the legal moves: those of all of them add up to one.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ponnuki.engine.thinker import Line, Ownership
from ponnuki.games.common import Color, GamePosition
from ponnuki.gtp.wire import SyntaxFault, parse_color, parse_int
from ponnuki.search.report import MoveReport, SearchReport

CENTISECOND = 0.01
DEFAULT_INTERVAL = 0.5
LONGEST_VARIATION = 30
CONFIDENCE = 1.96
"""Standard deviations below the mean for `lcb`: the lower end of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the arguments of an analysis command ask for."""

    color: Color
    interval: float = DEFAULT_INTERVAL
    allowed: frozenset[str] | None = None
    least_moves: int = 0
    most_moves: int | None = None
    ownership: bool = False
    root: bool = False


@dataclass(frozen=True, slots=True)
class Estimate:
    """What playouts from the ends of the best lines say of the whole board."""

    owners: Ownership
    """By row (0 at the bottom) and column: -1 White's to +1 Black's."""
    lead: float
    """Points by which the player to move is ahead, komi counted."""


def parse_request(
    words: tuple[str, ...], position: GamePosition, legal: Iterable[str], read: Callable[[str], str]
) -> Request:
    """[COLOR] [INTERVAL], then pairs and the `avoid` and `allow` of Leela Zero; restrictions apply to the next move.

    `legal` are the moves there are for the player to move; `read` gives the move that a word names.
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
            mover, moves = _restriction(rest, read)
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
        bool(values.get("rootinfo", False)),
    )


def _restriction(rest: list[str], read: Callable[[str], str]) -> tuple[Color, list[str]]:
    """COLOR VERTEX,VERTEX,... DEPTH"""
    if len(rest) < 3:
        raise SyntaxFault("avoid and allow take COLOR VERTEX,VERTEX,... DEPTH")
    color, vertices, depth = parse_color(rest.pop(0)), rest.pop(0), rest.pop(0)
    parse_int(depth, 1, 10**9)
    return color, [read(word) for word in vertices.split(",") if word]


def _option(key: str, rest: list[str]) -> int | bool:
    if not rest:
        raise SyntaxFault("options of an analysis come in pairs, such as interval 50")
    word = rest.pop(0)
    if key in ("interval", "minmoves", "maxmoves"):
        return parse_int(word, 0, 10**9)
    if word.lower() in ("true", "false"):  # ownership, rootInfo, and what others understand: pvVisits ...
        return word.lower() == "true"
    raise SyntaxFault("options are interval, minmoves, maxmoves, ownership, rootInfo, avoid and allow")


def shown_moves(report: SearchReport, request: Request) -> list[MoveReport]:
    """Moves that were searched, and as many others as were asked for."""
    visited = sum(move.visits > 0 for move in report.moves)
    moves = report.moves[: max(visited, request.least_moves)]
    return list(moves[: request.most_moves])


def best_lines(report: SearchReport, most: int = 4) -> list[Line]:
    """The expected variations of the moves that were searched most, each with its visits."""
    moves = [move for move in report.moves if move.visits > 0]
    return [(move.visits, move.variation) for move in sorted(moves, key=lambda move: -move.visits)[:most]]


def prior_shares(report: SearchReport) -> dict[str, float]:
    """Priors as a distribution over all moves; the same for each where knowledge says nothing.

    Knowledge gives a move virtual wins in proportion to the square root of its probability, so what a prior has beyond
    an even one is squared.
    """
    weights = {move.move: max(move.prior_visits * (move.prior - 0.5), 0.0) ** 2 for move in report.moves}
    total = sum(weights.values())
    if total <= 0:
        return {move: 1 / len(weights) for move in weights}
    return {move: weight / total for move, weight in weights.items()}


def lower_bound(move: MoveReport) -> float:
    """The lower end of a 95 % interval around the value of a move."""
    if move.visits == 0:
        return 0.0
    spread = math.sqrt(max(move.value * (1 - move.value), 0.0) / move.visits)
    return max(move.value - CONFIDENCE * spread, 0.0)


def leela_line(report: SearchReport, request: Request) -> str:
    """One line of `lz-analyze` and of `analyze`: all moves, numbers in hundredths of a percent."""
    prior = prior_shares(report)
    return " ".join(
        f"info move {move.move} visits {move.visits} winrate {_myriad(move.value)} prior {_myriad(prior[move.move])}"
        f" lcb {_myriad(lower_bound(move))} order {order} pv {_variation(move)}"
        for order, move in enumerate(shown_moves(report, request))
    )


def kata_line(report: SearchReport, request: Request, estimate: Estimate | None) -> str:
    """One line of `kata-analyze`: numbers from 0 to 1; the root and ownership if they are asked for.

    All is seen by the player to move. Ownership has the top row first.
    """
    prior = prior_shares(report)
    text = " ".join(
        f"info move {move.move} visits {move.visits} winrate {move.value:.6f} prior {prior[move.move]:.6f}"
        f" lcb {lower_bound(move):.6f} order {order} pv {_variation(move)}"
        for order, move in enumerate(shown_moves(report, request))
    )
    if not text:
        return text
    if request.root:
        text += f" {_root(report, estimate)}"
    if request.ownership and estimate is not None:
        sign = 1 if request.color == "b" else -1
        owners = (f"{sign * value + 0.0:.3f}" for row in estimate.owners[::-1] for value in row)
        text += f" ownership {' '.join(owners)}"
    return text


def _root(report: SearchReport, estimate: Estimate | None) -> str:
    """`rootInfo` as KataGo writes it; its utility is that of the win rate alone, from -1 to 1."""
    visits = sum(move.visits for move in report.moves)
    text = f"rootInfo visits {visits} utility {2 * report.value - 1:.6f} winrate {report.value:.6f}"
    return text if estimate is None else f"{text} scoreMean {estimate.lead:.3f} scoreLead {estimate.lead:.3f}"


def _variation(move: MoveReport) -> str:
    return " ".join(move.variation[:LONGEST_VARIATION]) or move.move


def _myriad(value: float) -> int:
    return round(10_000 * value)
