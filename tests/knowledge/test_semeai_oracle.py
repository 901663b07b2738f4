"""The solver of capturing races against all positions of small arenas: it may not know, but it is never wrong."""

from random import Random

import numpy as np
import pytest
from semeai_oracle import (
    OTHER,
    SIZE,
    Arena,
    TooManyError,
    after_move,
    forget,
    neighbours,
    outcome,
    random_race,
    winner_who_waits,
)

from ponnuki.games.go.layout import BLACK, WHITE, geometry, vertex_of
from ponnuki.games.go.naive import NaivePosition
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import RESULTS
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_search import solve

pytestmark = pytest.mark.kernel
KINDS = {  # height, width, stones of each chain at least, empty points at most
    "short": (3, 4, 2, 4),
    "approach moves and traps": (4, 4, 3, 5),
    "wide": (3, 5, 3, 5),
    "large chains": (5, 5, 7, 6),
}
LOCAL = new_local()


def solved(arena, stones, black, white, first, limit=20_000):
    board = Position.from_rows(arena.rows(stones)).board()[0]
    places = [np.int64(vertex_of(SIZE, *stake)) for stake in (black, white)]
    color = np.int64(BLACK if first == "b" else WHITE)
    return RESULTS[solve(board, geometry(SIZE)[0], LOCAL[0], *places, color, np.int64(limit))]


def compare(kind, seed, races, most):
    """The pairs (oracle, solver) of so many races, one for each first player."""
    random, found = Random(seed), []
    while len(found) < 2 * races:
        race = random_race(random, *KINDS[kind])
        if race is None:
            continue
        forget()
        try:
            wanted = [outcome(*race, first, most) for first in "bw"]
        except TooManyError:
            continue
        found += [(race, want, solved(*race, first)) for first, want in zip("bw", wanted, strict=True)]
    return found


def check(found, least_known):
    wrong = [
        (race[0].rows(race[1]), want, got)
        for race, want, got in found
        if got not in (want, "unknown") and not (want == "ko" and got == winner_who_waits(*race))
    ]
    assert wrong == []
    known = sum(got != "unknown" for _, _, got in found)
    assert known >= least_known * len(found)


@pytest.mark.parametrize("kind", KINDS)
def test_no_definite_answer_is_wrong(kind):
    check(compare(kind, 1, races=15, most=1500), least_known=0.9)


ONE_WAY_OUT = [  # a stone next to the race has one liberty beyond it: it is not safe, though that point is its eye
    (Arena(4, 4, "w", "b"), ["XX.X", "XOOX", "XOOX", "X.X."], (1, 0), (1, 1), "white"),
    (Arena(5, 5, "b", "b"), ["X.XXO", "OXOOO", "OOOXO", "XXX.O", "XXXX."], (1, 0), (2, 0), "ko"),
    (Arena(5, 5, "b", "w"), [".XO..", "XOOXX", "OOOOX", "..OXX", "OOOXX"], (1, 3), (1, 2), "ko"),
]


@pytest.mark.parametrize(("arena", "rows", "black", "white", "result"), ONE_WAY_OUT)
def test_a_stone_with_one_way_out_is_not_taken_for_safe(arena, rows, black, white, result):
    stones = {
        (len(rows) - 1 - r, c): "b" if cell == "X" else "w"
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell != "."
    }
    assert outcome(arena, stones, black, white, "w") == result
    assert solved(arena, stones, black, white, "w") in (result, "unknown")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_definite_answer_of_many_is_wrong(kind):
    found = compare(kind, 100, races=250 if kind == "short" else 100, most=2000)  # kos are rare in short ones
    check(found, least_known=0.9)
    assert {want for _, want, _ in found} == {"black", "white", "seki", "ko"}


def test_the_oracle_plays_by_the_naive_rules():
    random, moves = Random(5), 0
    while moves < 300:
        race = random_race(random, 4, 4, 1, 6)
        if race is None:
            continue
        arena, stones, _, _ = race
        for color in "bw":
            position = naive(arena, stones, color)
            for point in arena.points():
                if point in stones:
                    continue
                played = after_move(arena, arena.packed(stones), arena.bit(point), color)
                legal = position.play(point) if position.why_illegal(point) is None else None
                assert (played is None) == (legal is None)
                if played is not None:
                    now, taken, ko = played
                    inside = {p: c for p, c in legal.stones if p in arena}
                    assert inside == arena.unpacked(now)
                    assert taken == sum(arena.bit(p) for p in stones if p not in inside)
                    forbidden = [p for p in arena.points() if legal.why_illegal(p) == "ko"]
                    assert [arena.bit(p) for p in forbidden] == ([ko] if ko else [])
                moves += 1


def naive(arena: Arena, stones, color) -> NaivePosition:
    rows = arena.rows(stones)
    placed = {
        (SIZE - 1 - r, c): {"X": "b", "O": "w"}[cell]
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell != "."
    }
    return NaivePosition(SIZE, ko="simple", stones=frozenset(placed.items()), to_move=color)


def test_walls_are_safe_and_their_room_is_not_part_of_the_race():
    arena = Arena(3, 3, "b", "w")
    rows = arena.rows({(0, 0): "b"})
    assert rows[-1] == "X..O....."
    assert rows[-4] == "XXXXOOOOO"
    assert OTHER["b"] == "w"
    assert set(neighbours((0, 0))) == {(1, 0), (-1, 0), (0, 1), (0, -1)}
