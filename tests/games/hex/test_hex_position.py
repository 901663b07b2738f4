"""A position as people see it."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex import IllegalMove, Position, Rules

pytestmark = pytest.mark.kernel
SWAP = Rules(swap=True)


def after(moves, size=3, rules=Rules()):  # noqa: B008
    position = Position.empty(size, rules)
    for move in moves.split():
        position = position.play(move)
    return position


def test_black_begins_on_an_empty_board():
    position = Position.empty(3)
    assert (position.to_move, position.move_number, position.last_move) == ("b", 0, None)
    assert len(position.legal_moves()) == 9
    assert not position.is_over


def test_a_position_never_changes():
    position = Position.empty(3)
    position.play("a1")
    assert position.rows() == ["...", "...", "..."]


def test_a_board_is_drawn_with_its_coordinates_and_the_last_move():
    assert str(after("b2 c1 c3")) == "\n".join(
        [
            "    a b c",
            "  1 . . O 1",
            "   2 . X . 2",
            "    3 . .(X)3",
            "       a b c",
            "White to move",
        ]
    )


def test_rows_lead_back_to_the_same_board():
    position = after("a1 b2 c3 c1")
    again = Position.from_rows(position.rows(), position.to_move)
    assert again.rows() == position.rows() == ["X.O", ".O.", "..X"]
    assert again.legal_moves() == position.legal_moves()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["."], "from 2 to 19 rows, not 1"),
        (["...", "..", "..."], "row 2 has 2 cells; on size 3 it must have 3"),
        (["..Z", "...", "..."], "row 1 contains 'Z'"),
    ],
)
def test_rows_that_are_no_board_are_refused(rows, message):
    with pytest.raises(BadInput, match=message):
        Position.from_rows(rows)


def test_black_joins_the_rows_and_white_the_columns():
    assert Position.from_rows(["X..", "X..", "X.."], "w").winner == "b"
    assert Position.from_rows(["OOO", "...", "..."]).winner == "w"
    assert Position.from_rows(["XXX", "...", "..."]).winner is None
    assert Position.from_rows(["O..", "O..", "O.."]).winner is None


def test_a_chain_may_bend_along_the_short_diagonal_and_not_along_the_long_one():
    assert Position.from_rows(["..X", ".X.", "X.."]).winner == "b"
    assert Position.from_rows(["X..", ".X.", "..X"]).winner is None


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("a1", "a1", "occupied"),
        ("", "a4", "off the board of size 3"),
        ("", "d1", "off the board"),
        ("", "pass", "is not a cell"),
        ("", "swap", "only the second player may swap"),
        ("a1", "swap", "only the second player may swap"),
        ("a1 b1 a2 b2 a3", "c3", "the game is over"),
    ],
)
def test_illegal_moves_say_why(moves, move, reason):
    with pytest.raises(IllegalMove, match=reason):
        after(moves).play(move)


def test_cells_may_be_written_in_capitals():
    assert after("A1 C3").history == (("b", "a1"), ("w", "c3"))


@pytest.mark.parametrize("word", ["swap", "swap-pieces"])
def test_the_second_player_may_take_over_the_first_stone_which_is_mirrored(word):
    position = after("b1", rules=SWAP)
    assert position.may_swap
    assert position.legal_moves()[-1] == "swap"
    swapped = position.play(word)
    assert (swapped.to_move, swapped.may_swap) == ("b", False)
    assert swapped.rows() == ["...", "O..", "..."]
    assert "b1" in swapped.legal_moves()
    assert "a2" not in swapped.legal_moves()
    assert swapped.history == (("b", "b1"), ("w", "swap"))


@pytest.mark.parametrize("moves", ["", "b2 swap", "b2 c3", "b2 swap c3"])
def test_there_is_no_swap_but_as_the_second_move(moves):
    position = after(moves, rules=SWAP)
    assert not position.may_swap
    with pytest.raises(IllegalMove):
        position.play("swap")


def test_either_colour_may_move_as_controllers_allow():
    position = Position.empty(3).play("a1", "w").play("a2", "w")
    assert position.to_move == "b"
    assert position.rows()[:2] == ["O..", "O.."]


@pytest.mark.parametrize("size", [1, 20, 0, -3, "4", 4.0])
def test_sizes_are_from_two_to_nineteen(size):
    with pytest.raises(BadInput, match="2 to 19 cells"):
        Position.empty(size)
