"""What a user of `Position` sees: captures, kos and suicides made by hand, reasons, boards as text."""

import itertools

import numpy as np
import pytest
from oracle import ALL_RULES, assert_same_board, assert_same_moves, both, rule_name

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.go import IllegalMove, Position, Rules
from ponnuki.games.go.coords import from_gtp

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

SIMPLE, POSITIONAL, SITUATIONAL = Rules("simple"), Rules("positional"), Rules("situational")
KO = [".....", ".XO..", "XO.O.", ".XO..", "....."]
SEND_TWO_RETURN_ONE = [".....", ".....", ".....", "OOXX.", ".X.X."]


def after(rows, moves, to_move="b", rules=SIMPLE):
    """The position after some moves, the oracle agreeing at each."""
    position, naive = both(rows, to_move, rules)
    for move in moves.split():
        position, naive = position.play(move), naive.play(from_gtp(move, len(rows)))
        assert_same_board(position, naive)
    assert_same_moves(position, naive)
    return position


def reason(position, move, color=None):
    with pytest.raises(IllegalMove) as caught:
        position.play(move, color)
    assert caught.value.reason in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.reason


# ---- captures -----------------------------------------------------------------------------------------------------


def test_taking_the_last_liberty_of_a_stone_captures_it():
    assert after([".X.", "XOX", "..."], "B1").rows() == [".X.", "X.X", ".X."]


def test_one_move_captures_chains_on_four_sides():
    start = ["..X..", ".XOX.", "XO.OX", ".XOX.", "..X.."]
    assert after(start, "C3").rows() == ["..X..", ".X.X.", "X.X.X", ".X.X.", "..X.."]


def test_a_stone_that_captures_needs_no_liberty_of_its_own():
    """White surrounds C1, but the stone at C2 has no other liberty."""
    assert after(["..X", ".XO", ".O."], "C1").rows() == ["..X", ".X.", ".OX"]


def test_a_snapback_takes_back_more_than_was_given():
    start = [".....", ".....", "XXXX.", "OOOX.", "..OX."]
    for rules in ALL_RULES:
        assert after(start, "A1 B1", rules=rules).rows()[4] == ".OOX."
        assert after(start, "A1 B1 A1", rules=rules).rows() == [".....", ".....", "XXXX.", "...X.", "X..X."]


def test_a_whole_board_chain_is_captured_by_one_stone():
    assert after(["XXX", "XXX", "XX."], "C1", "w").rows() == ["...", "...", "..O"]


# ---- ko -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
def test_a_ko_may_not_be_taken_back_at_once(rules):
    assert reason(after(KO, "C3", rules=rules), "B3") == "ko"


def test_a_ko_may_be_taken_back_after_a_threat_or_a_pass():
    for rules in ALL_RULES:
        assert after(KO, "C3 E5 E1 B3", rules=rules).rows()[2] == "XO.O."
    assert after(KO, "C3 pass E1 B3").rows()[2] == "XO.O."


def test_the_winner_of_a_ko_may_connect_it():
    assert after(KO, "C3 E5 B3").rows()[2] == "XXXO."


def test_the_ko_is_forbidden_only_to_the_player_who_lost_the_stone():
    taken = after(KO, "C3")
    assert taken.play("B3", "b").rows()[2] == "XXXO."
    assert taken.play("E5", "b").play("B3").rows()[2] == "XO.O."


def test_a_capture_of_two_single_stones_is_no_ko():
    position = after([".....", ".XOX.", "XO.OX", ".XOX.", "....."], "C3")
    assert position.records[0].ko == 0
    assert reason(position, "B3") == "suicide"


def test_a_stone_that_captures_one_but_has_other_liberties_is_no_ko():
    position = after([".....", ".X...", "XO.O.", ".XO..", "....."], "C3")
    assert position.records[0].ko == 0


def test_sending_two_and_returning_one_repeats_the_board_under_simple_ko_only():
    start = SEND_TWO_RETURN_ONE
    assert after(start, "A1 C1 B1", rules=SIMPLE).rows() == start
    assert reason(after(start, "A1 C1", rules=POSITIONAL), "B1") == "superko, positional"
    again = after(start, "A1 C1 B1", rules=SITUATIONAL)
    assert again.rows() == start, "the same board, but now White is to move"
    assert reason(after(start, "A1 C1 B1 pass", rules=SITUATIONAL), "A1") == "superko, situational"
    assert after(start, "A1 C1 B1 pass A1", rules=SIMPLE).rows()[4] == "XX.X."


def test_the_set_up_position_counts_for_superko():
    """Nothing was played before it, and it still may not come back."""
    start = SEND_TWO_RETURN_ONE
    assert "B1" not in after(start, "A1 C1", rules=POSITIONAL).legal_moves()


def test_a_pass_is_legal_though_it_repeats_the_board():
    for rules in ALL_RULES:
        position = after(["...", "...", "..."], "B2 pass", rules=rules)
        assert "pass" in position.legal_moves()
        assert position.play("pass").is_over


# ---- suicide ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_suicide_of_several_stones_removes_them_where_it_is_allowed(ko):
    start = ["...", "XX.", "O.X"]
    assert reason(after(start, "", "w", Rules(ko)), "B1") == "suicide"
    position = after(start, "B1", "w", Rules(ko, suicide=True))
    assert position.rows() == ["...", "XX.", "..X"]
    assert position.to_move == "b"


def test_suicide_of_one_stone_repeats_the_board():
    start = ["...", "X..", ".X."]
    assert after(start, "A1", "w", Rules("simple", suicide=True)).rows() == start
    assert reason(after(start, "", "w", Rules("positional", suicide=True)), "A1") == "superko, positional"
    position = after(start, "A1", "w", Rules("situational", suicide=True))
    assert position.rows() == start
    assert reason(position.play("pass"), "A1") == "superko, situational"


def test_filling_the_last_point_of_the_own_eye_is_suicide():
    assert reason(after(["XXX", "XXX", "XX."], ""), "C1") == "suicide"
    cleared = after(["XXX", "XXX", "XX."], "C1", rules=Rules("simple", suicide=True))
    assert cleared.rows() == ["...", "...", "..."]


# ---- reasons ------------------------------------------------------------------------------------------------------


def test_an_illegal_move_says_who_what_and_why():
    position = Position.from_rows([".X.", "XOX", "..."], "w", SIMPLE)
    with pytest.raises(IllegalMove, match=r"^illegal move W B2: the point is occupied$"):
        position.play("B2")
    with pytest.raises(IllegalMove, match=r"^illegal move W D4: .*off the 3x3 board$"):
        position.play("D4")
    with pytest.raises(IllegalMove, match=r"^illegal move W A3: suicide$"):
        position.play("A3")
    with pytest.raises(IllegalMove, match=r"^illegal move W I3: .*not a vertex"):
        position.play("I3")
    with pytest.raises(IllegalMove, match=r"the game is over$"):
        position.play("pass").play("pass").play("pass")


def test_an_illegal_move_is_bad_input_for_the_command_line():
    assert issubclass(IllegalMove, BadInput)
    assert issubclass(BadInput, PonnukiError)
    assert issubclass(BadInput, ValueError)
    assert (BadInput.exit_code, PonnukiError.exit_code) == (2, 1)


def test_a_colour_that_is_none_is_refused():
    with pytest.raises(BadInput, match=r"'green'"):
        Position.empty(3).play("A1", "green")
    with pytest.raises(BadInput, match=r"'B'"):
        Position.from_rows(["..", ".."], to_move="B")


@pytest.mark.parametrize("size", [1, 0, -3, 26, 9.0, "9", None, True])
def test_a_board_has_2_to_25_lines(size):
    with pytest.raises(BadInput, match=r"from 2 to 25"):
        Position.empty(size)


@pytest.mark.parametrize("values", [{"ko": "none"}, {"ko": None}, {"suicide": 1}, {"suicide": "no"}])
def test_unknown_rules_are_refused(values):
    with pytest.raises(BadInput, match=r"ko|suicide"):
        Rules(**values)


# ---- the rest of what can be seen ---------------------------------------------------------------------------------


def test_legal_moves_end_with_the_pass_and_are_none_after_two():
    position = Position.empty(2)
    assert position.legal_moves() == ["A1", "B1", "A2", "B2", "pass"]
    once = position.play("pass")
    assert not once.is_over
    assert once.play("pass").is_over
    assert once.play("pass").legal_moves() == []
    assert not once.play("A1").play("pass").is_over


def test_vertices_may_be_written_in_either_case():
    assert (
        Position.empty(5).play("c3").play("PASS").play(" D4 ").rows()
        == Position.empty(5).play("C3").play("pass").play("D4").rows()
    )


def test_the_score_is_stones_and_surrounded_points_minus_komi():
    assert Position.empty(5).score() == 0.0
    assert Position.empty(5).play("C3").score(7.5) == 25 - 7.5
    wall = Position.from_rows(["..XO.", "..XO.", "..XO.", "..XO.", "..XO."])
    assert wall.score() == 15 - 10
    assert wall.score(komi=5) == 0
    assert wall.score(-0.5) == 5.5
    neutral = Position.from_rows(["X.O", "X.O", "X.O"])
    assert neutral.score() == 0


def test_moves_are_counted_and_the_last_is_known():
    position = Position.empty(3)
    assert (position.move_number, position.last_move, position.to_move) == (0, None, "b")
    position = position.play("b2").play("pass")
    assert (position.move_number, position.last_move, position.to_move) == (2, "pass", "b")


def test_either_player_may_be_told_to_move():
    position = Position.empty(3).play("A1", "w")
    assert position.rows()[2] == "O.."
    assert position.to_move == "b"
    assert Position.empty(3).play("A1").play("B2", "b").rows() == ["...", ".X.", "X.."]


def test_colors_are_by_row_from_below_and_column_from_the_left():
    colors = Position.from_rows(["X..", "...", ".O."]).colors()
    assert colors.dtype == np.uint8
    assert [(r, c) for r, c in itertools.product(range(3), repeat=2) if colors[r, c]] == [(0, 1), (2, 0)]
    assert (colors[2, 0], colors[0, 1]) == (1, 2)


def test_a_board_is_drawn_with_coordinates_and_the_last_move():
    position = Position.from_rows(["O..", ".X.", "..."], "b").play("C1")
    assert str(position).splitlines() == [
        "    A B C",
        "  3 O . . 3",
        "  2 . X . 2",
        "  1 . .(X)1",
        "    A B C",
        "White to move",
    ]
    assert "  1(X). . 1" in str(Position.empty(3).play("A1"))
    over = Position.empty(3).play("A1").play("pass").play("pass")
    assert str(over).endswith("the game is over")
    assert "(" not in str(over)


def test_the_letter_i_is_left_out_and_rows_above_nine_line_up():
    lines = str(Position.empty(25)).splitlines()
    assert lines[0].split() == list("ABCDEFGHJKLMNOPQRSTUVWXYZ")
    assert lines[1].startswith(" 25 . ")
    assert lines[25].startswith("  1 . ")
    assert len({line.index(".") for line in lines[1:26]}) == 1


def test_the_representation_makes_the_board_again():
    position = Position.from_rows([".X.", "O..", "..."], "w", Rules("situational", suicide=True))
    again = eval(repr(position), {"Position": Position, "Rules": Rules})
    assert (again.rows(), again.to_move, again.rules) == (position.rows(), "w", position.rules)


def test_spaces_between_points_are_ignored():
    assert Position.from_rows([". X .", " O . . ", "..."]).rows() == [".X.", "O..", "..."]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([], "2 to 25 rows, not 0"),
        (["."], "2 to 25 rows, not 1"),
        (["." * 26] * 26, "2 to 25 rows, not 26"),
        (["..", "..."], "row 1 has 3 points"),
        (["...", "..", "..."], "row 2 has 2 points"),
        (["..", ".#"], "row 1 contains '#'"),
        (["x.", ".."], "row 2 contains 'x'"),
        (["XO", "OX"], "no liberties"),
        (["XXX", "XXX", "XXX"], "no liberties"),
        ([".X.", "XOX", ".X."], "no liberties"),
    ],
)
def test_rows_that_make_no_board_are_refused_in_one_line(rows, fault):
    with pytest.raises(BadInput) as caught:
        Position.from_rows(rows)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
