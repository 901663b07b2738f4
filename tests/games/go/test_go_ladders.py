"""Ladders: what the reader calls caught is caught, whatever the runner does."""

import numpy as np
import pytest
from oracle import both

from ponnuki.games.go import Position, Rules
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.ladders import is_caught
from ponnuki.games.go.layout import BLACK, geometry, vertex_count, vertex_of

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


def reads_as_caught(position, stone):
    size = position.size
    scratch = np.zeros(vertex_count(size), np.uint16)
    v = np.uint16(vertex_of(size, *from_gtp(stone, size)))
    return bool(is_caught(position.board()[0], geometry(size)[0], scratch, v, BLACK))


def ladder(**rows):
    """Black C3 is in atari, and runs up and to the right if it extends to D3; some rows may be others."""
    usual = {"r7": ".......", "r6": ".......", "r5": ".......", "r4": "..O....", "r3": ".OX....", "r2": "..OO..."}
    return Position.from_rows([*(usual | rows).values(), "......."])


def test_a_ladder_that_meets_nothing_catches():
    assert reads_as_caught(ladder(), "C3")


def test_a_stone_in_its_way_breaks_a_ladder():
    assert not reads_as_caught(ladder(r6=".....X."), "C3")


def test_a_stone_of_the_chaser_in_its_way_does_not():
    assert reads_as_caught(ladder(r6=".....O."), "C3")


def test_a_chain_that_can_capture_a_chaser_is_not_caught():
    assert not reads_as_caught(ladder(r4=".XO....", r3="XOX...."), "C3")


def test_a_chain_that_gets_three_liberties_is_not_caught():
    assert not reads_as_caught(ladder(r2="..O...."), "C3")


def caught_by_ataris(position, stone):
    """Exhaustive reading by the oracle: every way out of atari, every atari that follows."""
    board = dict(position.stones)
    ways = position.liberties(board, stone)
    for point in position.chain(stone):
        for other in position.neighbours(point):
            liberties = position.liberties(board, other) if board.get(other) == position.opponent else ()
            ways |= set(liberties) if len(liberties) == 1 else set()
    return not any(position.why_illegal(way) is None and escapes(position.play(way), stone) for way in ways)


def escapes(position, stone):
    """Whether the chaser, to move, can neither capture the chain nor give an atari that leads to that."""
    liberties = position.liberties(dict(position.stones), stone)
    legal = [way for way in liberties if position.why_illegal(way) is None]
    if len(liberties) == 1:
        return not legal
    return len(liberties) > 2 or not any(caught_by_ataris(position.play(way), stone) for way in legal)


def test_what_is_read_as_caught_is_caught_by_exhaustive_reading(scaled):
    rng, answers = np.random.default_rng(3), []
    for _ in range(scaled(4000)):
        rows = ["".join(row) for row in rng.choice([".", "X", "O"], (5, 5), p=[0.5, 0.25, 0.25])]
        try:
            position, naive = both(rows, rules=Rules("simple"))
        except ValueError:
            continue  # stones without liberties
        board = dict(naive.stones)
        for point in (p for p, color in board.items() if color == "b" and len(naive.liberties(board, p)) == 1):
            answers.append((reads_as_caught(position, to_gtp(point)), caught_by_ataris(naive, point)))
    assert (True, False) not in answers
    assert len(answers) > scaled(400)
    assert answers.count((True, True)) > 0.8 * sum(caught for _, caught in answers)  # captures are not read out
