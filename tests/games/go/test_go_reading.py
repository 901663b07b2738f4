"""Reading: what is called captured is captured whatever the defender does; ladders, nets, captures in a few moves."""

import numpy as np
import pytest
from oracle import both
from test_go_ladders import caught_by_ataris, escapes, ladder

from ponnuki.games.go import Position, Rules
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.layout import BLACK, PASS, WHITE, board_dtype, geometry, vertex_of
from ponnuki.games.go.reading import read, scratch
from ponnuki.kernels.records import joined, new_records

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


def captured(position, stone, first, forced=None, wide=False, effort=400):
    """Whether the black chain of a stone is captured."""
    size = position.size
    thread = new_records(np.dtype(joined([("spare", board_dtype(size))], scratch()), align=True))
    v, move = (np.uint16(PASS if at is None else vertex_of(size, *from_gtp(at, size))) for at in (stone, forced))
    return bool(read(position.board()[0], geometry(size)[0], thread[0], v, BLACK, first, move, wide, effort))


def test_a_ladder_is_read_to_its_end_and_by_what_stands_in_its_way():
    assert captured(ladder(), "C3", BLACK)
    assert not captured(ladder(r6=".....X."), "C3", BLACK)
    assert captured(ladder(r6=".....O."), "C3", BLACK)
    assert not captured(ladder(r4=".XO....", r3="XOX...."), "C3", BLACK)


def test_only_one_of_two_ataris_may_catch():
    two = Position.from_rows([".......", ".......", ".......", "..O....", ".OX....", ".X.O...", "......."])
    assert captured(two, "C3", WHITE)
    assert captured(two, "C3", WHITE, "C2")
    assert not captured(two, "C3", WHITE, "D3")


def test_a_net_catches_where_no_ladder_does():
    loose = Position.from_rows([".......", ".......", ".O.O...", "...X...", "...O.O.", "..OX...", "......."])
    assert not captured(loose, "D4", WHITE)
    assert captured(loose, "D4", WHITE, "E4", wide=True)
    assert not captured(loose, "D4", WHITE, "C4", wide=True)


def test_a_chain_of_three_liberties_is_caught_only_by_reading_wide():
    position = Position.from_rows([*["......."] * 4, "...X...", "OOO.O..", ".XXX.O."])
    assert captured(position, "B1", WHITE, "D2", wide=True)
    assert not captured(position, "B1", WHITE, "A1", wide=True)
    assert not captured(position, "B1", WHITE)


def test_with_no_effort_left_a_chain_counts_as_free():
    assert captured(ladder(), "C3", BLACK, effort=40)
    assert not captured(ladder(), "C3", BLACK, effort=4)


def test_what_is_read_as_captured_is_captured_by_exhaustive_reading(scaled):
    rng, answers = np.random.default_rng(4), []
    for _ in range(scaled(2000)):
        rows = ["".join(row) for row in rng.choice([".", "X", "O"], (5, 5), p=[0.5, 0.25, 0.25])]
        try:
            position, naive = both(rows, rules=Rules("simple"))
        except ValueError:
            continue  # stones without liberties
        board = dict(naive.stones)
        for point in (p for p, color in board.items() if color == "b" and len(naive.liberties(board, p)) == 1):
            answers.append((captured(position, to_gtp(point), BLACK), caught_by_ataris(naive, point)))
            after = naive.play(None)
            answers.append((captured(position, to_gtp(point), WHITE), not escapes(after, point)))
    assert len(answers) > scaled(300)
    assert sum(one == other for one, other in answers) > 0.99 * len(answers)  # throw-ins are not tried for long
    assert {(True, True), (False, False)} <= set(answers)
