"""Clocks with an increment: what is read, what is left, and when it is over."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.players.spec import player_spec
from ponnuki.players.time_control import GameClock, TimeControl


def test_a_time_control_is_seconds_and_seconds_a_move() -> None:
    assert TimeControl.read("10+0.1") == TimeControl(10.0, 0.1)
    assert TimeControl.read(" 60 ") == TimeControl(60.0)
    for text in ("", "+1", "1+", "0+1", "-1", "1+-1", "10:00", "inf"):
        with pytest.raises(BadInput, match="tc: "):
            TimeControl.read(text)


def test_a_clock_gains_its_increment_and_may_be_late_by_its_margin() -> None:
    clock = GameClock(TimeControl(1.0, 0.5), margin=0.25)
    assert clock.spend(0.5)
    assert clock.left == 1.0
    assert clock.patience == 1.25
    assert clock.spend(1.25)
    assert clock.left == 0.5  # what was late is not owed
    assert not clock.spend(0.76)


def test_a_gtp_program_with_a_clock_is_not_reproducible_and_has_no_second_one() -> None:
    assert player_spec({"gtp": "x {seed}"}).reproducible
    assert not player_spec({"gtp": "x {seed}", "tc": "10+0.1"}).reproducible
    with pytest.raises(BadInput, match="either game_limit or tc"):
        player_spec({"gtp": "x", "tc": "10", "game_limit": 3})
