"""A position as people see it."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah import IllegalMove, Position, Rules

pytestmark = pytest.mark.kernel
SWAP = Rules(swap=True)


def after(moves, size=4, rules=Rules()):  # noqa: B008
    position = Position.empty(size, rules)
    for move in moves.split():
        position = position.play(move)
    return position


def test_white_begins_on_an_empty_board():
    position = Position.empty(4)
    assert (position.to_move, position.move_number, position.last_move) == ("w", 0, None)
    assert len(position.legal_moves()) == 37
    assert not position.is_over


def test_a_position_never_changes():
    position = Position.empty(3)
    position.play("a1")
    assert position.rows() == ["...", "....", ".....", "....", "..."]


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


def test_rows_lead_back_to_the_same_board():
    position = after("a1 b2 c3 d4 d5", 3)
    again = Position.from_rows(position.rows(), position.to_move)
    assert again.rows() == position.rows() == ["O..", ".X..", "..O..", "..X.", ".O."]
    assert again.legal_moves() == position.legal_moves()


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


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("a1", "a1", "occupied"),
        ("", "a5", "off the board of size 4"),
        ("", "h1", "off the board"),
        ("", "pass", "is not a cell"),
        ("", "swap", "only the second player may swap"),
        ("a1", "swap", "only the second player may swap"),
        ("a1 b1 a2 b2 a3 b3 a4", "c3", "the game is over"),
    ],
)
def test_illegal_moves_say_why(moves, move, reason):
    with pytest.raises(IllegalMove, match=reason):
        after(moves).play(move)


def test_cells_may_be_written_in_capitals():
    assert after("A1 D4").history == (("w", "a1"), ("b", "d4"))


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


@pytest.mark.parametrize("moves", ["", "b2 swap", "b2 c3", "b2 swap c3"])
def test_there_is_no_swap_but_as_the_second_move(moves):
    position = after(moves, rules=SWAP)
    assert not position.may_swap
    with pytest.raises(IllegalMove):
        position.play("swap")


def test_either_colour_may_move_as_controllers_allow():
    position = Position.empty(4).play("a1", "b").play("a2", "b")
    assert position.to_move == "w"
    assert position.rows()[:2] == ["X...", "X...."]


@pytest.mark.parametrize("size", [1, 11, 0, -3, "4", 4.0])
def test_sizes_are_from_two_to_ten(size):
    with pytest.raises(BadInput, match="2 to 10 cells"):
        Position.empty(size)
