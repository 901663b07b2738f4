"""Handicap stones: fixed, chosen by the engine, or chosen by the opponent."""

from collections.abc import Sequence

from ponnuki.engine.game import Game
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.go.coords import Point, from_gtp, to_gtp
from ponnuki.gtp.wire import parse_int
from ponnuki.kits.go_vertices import parse_vertex

TABLE = Table()
SMALLEST = 7
"""The protocol gives no fixed handicap below this size."""


def fixed_points(size: int) -> list[Point]:
    """The star points of a board in an order from which `fixed_stones` picks: corners, sides, the middle."""
    line, middle = (3 if size >= 13 else 2), size // 2
    far = size - 1 - line
    corners = [(line, line), (far, far), (far, line), (line, far)]
    if size % 2 == 0 or size == SMALLEST:
        return corners
    return [*corners, (middle, line), (middle, far), (line, middle), (far, middle), (middle, middle)]


def most_fixed(size: int) -> int:
    """How many fixed stones a board has room for; 0 if it is too small."""
    return len(fixed_points(size)) if size >= SMALLEST else 0


def fixed_stones(size: int, count: int) -> list[Point]:
    """Where GTP puts a fixed handicap: the middle is taken by odd numbers from five."""
    points = fixed_points(size)
    if count >= 5 and count % 2 == 1:
        return [*points[: count - 1], points[8]]
    return points[:count]


@TABLE.command("fixed_handicap", usage="STONES")
def _fixed_handicap(call: Call) -> str:
    stones = fixed_stones(call.session.size, _count(call, most_fixed(call.session.size)))
    return _place(call.session, stones)


@TABLE.command("place_free_handicap", usage="STONES")
def _place_free_handicap(call: Call) -> str:
    size = call.session.size
    count = _count(call, size**2 - 1)
    return _place(call.session, free_stones(size, count))


@TABLE.command("set_free_handicap", usage="VERTEX VERTEX [...]")
def _set_free_handicap(call: Call) -> str:
    _require_empty(call.session)
    size = call.session.size
    try:
        points = [from_gtp(parse_vertex(word, size), size) for word in call.arguments]
    except BadInput:
        raise BadInput("bad vertex list") from None
    stones = [point for point in points if point is not None]
    if len(stones) < len(points) or len(set(stones)) < len(stones) or len(stones) >= size**2:
        raise BadInput("bad vertex list")
    _place(call.session, stones)
    return ""


def free_stones(size: int, count: int) -> list[Point]:
    """The fixed stones as far as they go, then points that keep away from those there are and from the edge."""
    most = most_fixed(size)
    stones = fixed_stones(size, min(count, most)) if most >= 2 else []
    free = [(row, column) for row in range(size) for column in range(size) if (row, column) not in set(stones)]
    while len(stones) < count:
        best = max(free, key=lambda point: _room(point, stones, size))
        stones.append(best)
        free.remove(best)
    return stones


def _room(point: Point, stones: Sequence[Point], size: int) -> tuple[int, int]:
    row, column = point
    edge = min(row, column, size - 1 - row, size - 1 - column) + 1
    nearest = min((abs(row - r) + abs(column - c) for r, c in stones), default=size)
    return min(nearest, 2 * edge), edge


def _count(call: Call, most: int) -> int:
    count = parse_int(call.arguments[0])
    _require_empty(call.session)
    if not 2 <= count <= most:
        raise BadInput("invalid number of stones")
    return count


def _require_empty(session: Session) -> None:
    if session.game.turns or any(set(row) - {"."} for row in session.game.start.rows()):
        raise BadInput("board not empty")


def _place(session: Session, stones: Sequence[Point]) -> str:
    from ponnuki.games.go.position import Position

    size = session.size
    rows = ["".join("X" if (row, column) in set(stones) else "." for column in range(size)) for row in range(size)]
    session.game = Game(session.kit, Position.from_rows(rows[::-1], "w", session.rules))
    return " ".join(to_gtp(point) for point in stones)
