"""Who handles signals: none is lost, also where Python drops what a handler raises, and ignored ones stay ignored."""

import signal
import time
import weakref
from collections.abc import Iterator

import pytest

from ponnuki.processes import signals
from ponnuki.processes.signals import handled, interrupt, interrupting


@pytest.fixture(autouse=True)
def none_noted() -> Iterator[None]:
    signals.raised.clear()
    yield
    signals.raised.clear()


class Something:
    """Something that can be referred to weakly."""


def drop_an_interruption() -> None:
    """A signal in a callback, where Python drops what the handler raises."""
    something = Something()
    reference = weakref.ref(something, lambda _: signal.raise_signal(signal.SIGINT))
    del something
    assert reference() is None


def test_an_exception_that_was_dropped_is_raised_again(capfd: pytest.CaptureFixture[str]) -> None:
    with interrupting([signal.SIGINT]):
        drop_an_interruption()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(10)
    assert capfd.readouterr().err == ""


def test_a_signal_whose_exception_was_dropped_is_handed_to_the_next_block_and_to_no_other() -> None:
    heard: list[int] = []
    with interrupting([signal.SIGINT]):
        drop_an_interruption()
        with handled([signal.SIGINT, signal.SIGTERM], lambda number, _: heard.append(number)):
            time.sleep(2 * signals.SOON)
        with handled([signal.SIGINT], lambda number, _: heard.append(number)):
            assert heard == [signal.SIGINT]


def test_a_signal_in_the_block_is_handled_there_and_afterwards_as_before() -> None:
    heard: list[int] = []
    before = signal.getsignal(signal.SIGTERM)
    with handled([signal.SIGTERM], lambda number, _: heard.append(number)):
        signal.raise_signal(signal.SIGTERM)
    assert heard == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_was_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with handled([signal.SIGTERM], interrupt):
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
        assert signals.raised == []
    finally:
        signal.signal(signal.SIGTERM, before)
