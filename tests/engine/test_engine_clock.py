"""Time on the clock: whole games are simulated, and nobody loses on time."""

import random
from collections.abc import Callable

import pytest

from ponnuki.engine.clock import HURRY, LAG, LEAST, Clock, Remaining, TimeControl, budget, spend

CONTROLS = [
    TimeControl("absolute", 60),
    TimeControl("absolute", 600),
    TimeControl("absolute", 3600),
    TimeControl("canadian", 0, 30, 5),
    TimeControl("canadian", 60, 600, 25),
    TimeControl("canadian", 1200, 20, 10),
    TimeControl("byoyomi", 0, 5, 3),
    TimeControl("byoyomi", 60, 30, 5),
    TimeControl("byoyomi", 600, 1, 1),
]


USUAL = 0.31
"""Own moves of a game by points of the board: 25 on 9x9."""
HURRIED = 0.012
"""Seconds that a move takes at least, beyond the time it is given."""


def names(control: TimeControl) -> str:
    return f"{control.kind}-{control.main:g}-{control.period:g}-{control.count}"


@pytest.mark.parametrize("told", [lambda seconds: seconds, int], ids=["exactly", "whole seconds"])
@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("control", CONTROLS, ids=names)
def test_no_game_is_lost_on_time(control: TimeControl, size: int, told: Callable[[float], float]) -> None:
    """Games more than twice as long as usual, each move delayed by up to the lag we reckon with."""
    rng, clock, left = random.Random(size), Clock(), control.start()
    clock.agree(control)
    for played in range(size**2 * 3 // 4):
        clock.correct("b", Remaining(told(left.seconds), left.count))
        seconds = clock.budget("b", size**2, played)
        assert seconds is not None
        assert seconds >= LEAST
        clock.spend("b", seconds)
        left = spend(control, left, seconds + rng.uniform(0, LAG))
        assert left.seconds > 0, f"out of time at move {played}"


@pytest.mark.parametrize("main", [5, 10, 30])
def test_a_very_long_game_on_a_fast_clock_is_played_to_its_end(main: float) -> None:
    control = TimeControl("absolute", main)
    left = control.start()
    for played in range(60):
        seconds = budget(control, left, 81, played) or 0.0
        left = spend(control, left, HURRIED if seconds < HURRY else seconds + HURRIED)
    assert left.seconds > 0


@pytest.mark.parametrize("control", [*CONTROLS, TimeControl("canadian", 0, 10, 25)], ids=names)
@pytest.mark.parametrize("points", [81, 361])
def test_a_game_of_usual_length_uses_four_fifths_of_the_time(control: TimeControl, points: int) -> None:
    left, spent, moves = control.start(), 0.0, round(USUAL * points)
    for played in range(moves):
        seconds = budget(control, left, points, played) or 0.0
        spent += seconds
        left = spend(control, left, seconds)
    overtime = (control.per_move - LAG) * moves if control.kind == "byoyomi" else control.per_move * moves
    assert spent >= 0.8 * max(control.main, overtime)


@pytest.mark.parametrize("main", [5, 10])
def test_fast_clocks_are_used_too(main: float) -> None:
    control = TimeControl("absolute", main)
    left = control.start()
    for played in range(25):
        left = spend(control, left, (budget(control, left, 81, played) or 0.0) + HURRIED)
    assert 0 < left.seconds <= 0.2 * main


def test_the_cost_of_a_move_beyond_the_search_is_learned_from_the_controller() -> None:
    clock = Clock()
    clock.agree(TimeControl("absolute", 60))
    left = 60.0
    for _ in range(10):
        clock.spend("b", 1.0)
        left -= 1.25
        clock.correct("b", Remaining(left))
    assert clock.lag == pytest.approx(0.25)
    assert (clock.budget("b", 81, 10) or 0) < (budget(clock.control, Remaining(left), 81, 10) or 0) - 0.25


def test_whole_seconds_are_not_mistaken_for_lag() -> None:
    clock = Clock()
    clock.agree(TimeControl("absolute", 60))
    left = 60.0
    for _ in range(10):
        clock.spend("b", 1.3)
        left -= 1.3
        clock.correct("b", Remaining(int(left)))
    assert clock.lag == 0


def test_without_a_clock_there_is_no_budget() -> None:
    clock = Clock()
    assert clock.budget("b", 81, 0) is None
    assert clock.left("b") is None
    clock.spend("b", 1.0)
    clock.correct("b", Remaining(5.0))
    assert clock.budget("b", 81, 0) is None


@pytest.mark.parametrize(
    ("main", "period", "stones", "kind"),
    [(60, 30, 5, "canadian"), (60, 0, 0, "absolute"), (60, 0, 5, "absolute"), (0, 30, 5, "canadian"), (0, 1, 0, "none"),
     (60, 1, 0, "none"), (0, 0, 0, "none")],
)  # fmt: skip
def test_time_settings_mean_what_the_protocol_says(main: float, period: float, stones: int, kind: str) -> None:
    assert TimeControl.canadian(main, period, stones).kind == kind


def test_main_time_goes_over_into_overtime() -> None:
    canadian = TimeControl("canadian", 10, 30, 5)
    assert spend(canadian, Remaining(4), 3) == Remaining(1)
    assert spend(canadian, Remaining(4), 10) == Remaining(24, 4)
    assert spend(canadian, Remaining(24, 2), 4) == Remaining(20, 1)
    assert spend(canadian, Remaining(20, 1), 4) == Remaining(30, 5)
    assert spend(canadian, Remaining(20, 1), 40) == Remaining(0, 1)
    byoyomi = TimeControl("byoyomi", 10, 30, 3)
    assert spend(byoyomi, Remaining(4), 20) == Remaining(30, 3)
    assert spend(byoyomi, Remaining(30, 3), 29) == Remaining(30, 3)
    assert spend(byoyomi, Remaining(30, 3), 65) == Remaining(30, 1)
    assert spend(byoyomi, Remaining(30, 1), 31).seconds == 0
    assert spend(TimeControl("absolute", 10), Remaining(4), 5) == Remaining(0)


def test_the_controllers_word_counts() -> None:
    clock = Clock()
    clock.agree(TimeControl("absolute", 600))
    first = clock.budget("b", 361, 0)
    clock.correct("b", Remaining(60))
    assert first is not None
    assert (clock.budget("b", 361, 0) or 0) < first / 5
    assert clock.budget("w", 361, 0) == first


@pytest.mark.parametrize("seconds", [0.0, -3.0, 0.1])
@pytest.mark.parametrize("count", [0, 1, 5])
@pytest.mark.parametrize("control", CONTROLS[::2], ids=lambda c: c.kind)
def test_with_no_time_left_a_move_is_made_at_once(control: TimeControl, seconds: float, count: int) -> None:
    value = budget(control, Remaining(seconds, count), 81, 10)
    assert value is not None
    assert LEAST <= value <= max(control.per_move, LEAST)
