"""Every feature of every legal move in random games, against a count on sets of points that knows no kernel."""

import numpy as np
import pytest

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.go_moves import (
    ANSWERED,
    AROUND,
    ATARI,
    BEFORE,
    BOTH,
    CAPTURE,
    ESCAPE,
    GROUPS,
    LINE,
    NEAR,
    OTHER,
    OWN,
    SELF_ATARI,
    THREATENED,
    move_features,
)

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

SIZE = 7


class Stones:
    """A board as sets of points, as its player to move sees it."""

    def __init__(self, position):
        self.colors = position.colors()
        self.own = 1 if position.to_move == "b" else 2
        self.last, self.before = (
            from_gtp(move, SIZE) if move not in (None, "pass") else None
            for move in ([None, None] + [move for _, move in position.history])[:-3:-1]
        )
        self.occupied = np.count_nonzero(self.colors)

    def beside(self, point):
        row, column = point
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]

    def chain(self, point):
        chain, todo = {point}, [point]
        while todo:
            for there in self.beside(todo.pop()):
                if self.colors[there] == self.colors[point] and there not in chain:
                    chain.add(there)
                    todo.append(there)
        return chain

    def touching(self, chain):
        """Its liberties, each once for each stone that it touches."""
        return [there for stone in chain for there in self.beside(stone) if self.colors[there] == 0]


def size_class(stones):
    return 0 if stones == 1 else 1 if stones < 4 else 2


def naive_features(stones, move):
    """One feature of each group, as `go_moves` describes them."""
    around = stones.beside(move)
    own = [stones.chain(u) for u in around if stones.colors[u] == stones.own]
    others = [stones.chain(u) for u in around if stones.colors[u] == 3 - stones.own]
    in_atari = [chain for chain in own if len(set(stones.touching(chain))) == 1]
    taken = [chain for chain in others if len(set(stones.touching(chain))) == 1]
    threatened = [chain for chain in others if chain not in taken]
    joined = set().union(*own)
    after = [u for u in stones.touching(joined) if u != move] + [u for u in around if stones.colors[u] == 0]
    left = [[u for u in stones.touching(chain) if u != move] for chain in threatened]
    return [
        CAPTURE + capture_class(stones, taken),
        ESCAPE + escape_class(in_atari, after),
        SELF_ATARI + self_atari_class(own, after, taken),
        ATARI
        + max([1 + size_class(len(c)) for c, free in zip(threatened, left, strict=True) if len(set(free)) == 1] + [0]),
        OWN + (min(len(after), 7) + 4 if joined and len(after) != empty_beside(stones, move) else len(after)),
        OTHER + min([min(len(free), 8) for free in left], default=0),
        NEAR + near(move, stones.last),
        BEFORE + near(move, stones.before),
        BOTH + 6 * min((near(move, stones.last) + 1) // 2, 5) + min((near(move, stones.before) + 1) // 2, 5),
        LINE + 6 * stage(stones) + min(*move, *(SIZE - 1 - x for x in move)),
        AROUND + at_two(stones, move, stones.own) + 4 * at_two(stones, move, 3 - stones.own),
        THREATENED + threatened_class(stones, own),
        ANSWERED + answered_class(stones, others),
    ]


def empty_beside(stones, move):
    return sum(stones.colors[u] == 0 for u in stones.beside(move))


def capture_class(stones, taken):
    if not taken:
        return 0
    touched = {u for chain in taken for stone in chain for u in stones.beside(stone)}
    saves = any(stones.colors[u] == stones.own and len(set(stones.touching(stones.chain(u)))) == 1 for u in touched)
    return 1 + size_class(sum(map(len, taken))) + 3 * saves


def escape_class(in_atari, after):
    if not in_atari:
        return 0
    room = 0 if len(set(after)) < 2 else 1 if len(after) < 4 else 2
    return 1 + 3 * (max(map(len, in_atari)) > 1) + room


def self_atari_class(own, after, taken):
    if taken or len(set(after)) != 1:
        return 0
    joined = 1 + sum(map(len, own))
    return 1 if joined == 1 else 2 if joined < 5 else 3


def near(move, earlier):
    if earlier is None:
        return 0
    rows, columns = abs(move[0] - earlier[0]), abs(move[1] - earlier[1])  # both 0: -1, as `nearness` says
    return min(rows + columns + max(rows, columns) - 1, 16)


def stage(stones):
    empty, points = SIZE * SIZE - stones.occupied, SIZE * SIZE
    return 0 if 5 * empty > 4 * points else 1 if 2 * empty > points else 2


def at_two(stones, move, color):
    return min(
        sum(
            stones.colors[point] == color
            for point in np.ndindex(SIZE, SIZE)
            if sorted((abs(point[0] - move[0]), abs(point[1] - move[1]))) in ([0, 2], [1, 2])
        ),
        3,
    )


def threatened_class(stones, own):
    """Of the chains with fewest liberties the first, in the order of the four neighbours."""

    def liberties(chain):
        free = stones.touching(chain)
        return 1 if len(set(free)) == 1 else min(max(len(free), 2), 8)

    if not own:
        return 0
    weakest = min(own, key=liberties)
    return liberties(weakest) + 9 * (stones.last is not None and bool(weakest & set(stones.beside(stones.last))))


def answered_class(stones, others):
    if stones.last is None or stones.colors[stones.last] == 0:
        return 0
    chain = stones.chain(stones.last)
    return 1 + min(len(stones.touching(chain)), 8) if chain in others else 0


def test_all_features_of_all_moves_are_what_a_naive_count_finds(scaled):
    random = np.random.default_rng(5)
    seen = set()
    for _ in range(scaled(100)):
        position = Position.empty(SIZE)
        for _ in range(int(random.integers(1, 70))):
            moves = [move for move in position.legal_moves() if move != "pass"] or ["pass"]
            position = position.play(str(random.choice(moves)) if random.random() < 0.95 else "pass")
            if position.is_over:
                break
        stones, board = Stones(position), position.board(komi=7.5)[0]
        for name in position.legal_moves():
            if name != "pass":
                move, found = from_gtp(name, SIZE), np.zeros(GROUPS, np.uint16)
                move_features(board, geometry(SIZE)[0], np.uint16(vertex_of(SIZE, *move)), board.to_move, found)
                assert found.tolist() == naive_features(stones, move), f"{name}\n{position}"
                seen |= set(found.tolist())
    if scaled(100) == 100:
        assert len(seen) > 120  # of the features there are on a board of this size
