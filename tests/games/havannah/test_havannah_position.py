"""A position as people see it."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah import Position, Rules

pytestmark = pytest.mark.kernel
SWAP = Rules(swap=True)


def after(moves, size=4, rules=Rules()):  # noqa: B008
    position = Position.empty(size, rules)
    for move in moves.split():
        position = position.play(move)
    return position


def test_a_board_is_drawn_with_its_coordinates_and_the_last_move():
    assert str(after("c3 d4 e5", 3)) == "\n".join(
        [
            "       a b c",
            "    1 . . . d",
            "   2 . . . . e",
            "  3 . . O . .",
            "   4 . . X .",
            "    5 . .(O)",
            "Black to move",
        ]
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["...", "....", ".....", "...."], "an odd number of rows"),
        (["..."], "an odd number of rows"),
        (["...", "...", ".....", "....", "..."], "row 2 has 3 cells; on size 3 it must have 4"),
        (["..Z", "....", ".....", "....", "..."], "row 1 contains 'Z'"),
        (["OOO", "....", ".....", "....", "XXX"], "both sides have won"),
    ],
)
def test_rows_that_are_no_board_are_refused(rows, message):
    with pytest.raises(BadInput, match=message):
        Position.from_rows(rows)


def test_a_position_that_was_set_up_won_is_over():
    position = Position.from_rows(["OOO", "....", ".....", "....", "..."], "b")
    assert (position.is_over, position.winner, position.won_by) == (True, "w", ("bridge",))
    assert position.legal_moves() == []


def test_the_second_player_may_take_over_the_first_stone():
    position = after("b2", rules=SWAP)
    assert position.may_swap
    assert position.legal_moves()[-1] == "swap"
    swapped = position.play("swap")
    assert swapped.to_move == "w"
    assert swapped.rows()[1] == ".X..."
    assert not swapped.may_swap
    assert "b2" not in swapped.legal_moves()
    assert swapped.history == (("w", "b2"), ("b", "swap"))
