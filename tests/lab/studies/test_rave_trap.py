"""The trap for RAVE: that one move alone wins is proved, and RAVE is what misses it."""

from random import Random

import pytest
from trap_oracle import position_of, safe_points, winners

from ponnuki.lab.studies.catalog import read_table
from ponnuki.lab.studies.plan import make_plan, read_plan
from ponnuki.lab.studies.searched import TOGETHER, finds
from ponnuki.lab.studies.table import page


def words_of(program, rave, simulations):
    plan = read_plan("rave-trap", "quick")
    return next(row.schedule.words for row in plan.rows if row.labels == (program, rave, str(simulations)))


def test_one_move_alone_wins_the_trap():
    for group in read_table("rave-trap")["rows"]:
        given = group["given"]
        found = winners(position_of(given["board"].split()), given["komi"])
        assert len(found) == 5
        assert [move for move, winner in found.items() if winner == "b"] == [given["right"]]


def test_the_right_move_comes_too_late_after_any_other():
    given = read_table("rave-trap")["rows"][0]["given"]
    position = position_of(given["board"].split())
    for first in ((0, 0), (1, 0), (2, 1), None):  # A1, A2, B3, pass
        after = position.play(first).play((4, 4))  # White captures at E5
        later = after.play((3, 2))  # C4
        assert len(after.stones) == len(position.play(first).stones) - 2
        assert len(later.stones) == len(after.stones) + 1
        assert set(winners(after, given["komi"]).values()) == {"w"}


def test_rave_misses_the_move_that_is_found_without_it():
    found = {rave: finds(words_of("mogo", rave, 200), 1).reward for rave in ("on", "off")}
    assert found["off"] > 0.9
    assert found["on"] < 0.7


def test_runs_find_only_the_move_that_is_named():
    words = words_of("mogo", "off", 200)
    told = {move: finds({**words, "right": move}, 1).details["found"] for move in ("C4", "A1")}
    assert told == {"C4": [1] * TOGETHER, "A1": [0] * TOGETHER}


def test_the_page_of_a_study_shows_its_diagram_as_it_stands():
    text = page(make_plan("rave-trap", read_table("rave-trap"), "quick"), [], "command")
    assert "\n    5 X X O X .\n    4 X X . O X\n" in text


# ---- the oracle -----------------------------------------------------------------------------------------------------


def test_chains_with_two_eyes_are_safe_with_what_they_enclose():
    rows = [".X.X.", "XXXXX", "OOOOO", ".O.OO", "OOOO."]
    assert safe_points(position_of(rows), "b") == {(row, column) for row in (3, 4) for column in range(5)}
    assert len(safe_points(position_of(rows), "w")) == 15
    assert safe_points(position_of(["..X..", "XXX..", ".....", ".....", "....."]), "b") == set()


def test_a_false_eye_makes_nothing_safe():
    assert safe_points(position_of([".XO..", "X.X..", ".XX..", "OO...", "....."]), "b") == set()


@pytest.mark.parametrize("seed", range(8))
def test_safe_chains_outlive_any_moves_of_the_other_side(seed):
    random = Random(seed)
    position = position_of(["X.X.O", ".XXO.", "X.XOO", "XXXO.", "...OX"])
    safe = {point for point in safe_points(position, "b") if (point, "b") in position.stones}
    assert len(safe) > 5
    position = position.play(None)
    for _ in range(40):
        moves = sorted(position.legal_moves() - {None})
        if not moves:
            break
        position = position.play(random.choice(moves))
        assert all((point, "b") in position.stones for point in safe)
        position = position.play(None)


def test_who_wins_small_boards_is_known():
    assert set(winners(position_of([".X.", "XXX", "..."]), 8.5).values()) == {"b"}
    assert set(winners(position_of([".O.", "OOO", ".O."]), -8.5).values()) == {"w"}
