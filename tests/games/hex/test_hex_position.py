"""A position as people see it."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex import Position, Rules

pytestmark = pytest.mark.kernel
SWAP = Rules(swap=True)


def after(moves, size=3, rules=Rules()):  # noqa: B008
    position = Position.empty(size, rules)
    for move in moves.split():
        position = position.play(move)
    return position


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
