"""Surroundings as the documentation describes them, cell by cell and slowly: what the kernels are compared with."""

import itertools
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.position import Position
from ponnuki.knowledge.atlas.rings import (
    DISTANCES,
    LEVELS,
    OFFSETS,
    REPLY_DISTANCE,
    SIDES,
    distance,
    random_numbers,
    symmetries,
)

Offset = tuple[int, int]
Surroundings = tuple[int, bool, tuple[str, ...]]
"""The level, whether it is a reply, and the cells in a fixed order on the side that comes first in the alphabet."""
_MASK = 2**64 - 1


def surroundings(position: Position, move: str) -> list[Surroundings]:
    """All shapes and replies of a move, the smallest first."""
    seen = _seen_from(position, move)
    return [
        (level, reply, cells)
        for reply in (False, True)
        for level in range(LEVELS)
        if (cells := _cells(seen, level, _offset_of_last(position, move) if reply else None, reply))
    ]


def count(games: Iterable[list[Position]]) -> tuple[Counter[Surroundings], Counter[Surroundings]]:
    """How often everything was played, and available, in games given as all their positions."""
    played: Counter[Surroundings] = Counter()
    available: Counter[Surroundings] = Counter()
    for positions in games:
        for position, after in itertools.pairwise(positions):
            if after.last_move is None or after.last_move == "pass":
                continue
            played.update(surroundings(position, after.last_move))
            for move in position.legal_moves():
                if move != "pass" and not _is_own_eye(position, move):
                    available.update(surroundings(position, move))
    return played, available


def _seen_from(position: Position, move: str) -> dict[Offset, str]:
    """By offset: own (X), other (O), empty (.) or off the board (#)."""
    point, colors, names = from_gtp(move, position.size), position.colors(), ".XO" if position.to_move == "b" else ".OX"
    assert point is not None
    found = {}
    for up, right in OFFSETS:
        row, column = point[0] + up, point[1] + right
        inside = 0 <= row < position.size and 0 <= column < position.size
        found[up, right] = names[colors[row, column]] if inside else "#"
    return found


def _cells(seen: dict[Offset, str], level: int, last: Offset | None, reply: bool) -> tuple[str, ...]:
    """Empty if the last move is not there to reply to."""
    near = {offset: cell for offset, cell in seen.items() if distance(*offset) <= DISTANCES[level]}
    if reply:
        if last is None or last not in near or distance(*last) > REPLY_DISTANCE:
            return ()
        near[last] = "L"
    return min(tuple(near[offset] for offset in order) for order in _orders(level))


@lru_cache
def _orders(level: int) -> list[list[Offset]]:
    """All offsets of a level, in the order in which each side of the board has them."""
    offsets = sorted(offset for offset in OFFSETS if distance(*offset) <= DISTANCES[level])
    return [[symmetries(*offset)[side] for offset in offsets] for side in range(SIDES)]


def _offset_of_last(position: Position, move: str) -> Offset | None:
    last = None if position.last_move is None else from_gtp(position.last_move, position.size)
    here = from_gtp(move, position.size)
    if last is None or here is None:
        return None
    return last[0] - here[0], last[1] - here[1]


def _is_own_eye(position: Position, move: str) -> bool:
    """Own stones or the edge on four sides, and at most one corner lost, none at the edge."""
    seen = _seen_from(position, move)
    beside = [seen[offset] for offset in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    corners = [seen[offset] for offset in ((1, 1), (-1, 1), (1, -1), (-1, -1))]
    return set(beside) <= {"X", "#"} and corners.count("O") + ("#" in beside) < 2


def key_of(found: Surroundings) -> int:
    """The key that names them, computed from its description."""
    level, reply, cells = found
    stone, marked, salt = random_numbers()
    words = []
    for order in _orders(level):
        word = 0
        for offset, cell in zip(order, cells, strict=True):
            place = OFFSETS.index(offset)
            word ^= int(stone[place, ".XO#".index("O" if cell == "L" else cell)])
            word ^= int(marked[place]) if cell == "L" else 0
        words.append(word)
    return _mixed(min(words) ^ int(salt[int(reply), level]))


def _mixed(word: int) -> int:
    word ^= word << 13 & _MASK
    word ^= word >> 7
    return word ^ (word << 17 & _MASK)
