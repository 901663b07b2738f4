"""Races with plain approach moves (Wolf 2012): played out in a model of liberties, solved on the board.

A *tail* is a liberty that the enemy cannot simply fill: behind it stands a stone of his that is cut off, and if he
fills the liberty, both are captured. First he connects that stone: the approach move. But a liberty that is the last
one he fills at once, and captures. The model knows nothing but these rules; it shares no code with the solver.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from ponnuki.games.go.layout import BLACK, WHITE, geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import RESULTS
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_search import solve

SIZE = 13
LOCAL = new_local()


class Side(NamedTuple):
    """The liberties of one chain that are not shared."""

    plain: int
    tails: int
    eye: int
    """One point, which the enemy fills last."""
    ready: int = 0
    """Tails whose approach move has been played."""


@cache
def takes(attacker: int, sides: tuple[Side, Side], shared: int, mover: int) -> bool:
    """Whether the attacker takes the other chain; he must not pass, the other may. Suicide is illegal."""
    prey = sides[1 - mover]
    if sum(prey) + shared == 1:
        return mover == attacker
    after = []
    if prey.plain:
        after.append((prey._replace(plain=prey.plain - 1), shared))
    if prey.tails:
        after.append((prey._replace(tails=prey.tails - 1, ready=prey.ready + 1), shared))
    if prey.ready:
        after.append((prey._replace(ready=prey.ready - 1), shared))
    if shared and sum(sides[mover]) + shared > 1:
        after.append((prey, shared - 1))
    found = [
        takes(attacker, (sides[0], left) if mover == 0 else (left, sides[1]), still_shared, 1 - mover)
        for left, still_shared in after
    ]
    if mover == attacker:
        return any(found)
    return all(found) and takes(attacker, sides, shared, 1 - mover)


def wanted(black: Side, white: Side, shared: int, first: str) -> str:
    for attacker, name in enumerate(("black", "white")):
        if takes(attacker, (black, white), shared, "bw".index(first)):
            return name
    return "seki"


def half(side: Side, own: str, other: str) -> list[str]:
    """From the edge to the chain: room of the other side, his wall, then tails at the left, an eye, plain liberties."""
    wall, mouth, behind, liberty = ([other] * SIZE for _ in range(4))
    behind[:7] = liberty[:7] = [own] * 7
    for column in (1, 3)[: side.tails]:
        mouth[column], behind[column], liberty[column] = ".", other, "."
    if side.eye:
        liberty[5] = "."
    liberty[8 : 8 + side.plain] = ["."] * side.plain
    return ["." * SIZE, *map("".join, (wall, mouth, behind, liberty)), own * SIZE]


def board(black: Side, white: Side, shared: int) -> list[str]:
    contact = ["." if column % 2 == 0 and column < 2 * shared else "X" for column in range(SIZE)]
    return [*half(black, "X", "O"), "".join(contact), *reversed(half(white, "O", "X"))]


def solved(black: Side, white: Side, shared: int, first: str) -> str:
    record = Position.from_rows(board(black, white, shared)).board()[0]
    stakes = [np.int64(vertex_of(SIZE, row, 0)) for row in (7, 5)]
    color = np.int64(BLACK if first == "b" else WHITE)
    return RESULTS[solve(record, geometry(SIZE)[0], LOCAL[0], *stakes, color, np.int64(2000))]


def races() -> list[tuple[Side, Side, int]]:
    """All 2 016 with up to three plain and three shared liberties, two tails and an eye, and at least one tail."""
    sides = [Side(*kind) for kind in product(range(4), range(3), range(2))]
    return [
        (black, white, shared)
        for black, white in product(sides, sides)
        for shared in range(4)
        if black.tails + white.tails and sum(black) + shared and sum(white) + shared
    ]


def compare(cases):
    """A case, who is first, who should win and the solver's answer, for both first players."""
    return [(case, first, wanted(*case, first), solved(*case, first)) for case in cases for first in "bw"]


@pytest.mark.parametrize("start", [0, pytest.param(10, marks=pytest.mark.slow)])
def test_no_definite_answer_is_wrong_with_approach_moves(start):
    found = compare(races()[start::20])
    assert [row for row in found if row[3] not in (row[2], "unknown")] == []
    assert {row[2] for row in found} == {"black", "white", "seki"}
    assert sum(row[3] != "unknown" for row in found) >= 0.7 * len(found)


def test_an_approach_move_is_a_move_of_the_attacker_and_saved_at_the_last_liberty():
    alone, tail = Side(1, 0, 0), Side(0, 1, 0)
    assert wanted(alone, tail, 0, "b") == solved(alone, tail, 0, "b") == "black"
    two_tails, three = Side(0, 2, 0), Side(3, 0, 0)  # 3 moves, as the second is captured directly
    assert wanted(two_tails, three, 0, "w") == solved(two_tails, three, 0, "w") == "white"
    assert wanted(two_tails, three, 0, "b") == solved(two_tails, three, 0, "b") == "black"
