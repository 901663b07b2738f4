"""Signals while a run is played: the first asks it to stop, the next does not wait, an ignored one stays ignored."""

import signal

import pytest

from ponnuki.lab.runs.interruption import PAUSE, Interrupted, stop_flag

STOPPING = (signal.SIGINT, signal.SIGTERM)


@pytest.mark.parametrize("number", STOPPING)
def test_the_first_signal_asks_to_stop_and_the_second_does_not_wait(number: signal.Signals) -> None:
    with stop_flag() as stop:
        stop.check()
        signal.raise_signal(number)
        assert stop.is_set()
        assert stop.is_urgent()
        with pytest.raises(Interrupted):
            stop.check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)


def test_while_a_run_is_closed_it_takes_one_signal_more() -> None:
    with stop_flag() as stop, stop.shielded():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_pause_is_not_urgent() -> None:
    with stop_flag() as stop:
        signal.raise_signal(PAUSE)
        assert stop.is_set()
        assert not stop.is_urgent()


def test_a_block_inside_another_shares_its_flag() -> None:
    with stop_flag() as outer:
        with stop_flag() as inner:
            signal.raise_signal(signal.SIGTERM)
        assert inner is outer
        assert outer.is_set()


@pytest.mark.parametrize("number", STOPPING)
def test_a_signal_that_was_to_be_ignored_does_not_stop_a_run(number: signal.Signals) -> None:
    """As that of the keyboard is for a job that a script has put into the background."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with stop_flag() as stop:
            signal.raise_signal(number)
            assert not stop.is_set()
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)
