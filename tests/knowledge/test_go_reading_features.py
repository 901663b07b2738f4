"""What reading says of moves: for both sides, for what works and what does not."""

import pytest

from ponnuki.games.go import Position
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import geometry, longest_playout, vertex_count, vertex_of
from ponnuki.games.go.play import list_moves
from ponnuki.knowledge import go_reading as reading
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel
SIZE = 7


def classes(rows, move, to_move="b"):
    """What is said of a move, with each group counted from its first class."""
    board = Position.from_rows(rows, to_move=to_move).board()[0]
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))[0]
    count = abs(list_moves(board, geometry(SIZE)[0], thread, False))
    before = board.copy()
    reading.read_all(board, geometry(SIZE)[0], thread, count)
    assert board == before
    found = thread.readings[vertex_of(SIZE, *from_gtp(move, SIZE))].astype(int)
    return tuple(found - [reading.ATTACK, reading.DEFEND, reading.INTO])


EMPTY = "......."
RUNNING = [EMPTY, EMPTY, EMPTY, "..O....", ".OX....", "..OO...", EMPTY]
"""Black C3 is in atari, and a ladder catches it."""
BROKEN = [EMPTY, ".....X.", *RUNNING[2:]]


def test_running_in_a_ladder_is_in_vain_and_saves_where_it_is_broken():
    assert classes(RUNNING, "D3") == (0, reading.IN_VAIN, 1 + 1)
    assert classes(BROKEN, "D3") == (0, reading.SAVES_ONE, 0)


def test_capturing_what_a_ladder_holds_is_not_what_capturing_a_runner_is():
    assert classes(RUNNING, "D3", "w") == (reading.CAUGHT_ANYWAY, 0, 0)
    assert classes(BROKEN, "D3", "w") == (reading.STOPS, 0, 0)


ATARI = [EMPTY, EMPTY, EMPTY, "..O....", ".OX....", "...O...", EMPTY]
"""Black C3 has two liberties."""


def test_of_an_atari_it_is_said_whether_it_catches_for_both_sides():
    assert classes(ATARI, "C2", "w")[0] == reading.LADDER
    away = [EMPTY, ".....X.", *ATARI[2:5], ".X.O...", EMPTY]
    assert classes(away, "C2", "w")[0] == classes(away, "D3", "w")[0] == reading.GETS_AWAY
    assert classes(ATARI, "D3")[1] == reading.SAVES_TWO
    assert classes(away, "D3")[1] == 0


def test_chains_of_three_liberties_are_read_too_and_sizes_counted():
    rows = [*[EMPTY] * 4, "...X...", "OOO.O..", ".XXX.O."]
    assert classes(rows, "D2", "w")[0] == reading.IN_THREE + 1
    assert classes(rows, "D2")[1] == reading.SAVES_THREE + 1
    assert classes(rows, "A1")[1] == reading.IN_VAIN + 1


def test_a_move_into_a_ladder_is_told_from_one_that_gets_away():
    rows = [EMPTY, EMPTY, EMPTY, "..OO...", ".O.....", "..O....", EMPTY]
    assert classes(rows, "C3") == (0, 0, 0)  # one liberty: a self-atari, which other features see
    assert classes([*rows[:5], EMPTY, EMPTY], "C3")[2] == 1
