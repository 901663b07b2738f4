"""Time on the clock: whole games are simulated, and nobody loses on time."""

import random

import pytest

from ponnuki.engine.clock import LAG, LEAST, Clock, Remaining, TimeControl, budget, moves_left, spend

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


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("control", CONTROLS, ids=lambda c: f"{c.kind}-{c.main:g}-{c.period:g}-{c.count}")
@pytest.mark.parametrize("seed", range(3))
def test_no_game_is_lost_on_time(control: TimeControl, size: int, seed: int) -> None:
    """Games twice as long as expected, each move delayed by up to the lag we reckon with."""
    rng, left = random.Random(seed), control.start()
    for played in range(size**2 * 3 // 4):
        seconds = budget(control, left, size**2, played)
        assert seconds is not None
        assert seconds >= LEAST
        left = spend(control, left, seconds + rng.uniform(0, LAG))
        assert left.seconds > 0, f"out of time at move {played}"


@pytest.mark.parametrize("control", CONTROLS, ids=lambda c: f"{c.kind}-{c.main:g}-{c.period:g}-{c.count}")
def test_time_is_used(control: TimeControl) -> None:
    """A game of the length to expect spends most of the main time and most of its overtime."""
    left, spent, points = control.start(), 0.0, 361
    moves = moves_left(points, 0)
    for played in range(moves):
        seconds = budget(control, left, points, played) or 0.0
        spent += seconds
        left = spend(control, left, seconds)
    assert spent > 0.5 * max(control.main, (control.per_move - LAG) * moves)


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
